#include "render/gantt/gantt_strip.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "render/text/axis_ink.h"
#include "render/text/text.h"

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
  float pixels_per_unit = 0;  // of what is held
  float always_height = 0;    // of the rank that holds most always
  bool has_capacity = false;  // and a line there:
  float capacity_height = 0;

  /// At least a pixel where there is anything above `foot`.
  [[nodiscard]] float height_of(double held, float foot) const {
    const float height = std::round(static_cast<float>(held) * pixels_per_unit);
    const bool seen = static_cast<float>(held) * pixels_per_unit > foot + 1e-3f;
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
  strip.pixels_per_unit = strip.rect.height() / static_cast<float>(most);
  strip.always_height = strip.height_of(always_in_row(paint, row), 0);
  strip.has_capacity = paint.source.capacity > 0;
  strip.capacity_height = std::round(static_cast<float>(paint.source.capacity) * strip.pixels_per_unit);
  return strip;
}

// What is always there, from the foot up as weights, gradients, optimizer and buffers where that is asked for.
void paint_always(const GanttPaint& paint, const Strip& strip, std::int32_t row, float right) {
  const auto rank = static_cast<std::size_t>(paint.geometry.first_rank(row));
  const float left = strip.rect.min.x;
  if (!(strip.always_height > 0) || right <= left) return;
  if (!paint.source.held_by_part || paint.geometry.ranks_in(row) > 1 || rank >= paint.source.curves.size())
    return paint_part(paint, strip, left, right, 0, strip.always_height, always_held_color(paint.theme));
  const MemoryCurve& curve = paint.source.curves[rank];
  const Theme& theme = paint.theme;
  float low = 0;
  double held = 0;
  for (const auto& [bytes, color] :
       {std::pair{curve.weights, theme.weights}, std::pair{curve.gradients, theme.gradients},
        std::pair{curve.optimizer, theme.optimizer}, std::pair{curve.buffers, theme.buffers}}) {
    held += bytes.value;
    const float high = std::min(strip.height_of(held, low), strip.always_height);
    if (high > low) paint_part(paint, strip, left, right, low, high, color);
    low = high;
  }
}

// A dot where the rank holds most, and beside it, on the side with more room, what begins then.
void paint_peak(const GanttPaint& paint, const Rect& rect, float height) {
  const GanttPeak& peak = *paint.source.peak;
  const Theme& theme = paint.theme;
  const auto x = static_cast<float>(paint.geometry.x_of(peak.time));
  if (x < rect.min.x || x > rect.max.x) return;
  const ImVec2 dot{x, rect.max.y - std::min(height, rect.height())};
  paint.draw.AddCircleFilled(dot, theme.px(3.5F), theme.text);
  const float line = text_height(theme, TextRole::secondary), gap = theme.px(8);
  if (rect.height() < 3 * line) return;
  const bool to_right = rect.max.x - x > x - rect.min.x;
  const float room = (to_right ? rect.max.x - x : x - rect.min.x) - 2 * gap;
  const std::string words = whole_clauses(theme, TextRole::secondary, peak.words, room);
  const float y = std::clamp(dot.y - line - theme.px(3), rect.min.y, rect.max.y - line);
  if (to_right)
    draw_text(paint.draw, theme, TextRole::secondary, {x + gap, y}, theme.text, words);
  else
    draw_text_right(paint.draw, theme, TextRole::secondary, {x - gap, y}, theme.text, words);
}

// What a high strip stands for, left of it: its capacity, or where it has no line its height, and what is always there.
void paint_strip_words(const GanttPaint& paint, std::int32_t row, const Strip& strip, double most) {
  const float line = text_height(paint.theme, TextRole::secondary);
  if (paint.source.held_words == nullptr || strip.rect.height() < 4 * line) return;
  const bool lined = strip.has_capacity && strip.capacity_height <= strip.rect.height();
  const auto at_left = [&](float height, double held) {
    const float y = std::clamp(strip.rect.max.y - height - line / 2, strip.rect.min.y, strip.rect.max.y - line);
    draw_text_right(paint.draw, paint.theme, TextRole::secondary, {paint.geometry.labels.max.x, y},
                    axis_ink(paint.theme.dim), paint.source.held_words(held));
    return y;
  };
  const float top = at_left(lined ? strip.capacity_height : strip.rect.height(), lined ? paint.source.capacity : most);
  const double always = always_in_row(paint, row);
  if (strip.rect.max.y - strip.always_height - line / 2 > top + 1.5f * line) at_left(strip.always_height, always);
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
    paint_always(paint, strip, row, right);
    for (std::size_t i = 0; i < count; ++i)
      paint_run(paint, strip, geometry.lanes.min.x + static_cast<float>(runs[i].first) * column_width,
                geometry.lanes.min.x + static_cast<float>(runs[i].last) * column_width, runs[i].held);
    paint_strip_words(paint, row, strip, most);
    const std::optional<GanttPeak>& peak = paint.source.peak;
    if (peak && geometry.ranks_in(row) == 1 && geometry.first_rank(row) == peak->rank)
      paint_peak(paint, strip.rect, strip.height_of(peak->held, strip.always_height));
    if (!strip.has_capacity || strip.capacity_height > strip.rect.height()) continue;
    const float y = strip.rect.max.y - strip.capacity_height;
    if (right > strip.rect.min.x) paint.draw.AddRectFilled({strip.rect.min.x, y}, {right, y + 1}, paint.theme.faint);
  }
}

namespace {

/// The scale of a strip from near: at its foot what is always there.
struct NearScale {
  double low = 0, high = 1;
  bool has_capacity = false;
};

NearScale near_scale(const GanttSource& source, std::int32_t rank) {
  const auto r = static_cast<std::size_t>(rank);
  NearScale scale{source.held->always[r], source.held->peaks[r], false};
  if (r < source.curves.size() && !source.curves[r].points.empty())
    scale.high = std::max(scale.high, source.curves[r].total(source.curves[r].peak).value);
  const double least = std::max(scale.high - scale.low, 1e-6 * std::max(scale.high, 1.0));
  scale.high = scale.low + least;
  scale.has_capacity = source.capacity > 0 && source.capacity < scale.low + capacity_shown_max * least;
  if (scale.has_capacity) scale.high = std::max(scale.high, source.capacity);
  return scale;
}

/// The scale's ends and the rank left of it, and in it what it is, where nothing is held so high.
void paint_near_words(const GanttPaint& paint, std::int32_t rank, const NearScale& scale, float highest) {
  const GanttSource& source = paint.source;
  const Rect& rect = paint.geometry.near;
  if (source.held_words == nullptr) return;
  const float line = text_height(paint.theme, TextRole::secondary), right = paint.geometry.labels.max.x;
  const auto at_left = [&](float y, ImU32 color, const std::string& words) {
    draw_text_right(paint.draw, paint.theme, TextRole::secondary, {right, y}, color, words);
  };
  const bool over = source.capacity > 0 && scale.low > source.capacity;
  at_left(rect.min.y - line * 0.2f, axis_ink(paint.theme.dim), source.held_words(scale.high));
  at_left(rect.max.y - line, axis_ink(over ? paint.theme.bad : paint.theme.dim), source.held_words(scale.low));
  const std::string name = std::string(source.layout.lane) + " " + std::to_string(rank);
  if (rect.height() >= 3 * line) at_left(rect.center().y - line / 2, paint.theme.text, name);
  const std::string words = "what " + name + " holds, from " + source.held_words(scale.low) + " that are always there" +
                            (scale.has_capacity ? " up to the capacity" : "") + "; point at another stage for its own";
  const float room = rect.width() - paint.theme.px(16);
  if (highest + line + paint.theme.px(6) < rect.height())
    draw_text(paint.draw, paint.theme, TextRole::secondary,
              {rect.min.x + paint.theme.px(8), rect.min.y + paint.theme.px(3)}, paint.theme.dim,
              whole_clauses(paint.theme, TextRole::secondary, words, room));
}

}  // namespace

void paint_near_strip(const GanttPaint& paint, std::int32_t rank) {
  const Rect& rect = paint.geometry.near;
  if (paint.source.held == nullptr || rect.height() <= 0 || rank < 0) return;
  const NearScale scale = near_scale(paint.source, rank);
  const float pixels_per_unit = rect.height() / static_cast<float>(scale.high - scale.low);
  const auto height_of = [&](double held) {
    return std::clamp(static_cast<float>(held - scale.low) * pixels_per_unit, 0.0f, rect.height());
  };
  paint.draw.AddRectFilled(rect.min, rect.max, blend(paint.theme.panel, paint.theme.raised, 0.5f));
  std::vector<float> columns(static_cast<std::size_t>(std::max(rect.width(), 1.0f)));
  std::vector<HeldRun> runs(std::max<std::size_t>(strip_quads(paint.source), 4));
  held_columns_of(paint, rank, columns);
  const std::size_t count = merge_held(columns, runs);
  const float column_width = rect.width() / static_cast<float>(columns.size());
  const float end = std::min(static_cast<float>(paint.geometry.x_of(paint.index.step)), rect.max.x);
  const float border = scale.has_capacity ? height_of(paint.source.capacity) : rect.height();
  float highest = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const float left = rect.min.x + static_cast<float>(runs[i].first) * column_width;
    const float right = std::min(rect.min.x + static_cast<float>(runs[i].last) * column_width, end);
    const float height = height_of(runs[i].held);
    highest = std::max(highest, height);
    if (right <= left || height <= 0) continue;
    paint.draw.AddRectFilled({left, rect.max.y - std::min(height, border)}, {right, rect.max.y},
                             held_color(paint.theme));
    if (height > border)
      paint.draw.AddRectFilled({left, rect.max.y - height}, {right, rect.max.y - border}, paint.theme.bad);
  }
  paint.draw.AddRectFilled({rect.min.x, rect.max.y - paint.theme.snapped_px(3)}, {end, rect.max.y},
                           always_held_color(paint.theme));
  if (scale.has_capacity)
    paint.draw.AddRectFilled({rect.min.x, rect.max.y - border}, {end, rect.max.y - border + paint.theme.snapped_px(1)},
                             paint.theme.bad);
  paint_near_words(paint, rank, scale, highest);
  if (paint.source.peak && paint.source.peak->rank == rank) paint_peak(paint, rect, height_of(paint.source.peak->held));
}

}  // namespace shardscope
