// A timeline to a file, in the form that the file's ending says: .svg a drawing, .csv a table, .json a trace, and of a
// schedule alone .txt the order of passes. Pictures of pixels are drawn by the window or beside it
// (app/explorer/write_picture.h).
#pragma once

#include <string>
#include <string_view>

#include "app/output/svg.h"
#include "app/output/timeline_source.h"

namespace shardscope {

/// Empty where a file of this ending can be written, else what it must end in.
[[nodiscard]] std::string timeline_ending_problem(std::string_view file, bool with_order);

/// Empty where the file was written, else why not. The ending is one of those above.
[[nodiscard]] std::string write_timeline_file(const std::string& file, const TimelineSource& source, const Theme& theme,
                                              const SvgOptions& options = {});

}  // namespace shardscope
