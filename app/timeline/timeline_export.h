// The timeline to a file from the window: a picture as it is seen, a drawing, a table or a trace.
#pragma once

#include <array>
#include <string_view>

#include "app/panels/view.h"

namespace shardscope {

struct ExportKind {
  std::string_view label, ending, help;
};
inline constexpr std::array<ExportKind, 4> export_kinds = {
    {{"Picture", ".png", "A PNG of the charts as they are now: zoom, colours, what is lit."},
     {"Drawing", ".svg", "The whole step as an SVG with true text, for papers and slides."},
     {"Table", ".csv", "Every pass with rank, kind, chunk, micro-batch, start and end."},
     {"Trace", ".json", "Every pass and transfer for ui.perfetto.dev or chrome://tracing."}}};

/// Where to write it: beside the document, with its name.
[[nodiscard]] SaveQuestion timeline_file_question(const Document& document, const ExportKind& kind);

}  // namespace shardscope
