#include "render/gantt_strip.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace shardscope {

namespace {

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

// One rank's strip.
struct Strip {
  Rect rect;
  float pixels_a_unit = 0;    // of what is held
  float capacity_height = 0;  // 0: there is none
};

void paint_run(const GanttPaint& paint, const Strip& strip, float left, float right, float held) {
  const float height = std::min(std::round(held * strip.pixels_a_unit), strip.rect.height());
  if (height <= 0) return;
  const bool over = strip.capacity_height > 0 && height > strip.capacity_height + 0.5f;
  const float within = over ? strip.capacity_height : height;
  const float foot = strip.rect.max.y;
  paint.draw.AddRectFilled({left, foot - within}, {right, foot}, held_color(paint.theme));
  if (over) paint.draw.AddRectFilled({left, foot - height}, {right, foot - within}, paint.theme.bad);
}

}  // namespace

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
  const HeldIndex& held = *paint.source.held;
  const double most = std::max({paint.source.held_most, held.peak, paint.source.capacity});
  if (!(most > 0)) return;
  const auto rows = static_cast<std::size_t>(geometry.rows);
  std::vector<float> columns(static_cast<std::size_t>(std::max(geometry.lanes.width(), 1.0f)));
  std::vector<HeldRun> runs(std::max<std::size_t>(strip_quads(paint.source) / rows, 4));
  const float column_width = geometry.lanes.width() / static_cast<float>(columns.size());
  const auto end_of_work = static_cast<float>(geometry.x_of(paint.timeline.makespan.value));
  for (std::int32_t row = 0; row < geometry.rows; ++row) {
    held_columns(paint.timeline, held, geometry.first_rank(row), geometry.time, columns);
    Strip strip{geometry.strip_rect(row), 0, 0};
    strip.rect.min.y += paint.theme.px(2);  // clear of the bars above
    strip.pixels_a_unit = strip.rect.height() / static_cast<float>(most);
    strip.capacity_height = std::round(static_cast<float>(paint.source.capacity) * strip.pixels_a_unit);
    const std::size_t count = merge_held(columns, runs);
    for (std::size_t i = 0; i < count; ++i)
      paint_run(paint, strip, geometry.lanes.min.x + static_cast<float>(runs[i].first) * column_width,
                geometry.lanes.min.x + static_cast<float>(runs[i].last) * column_width, runs[i].held);
    if (strip.capacity_height <= 0) continue;
    const float y = strip.rect.max.y - strip.capacity_height, right = std::min(end_of_work, strip.rect.max.x);
    if (right > strip.rect.min.x)
      paint.draw.AddRectFilled({strip.rect.min.x, y}, {right, y + 1}, with_alpha(paint.theme.faint, 0.6f));
  }
}

}  // namespace shardscope
