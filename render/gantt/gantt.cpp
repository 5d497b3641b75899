#include "render/gantt/gantt.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "render/chart/time_axis.h"
#include "render/gantt/gantt_links.h"
#include "render/gantt/gantt_pixels.h"
#include "render/gantt/gantt_readout.h"
#include "render/gantt/gantt_strip.h"
#include "render/gantt/gantt_transfers.h"
#include "render/text/axis_ink.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

// Lengths at scale 1.
constexpr float tick_spacing_min = 84;

// The distance from one label to the next, in rows, so that labels don't touch.
std::int32_t rows_per_label(float pitch, float text_height) {
  for (std::int32_t power = 1;; power *= 10)
    for (const std::int32_t rows : {power, 2 * power, 4 * power, 5 * power, 8 * power})
      if (static_cast<float>(rows) * pitch >= text_height) return rows;
}

// Whether a rank that the label stands for ever holds more than there is room for.
bool is_over(const GanttPaint& paint, std::int32_t first_row, std::int32_t rows) {
  const GanttSource& source = paint.source;
  if (source.held == nullptr || source.held->peaks.empty() || !(source.capacity > 0) || !source.layout.strips)
    return false;
  for (std::int32_t row = first_row; row < std::min(first_row + rows, paint.geometry.rows); ++row)
    for (std::int32_t i = 0; i < paint.geometry.ranks_in(row); ++i)
      if (source.held->peaks[static_cast<std::size_t>(paint.geometry.first_rank(row) + i)] >
          source.capacity * (1 + 1e-9))
        return true;
  return false;
}

void paint_lane_labels(const GanttPaint& paint) {
  const GanttGeometry& geometry = paint.geometry;
  const float height = text_height(paint.theme, TextRole::secondary);
  if (geometry.rows == 0) return;
  const std::int32_t every = rows_per_label(geometry.pitch, height);
  for (std::int32_t row = 0; row < geometry.rows; row += every) {
    std::array<char, 56> text;
    const std::string_view word = paint.source.layout.lane;
    const std::int32_t first = geometry.first_rank(row), last = first + geometry.ranks_in(row) - 1;
    const int length = static_cast<int>(word.size());
    if (paint.source.layout.ranks_per_row > 1 && last > first)
      std::snprintf(text.data(), text.size(), "%.*s %d–%d", length, word.data(), first, last);
    else
      std::snprintf(text.data(), text.size(), "%.*s %d", length, word.data(), first);
    const Rect rect = geometry.row_rect(row);
    // A label of several thin rows stands beside the first of them.
    const float y = every == 1 ? rect.center().y - height / 2 : rect.min.y;
    draw_text_right(paint.draw, paint.theme, TextRole::secondary, {geometry.labels.max.x, y},
                    is_over(paint, row, every) ? paint.theme.bad : paint.theme.dim, text.data());
  }
}

// The box of the cursor's moment on the axis, where the cursor is in view.
struct CursorMark {
  float x = 0;
  Rect box;
  std::string words;
};
std::optional<CursorMark> mark_at(const GanttPaint& paint, std::optional<double> moment, std::string words) {
  const GanttGeometry& geometry = paint.geometry;
  if (!moment) return std::nullopt;
  CursorMark mark;
  mark.x = static_cast<float>(std::round(geometry.x_of(*moment)));
  if (mark.x < geometry.lanes.min.x || mark.x > geometry.lanes.max.x) return std::nullopt;
  mark.words = std::move(words);
  const float half = text_width(paint.theme, TextRole::secondary, mark.words) / 2 + paint.theme.px(5);
  const float height = text_height(paint.theme, TextRole::secondary), top = geometry.axis.min.y + paint.theme.px(4);
  const float middle =
      std::clamp(mark.x, geometry.axis.min.x + half, std::max(geometry.axis.min.x + half, geometry.axis.max.x - half));
  mark.box = {{middle - half, top - 1}, {middle + half, top + height + 1}};
  return mark;
}

std::optional<CursorMark> cursor_mark(const GanttPaint& paint, std::optional<double> moment) {
  if (!moment) return std::nullopt;
  const bool units = paint.source.unit == TimeUnit::units;
  return mark_at(paint, moment, units ? fixed(*moment, 1) : format_seconds(Seconds{*moment}).text());
}

/// Labels of moments stand where no mark does.
void paint_axis(const GanttPaint& paint, std::span<const std::optional<CursorMark>> marks) {
  const GanttGeometry& geometry = paint.geometry;
  const auto ticks_max = static_cast<int>(geometry.lanes.width() / paint.theme.px(tick_spacing_min)) + 1;
  const float top = geometry.axis.min.y + paint.theme.px(4);
  for (const TimeTick& tick : time_ticks(geometry.time, std::clamp(ticks_max, 2, 16), paint.source.unit)) {
    const float width = text_width(paint.theme, TextRole::secondary, tick.label);
    const auto x = static_cast<float>(geometry.x_of(tick.seconds));
    const auto covers = [&](const std::optional<CursorMark>& mark) {
      return mark && x + width / 2 > mark->box.min.x - 4 && x - width / 2 < mark->box.max.x + 4;
    };
    if (std::any_of(marks.begin(), marks.end(), covers)) continue;
    draw_text_centered(paint.draw, paint.theme, TextRole::secondary,
                       {std::min(x, geometry.axis.max.x - width / 2), top}, axis_ink(paint.theme.dim), tick.label);
  }
}

// The share of ranks that are busy, over the whole step, with a frame around the part that the chart shows.
void paint_minimap(const GanttPaint& paint) {
  const Rect& map = paint.geometry.minimap;
  if (map.height() < 2 || paint.geometry.extent.step <= 0) return;
  const double step = paint.geometry.extent.step;
  // The axis may go on after this step: another chart's is longer.
  const float column =
      map.width() * static_cast<float>(paint.index.step / step) / static_cast<float>(paint.index.overview.size());
  const ImU32 ground = blend(paint.theme.panel, paint.theme.accent, 0.08f);
  const ImU32 busy = blend(paint.theme.panel, paint.theme.forward, 0.55f);
  paint.draw.AddRectFilled(map.min, map.max, ground);
  for (std::size_t i = 0; i < paint.index.overview.size(); ++i) {
    const float height = (1 - paint.index.overview[i].of(BarKind::idle)) * map.height();
    const float left = map.min.x + static_cast<float>(i) * column;
    paint.draw.AddRectFilled({left, map.max.y - height}, {left + column, map.max.y}, busy);
  }
  const auto x_of = [&](double seconds) { return map.min.x + static_cast<float>(seconds / step) * map.width(); };
  Rect window = {{x_of(paint.geometry.time.start), map.min.y}, {x_of(paint.geometry.time.end), map.max.y}};
  const ImU32 veil = with_alpha(paint.theme.panel, 0.6f);
  paint.draw.AddRectFilled(map.min, {window.min.x, map.max.y}, veil);
  paint.draw.AddRectFilled({window.max.x, map.min.y}, map.max, veil);
  window.max.x = std::max(window.max.x, window.min.x + paint.theme.px(3));  // still a frame at the closest zoom
  paint_outline(paint.draw, window, std::max(1.0f, paint.theme.snapped_px(1)), paint.theme.accent);
}

void paint_selected(const GanttPaint& paint, std::int32_t rank) {
  const LaneRange shown = paint.geometry.shown;
  if (rank < shown.first || rank >= shown.first + shown.count) return;
  Rect row = paint.geometry.row_rect(paint.geometry.row_of(rank));
  row.min.y -= 1, row.max.y += 1;  // around the bars, not over them
  paint_outline(paint.draw, row, 1, paint.theme.text);
}

// What a column of mixed work shows at a moment, over the ranks that share the row.
ColumnMix mix_at(const GanttPaint& paint, LaneRange ranks, double moment) {
  const GanttGeometry& geometry = paint.geometry;
  const double half = geometry.time.length() / std::max(geometry.lanes.width(), 1.0f) * column_pixels(geometry) / 2;
  const TimeRange range{std::max(moment - half, 0.0), moment + half};
  ColumnMix mix;
  for (std::int32_t rank = ranks.first; rank < ranks.first + ranks.count; ++rank) {
    std::array<ColumnMix, 1> of_rank;
    mix_columns(lane_index(paint.timeline, paint.index, rank), range, of_rank);
    for (std::size_t kind = 0; kind < bar_kinds; ++kind)
      mix.share[kind] += of_rank[0].share[kind] / static_cast<float>(ranks.count);
  }
  return mix;
}

void paint_hovered(const GanttPaint& paint, const GanttHover& hover) {
  if (hover.place != GanttPlace::lanes || !hover.pass) return;
  if (gantt_detail(paint.geometry, paint.source) == GanttDetail::columns) return;
  const Rect rect = bar_rect(paint.geometry, *hover.rank, hover.range);
  if (rect.width() > 0) paint_outline(paint.draw, rect, 1, paint.theme.text);
  if (hover.bar) paint_links(paint, {*hover.rank, *hover.bar});
}

// What is later than the moment is all but gone: bars come out from under it as time goes on.
void paint_veil(const GanttPaint& paint, double moment) {
  const GanttGeometry& geometry = paint.geometry;
  const auto left = static_cast<float>(geometry.x_of(moment));
  const float from = std::max(left, geometry.lanes.min.x);
  if (from >= geometry.lanes.max.x) return;
  paint.draw.AddRectFilled({from, geometry.lanes.min.y}, geometry.lanes.max, with_alpha(paint.theme.panel, 0.88f));
}

// The rank that is pointed at, the one that is picked, the one whose peak is marked, or the one that holds most.
std::int32_t rank_from_near(const GanttSource& source, const GanttView& view, const GanttHover& hover) {
  const std::vector<double>& peaks = source.held->peaks;
  if (hover.rank) return *hover.rank;
  if (view.stage && *view.stage < static_cast<std::int32_t>(peaks.size())) return *view.stage;
  if (source.peak) return source.peak->rank;
  return static_cast<std::int32_t>(std::max_element(peaks.begin(), peaks.end()) - peaks.begin());
}

// A dashed line through all lanes, and its moment on the axis.
void paint_cursor(const GanttPaint& paint, const CursorMark& mark, ImU32 color) {
  constexpr float dash = 4;
  constexpr int dashes_max = 150;
  const GanttGeometry& geometry = paint.geometry;
  const float width = std::max(1.0f, std::round(paint.theme.px(1.5f)));
  const float bottom = std::max(geometry.lanes.max.y, geometry.near.max.y);
  const float length = std::max(paint.theme.px(dash), (bottom - geometry.lanes.min.y) / (2 * dashes_max));
  for (float y = geometry.lanes.min.y; y < bottom; y += 2 * length)
    paint.draw.AddRectFilled({mark.x, y}, {mark.x + width, std::min(y + length, bottom)}, color);
  paint.draw.AddRectFilled(mark.box.min, mark.box.max, color, paint.theme.px(3));
  draw_text_centered(paint.draw, paint.theme, TextRole::secondary, {mark.box.center().x, mark.box.min.y + 1},
                     paint.theme.panel, mark.words);
}

}  // namespace

GanttExtent gantt_extent(const TimelineIndex& index) {
  return {index.step, static_cast<std::int32_t>(index.step_ends.size())};
}

GanttExtent gantt_extent(const GanttSource& source) {
  GanttExtent extent = gantt_extent(source.index);
  extent.step = std::max(extent.step, source.length);
  return extent;
}

GanttGeometry gantt_geometry(const Rect& area, const GanttView& view, const GanttSource& source, const Theme& theme) {
  return gantt_geometry(area, view, gantt_extent(source), theme, source.layout);
}

GanttHover gantt_hover(const GanttGeometry& geometry, const Timeline& timeline, const TimelineIndex& index,
                       ImVec2 pointer) {
  GanttHover hover;
  if (geometry.minimap.contains(pointer)) {
    hover.place = GanttPlace::minimap;
    hover.time = geometry.minimap_time_of(pointer.x);
  } else if (geometry.axis.contains(pointer) || geometry.near.contains(pointer)) {
    hover.place = GanttPlace::axis;
    hover.time = geometry.time_of(pointer.x);
  } else if (geometry.labels.contains(pointer)) {
    hover.place = GanttPlace::labels;
    hover.rank = geometry.rank_at(pointer.y);
  } else if (geometry.lanes.contains(pointer)) {
    hover.place = GanttPlace::lanes;
    hover.time = geometry.time_of(pointer.x);
    hover.rank = geometry.rank_at(pointer.y);
    if (!hover.rank) return hover;
    if (hover.time > index.step) {
      hover.after_end = true;
      return hover;
    }
    hover.on_transfers = geometry.transfers_rect(geometry.row_of(*hover.rank)).contains(pointer);
    if (hover.on_transfers) hover.transfer = transfer_at(timeline, index, *hover.rank, hover.time);
    const LaneIndex lane = lane_index(timeline, index, *hover.rank);
    const LaneState moment = lane_state_at(lane, hover.time, index.step);
    hover.kind = moment.kind;
    hover.range = moment.range;
    if (!moment.bar) return hover;
    hover.pass = lane.bars[*moment.bar].pass;
    hover.bar = moment.bar;
    hover.waited = waited_for(timeline, index, {*hover.rank, *moment.bar});
  }
  return hover;
}

GanttHover draw_gantt(ImDrawList& draw, const Rect& area, const GanttSource& source, const GanttView& view,
                      const Theme& theme, ImVec2 pointer) {
  if (source.timeline.ranks == 0 || !(source.index.step > 0)) return {};
  const GanttGeometry geometry = gantt_geometry(area, view, source, theme);
  GanttPalette palette = gantt_palette(theme, view.coloring, source.timeline);
  if (source.expected_until) palette = calmed(std::move(palette), theme);
  const GanttPaint paint{draw, geometry, source, palette, theme};
  GanttHover hover = gantt_hover(geometry, source.timeline, source.index, pointer);
  if (hover.place == GanttPlace::lanes && hover.rank && !hover.after_end &&
      gantt_detail(geometry, source) == GanttDetail::columns) {
    hover.together = {geometry.first_rank(geometry.row_of(*hover.rank)),
                      geometry.ranks_in(geometry.row_of(*hover.rank))};
    hover.mix = mix_at(paint, hover.together, hover.time);
  }
  draw.PushClipRect(area.min, area.max, true);
  paint_gantt_bars(paint);
  if (source.layout.transfers) paint_transfers(paint);
  if (source.layout.strips) paint_strips(paint);
  if (geometry.near.height() > 0) paint_near_strip(paint, rank_from_near(source, view, hover));
  if (source.critical != nullptr) paint_critical(paint, *source.critical);
  if (view.micro_batch) paint_followed(paint, *view.micro_batch);
  if (view.revealed) paint_veil(paint, *view.revealed);
  if (view.stage) paint_selected(paint, *view.stage);
  paint_hovered(paint, hover);
  paint_lane_labels(paint);
  const std::array marks = {cursor_mark(paint, view.cursor),
                            mark_at(paint, source.expected_until, source.expected_words)};
  paint_axis(paint, marks);
  if (source.layout.minimap) paint_minimap(paint);
  if (marks[1]) paint_cursor(paint, *marks[1], theme.accent);
  if (marks[0]) paint_cursor(paint, *marks[0], theme.text);
  if (view.cursor && source.layout.readout > 0) paint_readout(paint, *view.cursor);
  draw.PopClipRect();
  return hover;
}

}  // namespace shardscope
