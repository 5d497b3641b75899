// The timeline to a file from the window: a picture as it is seen, a drawing, a table or a trace.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "render/picture/image.h"
#include "render/text/rect.h"

namespace shardscope {

struct Explorer;

struct ExportKind {
  std::string_view label, ending, help;
};
inline constexpr std::array<ExportKind, 4> export_kinds = {
    {{"Picture", ".png", "A PNG of the charts as they are now: zoom, colours, what is lit."},
     {"Drawing", ".svg", "The whole step as an SVG with true text, for papers and slides."},
     {"Table", ".csv", "Every pass with rank, kind, chunk, micro-batch, start and end."},
     {"Trace", ".json", "Every pass and transfer for ui.perfetto.dev or chrome://tracing."}}};

/// Asks where to.
void ask_where_to_export(Explorer& explorer, const ExportKind& kind);

/// Writes the shown report's timeline by the file's ending; of a picture only that it is due. False with a notice that
/// says why not.
bool export_timeline(Explorer& explorer, const std::string& file);

/// Whether the frame that was just drawn is the one to take.
[[nodiscard]] bool picture_is_due(const Explorer& explorer);
/// Writes what the window shows of the charts. `scale`: pixels of `window` a unit of the places.
void take_picture(Explorer& explorer, const Image& window, float scale);

/// A part of a picture, as far as it lies within it.
[[nodiscard]] Image cut_out(const Image& image, const Rect& part);

}  // namespace shardscope
