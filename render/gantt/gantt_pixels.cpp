#include "render/gantt/gantt_pixels.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/saturating.h"
#include "render/gantt/gantt_idle.h"

namespace shardscope {

namespace {

// What a frame has time for: columns of ranks that are mixed, at some 40 ns each, and texels that are filled.
constexpr double mixes_max = 110'000, texels_max = 1'000'000;

constexpr float share_seen = 0.004f;   // less than that of a column nobody sees
constexpr float idle_seen = 0.02f;     // as hatch through what is above it
constexpr std::size_t idle_apart = 6;  // columns: idle stretches nearer than that are hatched as one

struct Rgb {
  float r = 0, g = 0, b = 0;
};

Rgb rgb_of(ImU32 color) {
  const auto channel = [color](int shift) { return static_cast<float>((color >> shift) & 255u); };
  return {channel(IM_COL32_R_SHIFT), channel(IM_COL32_G_SHIFT), channel(IM_COL32_B_SHIFT)};
}

ImU32 packed(const Rgb& color, float alpha) {
  const auto channel = [](float value) { return static_cast<ImU32>(value + 0.5f); };
  return IM_COL32(channel(color.r), channel(color.g), channel(color.b), channel(255 * std::min(alpha, 1.0f)));
}

/// Fills a column of texels from the top, band by band; a texel on a border has the mean of what it holds.
struct Column {
  ImU32* texel;
  std::size_t stride;
  const ImU32* last;  // past the column
  Rgb sum = {};
  float filled = 0;  // of the texel

  void add(const Rgb& color, float lines) {
    if (filled > 0) {
      const float part = std::min(lines, 1 - filled);
      mix(color, part);
      lines -= part;
      if (filled < 0.999f) return;
      end();
    }
    const ImU32 whole = packed(color, 1);
    for (; lines >= 0.999f && texel < last; lines -= 1, texel += stride) *texel = whole;
    if (lines > 0) mix(color, lines);
  }
  void mix(const Rgb& color, float part) {
    sum.r += color.r * part, sum.g += color.g * part, sum.b += color.b * part;
    filled += part;
  }
  void end() {
    if (filled < 0.002f || texel >= last) return;
    *texel = packed({sum.r / filled, sum.g / filled, sum.b / filled}, filled);
    texel += stride;
    sum = {};
    filled = 0;
  }
};

/// One frame's columns, filled row by row.
class Filler {
 public:
  Filler(const GanttPaint& paint, const ColorSums& sums, GanttPixels& pixels)
      : paint_(paint), sums_(sums), pixels_(pixels) {
    const auto columns = static_cast<std::size_t>(pixels.width);
    mixes_.resize(columns);
    of_rank_.resize(columns);
    if (!paint.palette.by_kind()) colors_.resize(columns);
    const GanttGeometry& geometry = paint.geometry;
    const double pixels_shown = geometry.lanes.width(), pixels_filled = pixels.width * pixels.stretch;
    range_ = {geometry.time.start, geometry.time.start + geometry.time.length() * pixels_filled / pixels_shown};
    for (std::size_t kind = 0; kind + 1 < bar_kinds; ++kind)
      kinds_[kind] = rgb_of(paint.palette.color_of_kind(paint.theme, static_cast<BarKind>(kind)));
  }

  void row(std::int32_t row) {
    mix(row);
    const Rect rect = paint_.geometry.row_rect(row);
    const Rect& lanes = paint_.geometry.lanes;
    const int top = std::max(static_cast<int>(rect.min.y - lanes.min.y), 0);
    const int bottom = std::min(static_cast<int>(rect.max.y - lanes.min.y), pixels_.height);
    if (bottom <= top) return;
    const auto width = static_cast<std::size_t>(pixels_.width);
    ImU32* const first = pixels_.rgba.data() + static_cast<std::size_t>(top) * width;
    const ImU32* const last = first + static_cast<std::size_t>(bottom - top) * width;
    const auto lines = static_cast<float>(bottom - top);
    for (std::size_t i = 0; i < width; ++i) {
      Column column{first + i, width, last};
      std::size_t kind = 0;
      if (!colors_.empty()) {
        add_mean(column, i, lines);
        kind = pass_work_kinds;
      }
      for (; kind + 1 < bar_kinds; ++kind)
        if (const float share = mixes_[i].share[kind]; share > share_seen) column.add(kinds_[kind], share * lines);
      column.end();
    }
    add_idle(rect);
  }

 private:
  /// What the row shows, in kinds or in colours.
  void mix(std::int32_t row) {
    const std::int32_t first = paint_.geometry.first_rank(row), ranks = paint_.geometry.ranks_in(row);
    mix_row(paint_, row, range_, mixes_, of_rank_);
    if (colors_.empty()) return;
    std::fill(colors_.begin(), colors_.end(), ColorSum{});
    for (std::int32_t rank = first; rank < first + ranks; ++rank)
      add_colors(paint_.timeline, paint_.index, paint_.palette, sums_, rank, range_, colors_);
  }

  /// All passes of the column as one band of their mean colour.
  void add_mean(Column& column, std::size_t i, float lines) const {
    const ColorSum& sum = colors_[i];
    float share = 0;
    for (std::size_t kind = 0; kind < pass_work_kinds; ++kind) share += mixes_[i].share[kind];
    if (!(sum[3] > 0) || share <= share_seen) return;
    const auto channel = [&](std::size_t at) { return static_cast<float>(std::clamp(sum[at] / sum[3], 0.0, 255.0)); };
    column.add({channel(0), channel(1), channel(2)}, share * lines);
  }

  /// Notes where the row is idle, in few enough stretches.
  void add_idle(Rect rect) {
    const auto rows = static_cast<std::size_t>(std::max(paint_.geometry.rows, 1));
    const std::size_t most = std::max<std::size_t>(idle_quads(paint_.source) / rows, 1), before = pixels_.idle.size();
    const auto x_of = [&](std::size_t column) {
      const float x =
          paint_.geometry.lanes.min.x + static_cast<float>(column * static_cast<std::size_t>(pixels_.stretch));
      return std::min(x, paint_.geometry.lanes.max.x);
    };
    std::size_t end = 0;  // of the present stretch, 0 before the first
    for (std::size_t i = 0; i < mixes_.size(); ++i) {
      if (mixes_[i].of(BarKind::idle) < idle_seen) continue;
      if (end == 0 || i - end >= idle_apart) {
        rect.min.x = x_of(i);
        pixels_.idle.push_back(rect);
      }
      end = i + 1;
      pixels_.idle.back().max.x = x_of(end);
    }
    if (pixels_.idle.size() - before <= most) return;
    pixels_.idle[before].max.x = pixels_.idle.back().max.x;
    pixels_.idle.resize(before + 1);
  }

  const GanttPaint& paint_;
  const ColorSums& sums_;
  GanttPixels& pixels_;
  TimeRange range_;
  std::array<Rgb, bar_kinds> kinds_ = {};
  std::vector<ColumnMix> mixes_, of_rank_;
  std::vector<ColorSum> colors_;  // empty where colours are kinds
};

}  // namespace

int column_pixels(const GanttGeometry& geometry) {
  const double mixes = geometry.lanes.width() * static_cast<double>(geometry.shown.count) / mixes_max;
  const double texels = static_cast<double>(geometry.lanes.width()) * geometry.lanes.height() / texels_max;
  return static_cast<int>(std::ceil(std::max({mixes, texels, 1.0})));
}

void fill_gantt_pixels(const GanttPaint& paint, const ColorSums& sums, GanttPixels& pixels) {
  const GanttGeometry& geometry = paint.geometry;
  pixels.stretch = column_pixels(geometry);
  const int shown = std::max(static_cast<int>(std::ceil(geometry.lanes.width())), 1);
  pixels.width = divided_up(shown, pixels.stretch);
  pixels.height = std::max(static_cast<int>(std::ceil(geometry.lanes.height())), 1);
  pixels.rgba.assign(static_cast<std::size_t>(pixels.width) * static_cast<std::size_t>(pixels.height), 0);
  pixels.idle.clear();
  Filler filler(paint, sums, pixels);
  for (std::int32_t row = 0; row < geometry.rows; ++row) filler.row(row);
}

}  // namespace shardscope
