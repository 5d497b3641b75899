// A timeline to a file, in the form that the file's ending says: .csv a table, .json a trace, and of a schedule alone
// .txt the order of passes. Pictures, .png and .svg, are drawings of a view (drawing.h).
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "app/output/timeline_source.h"

namespace shardscope {

/// Of a timeline without length, which is a table at most.
inline constexpr std::string_view nothing_to_draw = "Every pass takes no time: there is nothing to draw.";

struct ExportKind {
  std::string_view label, ending, help;
  bool as_seen = false;  // taken of the window; else made anew
};
inline constexpr std::array<ExportKind, 4> export_kinds = {
    {{"Picture", ".png", "A PNG of the charts as they are now: zoom, colours, what is lit.", true},
     {"Drawing", ".svg", "The whole step as an SVG with true text, for papers and slides."},
     {"Table", ".csv", "Every pass with rank, kind, chunk, micro-batch, start and end."},
     {"Trace", ".json", "Every pass and transfer for ui.perfetto.dev or chrome://tracing."}}};
/// Of a schedule alone.
inline constexpr ExportKind order_kind = {
    "Order", ".txt",
    "The order of passes, a line per rank, as papers write it: F1.3 is the forward of stage 1 and micro-batch 3."};

/// What a file of this ending holds; null where none has it.
[[nodiscard]] const ExportKind* export_kind_of(std::string_view file, bool with_order);

/// Empty where a file of this ending can be written, else what it must end in.
[[nodiscard]] std::string timeline_ending_problem(std::string_view file, bool with_order);

/// Empty where the file was written, else why not. The ending is one of those above, and no picture's.
[[nodiscard]] std::string write_timeline_file(const std::string& file, const TimelineSource& source);

}  // namespace shardscope
