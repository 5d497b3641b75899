#include "render/gantt/gantt_strip.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace shardscope {

namespace {

constexpr double capacity_shown_max = 5;  // times what is held at most

// The number of runs, or one more than there is room for.
std::size_t runs_of(std::span<const float> columns, std::size_t width, std::span<HeldRun> runs) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < columns.size(); i += width) {
    const std::size_t last = std::min(i + width, columns.size());
    if (count > 0 && runs[count - 1].held == columns[i]) {
      runs[count - 1].last = last;
      continue;
    }
    if (count == runs.size()) return count + 1;
    runs[count++] = {i, last, columns[i]};
  }
  return count;
}

// One row's strip, from its foot up: what its ranks hold always, then what passes hold.
struct Strip {
  Rect rect;
  float pixels_a_unit = 0;    // of what is held
  float always_height = 0;    // of the rank that holds most always
  bool has_capacity = false;  // and a line there:
  float capacity_height = 0;

  /// At least a pixel where there is anything above `foot`.
  [[nodiscard]] float height_of(double held, float foot) const {
    const float height = std::round(static_cast<float>(held) * pixels_a_unit);
    const bool seen = static_cast<float>(held) * pixels_a_unit > foot + 1e-3f;
    return std::min(seen ? std::max(height, foot + 1) : height, rect.height());
  }
};

// From one height to another, red above the capacity.
void paint_part(const GanttPaint& paint, const Strip& strip, float left, float right, float low, float high,
                ImU32 color) {
  const float foot = strip.rect.max.y;
  const float border = strip.has_capacity ? std::clamp(strip.capacity_height, low, high) : high;
  if (border > low) paint.draw.AddRectFilled({left, foot - border}, {right, foot - low}, color);
  if (high > border) paint.draw.AddRectFilled({left, foot - high}, {right, foot - border}, paint.theme.bad);
}

void paint_run(const GanttPaint& paint, const Strip& strip, float left, float right, float held) {
  const float high = strip.height_of(held, strip.always_height);
  if (high > strip.always_height)
    paint_part(paint, strip, left, right, strip.always_height, high, held_color(paint.theme));
}

// The most that the rank holds in each column.
void held_columns_of(const GanttPaint& paint, std::int32_t rank, std::span<float> columns) {
  const GanttSource& source = paint.source;
  const TimeRange& range = paint.geometry.time;
  const auto r = static_cast<std::size_t>(rank);
  if (r >= source.curves.size()) return held_columns(paint.timeline, *source.held, rank, range, columns);
  std::vector<Bytes> activations(columns.size());
  fill_columns(source.curves[r], range.start, range.end, activations);
  const double constant = source.curves[r].constant().value;
  for (std::size_t i = 0; i < columns.size(); ++i) columns[i] = static_cast<float>(constant + activations[i].value);
}

// The most that any of the row's ranks holds.
void held_in_row(const GanttPaint& paint, std::int32_t row, std::span<float> columns, std::span<float> of_rank) {
  const GanttGeometry& geometry = paint.geometry;
  const std::int32_t first = geometry.first_rank(row);
  std::fill(columns.begin(), columns.end(), 0.0f);
  for (std::int32_t rank = first; rank < first + geometry.ranks_in(row); ++rank) {
    held_columns_of(paint, rank, of_rank);
    for (std::size_t i = 0; i < columns.size(); ++i) columns[i] = std::max(columns[i], of_rank[i]);
  }
}

double always_in_row(const GanttPaint& paint, std::int32_t row) {
  const std::int32_t first = paint.geometry.first_rank(row);
  double most = 0;
  for (std::int32_t rank = first; rank < first + paint.geometry.ranks_in(row); ++rank)
    most = std::max(most, paint.source.held->always[static_cast<std::size_t>(rank)]);
  return most;
}

Strip strip_of(const GanttPaint& paint, std::int32_t row, double most) {
  Strip strip{paint.geometry.strip_rect(row)};
  strip.rect.min.y += strip.rect.height() < paint.theme.px(12) ? 1 : paint.theme.px(2);  // clear of the bars above
  strip.pixels_a_unit = strip.rect.height() / static_cast<float>(most);
  strip.always_height = strip.height_of(always_in_row(paint, row), 0);
  strip.has_capacity = paint.source.capacity > 0;
  strip.capacity_height = std::round(static_cast<float>(paint.source.capacity) * strip.pixels_a_unit);
  return strip;
}

// What a full strip stands for: the capacity, or what is held above it; but of a capacity that is hardly used only a
// part, without its line.
double full_strip(const GanttSource& source) {
  const double held = std::max(source.held_most, source.held->peak);
  return std::max(held, std::min(source.capacity, capacity_shown_max * held));
}

}  // namespace

double held_by(const GanttSource& source, std::int32_t rank, double time) {
  const auto r = static_cast<std::size_t>(rank);
  if (r >= source.curves.size()) return held_at(source.timeline, *source.held, rank, time);
  const MemoryCurve& curve = source.curves[r];
  return curve.total(point_at(curve, time)).value;
}

std::size_t merge_held(std::span<float> columns, std::span<HeldRun> runs) {
  if (columns.empty() || runs.empty()) return 0;
  for (std::size_t width = 1;; width *= 2) {
    if (width > 1)
      for (std::size_t i = 0; i + width / 2 < columns.size(); i += width)
        columns[i] = std::max(columns[i], columns[i + width / 2]);
    const std::size_t count = runs_of(columns, width, runs);
    if (count <= runs.size()) return count;
  }
}

void paint_strips(const GanttPaint& paint) {
  const GanttGeometry& geometry = paint.geometry;
  if (paint.source.held == nullptr || geometry.strip <= 0 || geometry.rows == 0) return;
  const double most = full_strip(paint.source);
  if (!(most > 0)) return;
  const auto rows = static_cast<std::size_t>(geometry.rows);
  std::vector<float> columns(static_cast<std::size_t>(std::max(geometry.lanes.width(), 1.0f)));
  std::vector<float> of_rank(columns.size());
  std::vector<HeldRun> runs(std::max<std::size_t>(strip_quads(paint.source) / rows, 4));
  const float column_width = geometry.lanes.width() / static_cast<float>(columns.size());
  const auto end_of_chart = static_cast<float>(geometry.x_of(paint.index.step));
  for (std::int32_t row = 0; row < geometry.rows; ++row) {
    held_in_row(paint, row, columns, of_rank);
    const Strip strip = strip_of(paint, row, most);
    const std::size_t count = merge_held(columns, runs);
    const float right = std::min(end_of_chart, strip.rect.max.x);
    if (strip.always_height > 0 && right > strip.rect.min.x)
      paint_part(paint, strip, strip.rect.min.x, right, 0, strip.always_height, always_held_color(paint.theme));
    for (std::size_t i = 0; i < count; ++i)
      paint_run(paint, strip, geometry.lanes.min.x + static_cast<float>(runs[i].first) * column_width,
                geometry.lanes.min.x + static_cast<float>(runs[i].last) * column_width, runs[i].held);
    if (!strip.has_capacity || strip.capacity_height > strip.rect.height()) continue;
    const float y = strip.rect.max.y - strip.capacity_height;
    if (right > strip.rect.min.x) paint.draw.AddRectFilled({strip.rect.min.x, y}, {right, y + 1}, paint.theme.faint);
  }
}

}  // namespace shardscope
