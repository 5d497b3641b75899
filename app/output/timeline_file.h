// A timeline to a file, in the form that the file's ending says: .csv a table, .json a trace, and of a schedule alone
// .txt the order of passes. Pictures, .png and .svg, are drawings of a view (drawing.h).
#pragma once

#include <string>
#include <string_view>

#include "app/output/timeline_source.h"

namespace shardscope {

/// Of a timeline without length, which is a table at most.
inline constexpr std::string_view nothing_to_draw = "Every pass takes no time: there is nothing to draw.";

/// Empty where a file of this ending can be written, else what it must end in.
[[nodiscard]] std::string timeline_ending_problem(std::string_view file, bool with_order);

/// Empty where the file was written, else why not. The ending is one of those above, and no picture's.
[[nodiscard]] std::string write_timeline_file(const std::string& file, const TimelineSource& source);

}  // namespace shardscope
