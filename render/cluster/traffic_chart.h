// The matrix of who talks to whom as a picture: senders down, receivers across, a cell in the colour of most of its
// bytes and as bright as they are many.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <optional>

#include "core/inspect/traffic_matrix.h"
#include "render/picture/pixel_canvas.h"
#include "render/text/rect.h"
#include "render/text/theme.h"

namespace shardscope {

struct MatrixCell {
  std::int64_t row = 0, column = 0;

  bool operator==(const MatrixCell&) const = default;
};

/// The square that the cells are drawn in, beside the axes' numbers.
[[nodiscard]] Rect traffic_plot(const Theme& theme, const Rect& area);

/// The cells as they were painted last, so that a frame in which nothing changed paints none.
struct TrafficPicture {
  bool stale = true;  // the matrix is another one
  Rect plot;          // where they were painted, and in which colours
  std::uint64_t colors = 0;
  PixelCanvas canvas;
};

/// Draws cells, axes and the pointed cell's outline. `stage_ranks`: ranks of a pipeline stage where they lie beside
/// each other, between which lines are drawn; 0 for none. Returns the cell under the pointer. Where the fonts say that
/// the drawing becomes vectors, cells are shapes and `picture` isn't used.
std::optional<MatrixCell> draw_traffic(ImDrawList& draw, const Theme& theme, const Rect& area,
                                       const TrafficMatrix& matrix, TrafficPicture& picture, std::int64_t stage_ranks,
                                       ImVec2 pointer);

/// All kinds together, and the kind with most of it.
[[nodiscard]] Bytes total_of(const BytesByKind& cell);
[[nodiscard]] BytesByKind sum_of(const TrafficMatrix& matrix);
[[nodiscard]] GroupKind main_kind(const BytesByKind& cell);

}  // namespace shardscope
