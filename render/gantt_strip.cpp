#include "render/gantt_strip.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace shardscope {

namespace {

constexpr double room_shown_max = 5;  // times what is held at most

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

// One row's strip. What its ranks hold always is left out: the strip's height is the room beside that.
struct Strip {
  Rect rect;
  float pixels_a_unit = 0;    // of what is held
  bool has_capacity = false;  // and a line there:
  float capacity_height = 0;
};

void paint_run(const GanttPaint& paint, const Strip& strip, float left, float right, float held) {
  const float height = std::min(std::round(held * strip.pixels_a_unit), strip.rect.height());
  if (height <= 0) return;
  const bool over = strip.has_capacity && height > strip.capacity_height + 0.5f;
  const float within = over ? strip.capacity_height : height;
  const float foot = strip.rect.max.y;
  if (within > 0) paint.draw.AddRectFilled({left, foot - within}, {right, foot}, held_color(paint.theme));
  if (over) paint.draw.AddRectFilled({left, foot - height}, {right, foot - within}, paint.theme.bad);
}

double always_of(const GanttPaint& paint, std::int32_t rank) {
  return paint.source.held->always[static_cast<std::size_t>(rank)];
}

// The most that any of the row's ranks holds beside what it holds always.
void held_in_row(const GanttPaint& paint, std::int32_t row, std::span<float> columns, std::span<float> of_rank) {
  const GanttGeometry& geometry = paint.geometry;
  const std::int32_t first = geometry.first_rank(row);
  std::fill(columns.begin(), columns.end(), 0.0f);
  for (std::int32_t rank = first; rank < first + geometry.ranks_in(row); ++rank) {
    held_columns(paint.timeline, *paint.source.held, rank, geometry.time, of_rank);
    const auto always = static_cast<float>(always_of(paint, rank));
    for (std::size_t i = 0; i < columns.size(); ++i) columns[i] = std::max(columns[i], of_rank[i] - always);
  }
}

// The least that the capacity leaves to any of the row's ranks.
double room_in_row(const GanttPaint& paint, std::int32_t row) {
  const std::int32_t first = paint.geometry.first_rank(row);
  double room = paint.source.capacity;
  for (std::int32_t rank = first; rank < first + paint.geometry.ranks_in(row); ++rank)
    room = std::min(room, paint.source.capacity - always_of(paint, rank));
  return std::max(room, 0.0);
}

Strip strip_of(const GanttPaint& paint, std::int32_t row, double most) {
  Strip strip{paint.geometry.strip_rect(row)};
  strip.rect.min.y += paint.theme.px(2);  // clear of the bars above
  strip.pixels_a_unit = strip.rect.height() / static_cast<float>(most);
  strip.has_capacity = paint.source.capacity > 0;
  strip.capacity_height = std::round(static_cast<float>(room_in_row(paint, row)) * strip.pixels_a_unit);
  return strip;
}

// What a full strip stands for: the room that there is, but of a room that is hardly used only a part, without its
// line.
double full_strip(const GanttSource& source) {
  const std::vector<double>& always = source.held->always;
  const double least = always.empty() ? 0 : *std::min_element(always.begin(), always.end());
  const double held = std::max(source.held_most, source.held->peak_of_passes);
  return std::max(held, std::min(source.capacity - least, room_shown_max * held));
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
  const double most = full_strip(paint.source);
  if (!(most > 0)) return;
  const auto rows = static_cast<std::size_t>(geometry.rows);
  std::vector<float> columns(static_cast<std::size_t>(std::max(geometry.lanes.width(), 1.0f)));
  std::vector<float> of_rank(columns.size());
  std::vector<HeldRun> runs(std::max<std::size_t>(strip_quads(paint.source) / rows, 4));
  const float column_width = geometry.lanes.width() / static_cast<float>(columns.size());
  const auto end_of_work = static_cast<float>(geometry.x_of(paint.timeline.makespan.value));
  for (std::int32_t row = 0; row < geometry.rows; ++row) {
    held_in_row(paint, row, columns, of_rank);
    const Strip strip = strip_of(paint, row, most);
    const std::size_t count = merge_held(columns, runs);
    for (std::size_t i = 0; i < count; ++i)
      paint_run(paint, strip, geometry.lanes.min.x + static_cast<float>(runs[i].first) * column_width,
                geometry.lanes.min.x + static_cast<float>(runs[i].last) * column_width, runs[i].held);
    if (!strip.has_capacity || strip.capacity_height > strip.rect.height()) continue;
    const float y = strip.rect.max.y - strip.capacity_height, right = std::min(end_of_work, strip.rect.max.x);
    if (right > strip.rect.min.x)
      paint.draw.AddRectFilled({strip.rect.min.x, y}, {right, y + 1}, with_alpha(paint.theme.faint, 0.6f));
  }
}

}  // namespace shardscope
