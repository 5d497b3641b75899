#include "render/cluster/traffic_chart.h"

#include <algorithm>
#include <cmath>

#include "render/text/axis_ink.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr float traffic_axis_width = 64, traffic_axis_height = 22;  // at scale 1
constexpr float faintest = 0.3F;                                    // of a cell with the fewest bytes
constexpr double decades_max = 4;                                   // of brightness: what is rarer is as faint

struct Brightness {
  double low = 0, high = 0;  // logarithms

  [[nodiscard]] float of(Bytes bytes) const {
    const double share = high > low ? (std::log10(bytes.value) - low) / (high - low) : 1;
    return faintest + (1 - faintest) * static_cast<float>(std::clamp(share, 0.0, 1.0));
  }
};

Brightness brightness_of(const TrafficMatrix& matrix) {
  double least = 0, most = 0;
  for (const BytesByKind& cell : matrix.cells) {
    const double bytes = total_of(cell).value;
    if (!(bytes > 0)) continue;
    most = std::max(most, bytes);
    least = least > 0 ? std::min(least, bytes) : bytes;
  }
  if (!(most > 0)) return {};
  return {std::max(std::log10(least), std::log10(most) - decades_max), std::log10(most)};
}

/// Rank numbers along both axes, as many as stand clear.
void draw_axes(ImDrawList& draw, const Theme& theme, const Rect& plot, const TrafficMatrix& matrix) {
  const auto number = [](const RankRange& range, float share) {
    return grouped(range.first + static_cast<std::int64_t>(
                                     std::llround(static_cast<double>(range.count) * static_cast<double>(share))));
  };
  const float line = text_height(theme, TextRole::secondary);
  constexpr int ticks = 4;
  for (int i = 0; i <= ticks; ++i) {
    const float share = static_cast<float>(i) / ticks;
    const float x = plot.min.x + plot.width() * share, y = plot.min.y + plot.height() * share;
    const std::string across = number(matrix.receivers, share), down = number(matrix.senders, share);
    const float half = text_width(theme, TextRole::secondary, across) / 2;
    draw_text_centered(draw, theme, TextRole::secondary,
                       {std::clamp(x, plot.min.x + half, plot.max.x - half), plot.min.y - line - theme.px(4)},
                       axis_ink(theme.dim), across);
    draw_text_right(draw, theme, TextRole::secondary,
                    {plot.min.x - theme.px(6), std::clamp(y - line / 2, plot.min.y, plot.max.y - line)},
                    axis_ink(theme.dim), down);
  }
}

void draw_stage_lines(ImDrawList& draw, const Theme& theme, const Rect& plot, const TrafficMatrix& matrix,
                      std::int64_t stage_ranks) {
  constexpr float apart = 14;
  if (stage_ranks <= 0) return;
  const auto lines = [&](const RankRange& range, float length, auto&& at) {
    const float pitch = length * static_cast<float>(stage_ranks) / static_cast<float>(range.count);
    if (pitch < theme.px(apart)) return;
    for (std::int64_t rank = (range.first / stage_ranks + 1) * stage_ranks; rank < range.first + range.count;
         rank += stage_ranks)
      at(length * static_cast<float>(rank - range.first) / static_cast<float>(range.count));
  };
  lines(matrix.receivers, plot.width(), [&](float x) {
    draw.AddLine({plot.min.x + x, plot.min.y}, {plot.min.x + x, plot.max.y}, theme.line);
  });
  lines(matrix.senders, plot.height(), [&](float y) {
    draw.AddLine({plot.min.x, plot.min.y + y}, {plot.max.x, plot.min.y + y}, theme.line);
  });
}

/// Where a cell lies; a small one reaches over its neighbour rather than getting lost.
Rect cell_rect(const Rect& plot, const TrafficMatrix& matrix, std::int64_t row, std::int64_t column) {
  const float width = plot.width() / static_cast<float>(matrix.columns);
  const float height = plot.height() / static_cast<float>(matrix.rows);
  const ImVec2 at{plot.min.x + width * static_cast<float>(column), plot.min.y + height * static_cast<float>(row)};
  return {at,
          {at.x + std::max(2.0F, width - (width > 6 ? 1 : 0)), at.y + std::max(2.0F, height - (height > 6 ? 1 : 0))}};
}

template <typename Fill>
void fill_cells(const Theme& theme, const Rect& plot, const TrafficMatrix& matrix, Fill fill) {
  const Brightness brightness = brightness_of(matrix);
  for (std::int64_t row = 0; row < matrix.rows; ++row)
    for (std::int64_t column = 0; column < matrix.columns; ++column) {
      const BytesByKind& cell = matrix.at(row, column);
      if (const Bytes bytes = total_of(cell); bytes.value > 0)
        fill(cell_rect(plot, matrix, row, column),
             blend(theme.bg, communication_color(theme, main_kind(cell)), brightness.of(bytes)));
    }
}

void draw_cells(ImDrawList& draw, const Theme& theme, const Rect& plot, const TrafficMatrix& matrix,
                TrafficPicture& picture) {
  if (theme.fonts.hatch < 0)  // vectors have no pixels
    return fill_cells(theme, plot, matrix,
                      [&](const Rect& rect, ImU32 color) { draw.AddRectFilled(rect.min, rect.max, color); });
  const bool moved = picture.plot.min.x != plot.min.x || picture.plot.min.y != plot.min.y ||
                     picture.plot.max.x != plot.max.x || picture.plot.max.y != plot.max.y;
  if (picture.stale || moved || picture.colors != colors_of(theme)) {
    picture.canvas.begin(plot);
    fill_cells(theme, plot, matrix, [&](const Rect& rect, ImU32 color) { picture.canvas.fill(rect, color); });
    picture.stale = false, picture.plot = plot, picture.colors = colors_of(theme);
  }
  picture.canvas.show(draw);
}

}  // namespace

BytesByKind sum_of(const TrafficMatrix& matrix) {
  BytesByKind sum = {};
  for (const BytesByKind& cell : matrix.cells)
    for (std::size_t k = 0; k < group_kinds; ++k) sum[k] += cell[k];
  return sum;
}

Bytes total_of(const BytesByKind& cell) {
  Bytes sum;
  for (const Bytes bytes : cell) sum += bytes;
  return sum;
}

GroupKind main_kind(const BytesByKind& cell) {
  return static_cast<GroupKind>(std::max_element(cell.begin(), cell.end()) - cell.begin());
}

Rect traffic_plot(const Theme& theme, const Rect& area) {
  const float left = theme.px(traffic_axis_width), top = theme.px(traffic_axis_height);
  const float side = std::max(1.0F, std::min(area.width() - left, area.height() - top));
  const float x = std::floor(area.min.x + left + (area.width() - left - side) / 2);
  return {{x, area.min.y + top}, {x + side, area.min.y + top + side}};
}

std::optional<MatrixCell> draw_traffic(ImDrawList& draw, const Theme& theme, const Rect& area,
                                       const TrafficMatrix& matrix, TrafficPicture& picture, std::int64_t stage_ranks,
                                       ImVec2 pointer) {
  const Rect plot = traffic_plot(theme, area);
  draw.AddRectFilled(plot.min, plot.max, theme.bg);
  if (matrix.rows <= 0 || matrix.columns <= 0) return std::nullopt;
  draw_axes(draw, theme, plot, matrix);
  draw_stage_lines(draw, theme, plot, matrix, stage_ranks);
  draw_cells(draw, theme, plot, matrix, picture);
  draw.AddRect(plot.min, plot.max, theme.line);
  if (!plot.contains(pointer)) return std::nullopt;
  const float width = plot.width() / static_cast<float>(matrix.columns);
  const float height = plot.height() / static_cast<float>(matrix.rows);
  const MatrixCell under{
      std::clamp<std::int64_t>(static_cast<std::int64_t>((pointer.y - plot.min.y) / height), 0, matrix.rows - 1),
      std::clamp<std::int64_t>(static_cast<std::int64_t>((pointer.x - plot.min.x) / width), 0, matrix.columns - 1)};
  const Rect rect = cell_rect(plot, matrix, under.row, under.column);
  draw.AddRect({rect.min.x - 1, rect.min.y - 1}, {rect.max.x + 1, rect.max.y + 1}, theme.text, 0, 0, theme.px(1.5F));
  return under;
}

}  // namespace shardscope
