#include "render/gantt/gantt_bars.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "render/gantt/gantt_canvas.h"
#include "render/gantt/gantt_idle.h"
#include "render/gantt/gantt_transfers.h"

namespace shardscope {

namespace {

constexpr float bar_width_with_gap = 6;  // pixels; narrower bars touch
constexpr float row_for_bars = 10;       // pixels; lower ones have no numbers and no gaps to lose as columns
constexpr float pixels_per_bar = 6;      // fewer on average, and columns are drawn
constexpr float number_size = 0.85f, small_number_size = 0.77f;  // of secondary text
constexpr float number_padding = 1;                              // at scale 1, both sides together

int digits_of(std::int32_t number) {
  int digits = 1;
  for (; number >= 10; number /= 10) ++digits;
  return digits;
}

void fill(ImDrawList& draw, float x0, float y0, float x1, float y1, ImU32 color) {
  draw.AddRectFilled({x0, y0}, {x1, y1}, color);
}

bool is_empty(const Rect& rect) {
  return !(rect.width() > 0);
}

// Half a pixel and more of recomputation has a colour of its own.
bool shows_recompute(const GanttGeometry& geometry, double seconds) {
  return seconds / geometry.time.length() * geometry.lanes.width() >= 0.5;
}

// Numbers of micro-batches on bars: what they need to fit, and how many of them are written.
struct Numbers {
  Face face;
  float width_max = 0;  // of the widest number of the timeline, with its padding: bars have numbers all or none
  float digit_width = 0;
  std::int32_t every = 0;  // 0: none; 2: every second micro-batch

  bool fits(const Rect& bar) const { return bar.width() >= width_max; }
};

// Calls use(bar, rect) for each bar of a lane in view.
template <class Use>
void each_bar(const GanttPaint& paint, std::int32_t rank, const Use& use) {
  const LaneIndex lane = lane_index(paint.timeline, paint.index, rank);
  const BarSpan span = bars_in(lane, paint.geometry.time);
  for (std::size_t i = span.first; i < span.last; ++i) {
    const PassRecord& bar = lane.bars[i];
    const Rect rect = bar_rect(paint.geometry, rank, {bar.start, bar.end});
    if (!is_empty(rect)) use(lane, bar, rect);
  }
}

std::int32_t numbers_every(const GanttPaint& paint, const Numbers& numbers) {
  // How many glyphs every 1st, 2nd, 4th … micro-batch takes; what bars leave of their quads is theirs too.
  std::array<std::size_t, 12> glyphs = {};
  std::size_t bars = 0;
  const LaneRange shown = paint.geometry.shown;
  for (std::int32_t rank = shown.first; rank < shown.first + shown.count; ++rank)
    each_bar(paint, rank, [&](const LaneIndex&, const PassRecord& bar, const Rect& rect) {
      ++bars;
      const std::int32_t number = bar.pass.micro_batch;
      if (!numbers.fits(rect)) return;
      for (std::size_t power = 0; power < glyphs.size() && number % (1 << power) == 0; ++power)
        glyphs[power] += static_cast<std::size_t>(digits_of(number));
    });
  if (glyphs[0] == 0) return 0;
  const std::size_t of_bars = bar_quads(paint.source), bars_at_most = 2 * bars;  // with the recomputation in each
  const std::size_t left = of_bars > bars_at_most ? of_bars - bars_at_most : 0;
  for (std::size_t power = 0; power < glyphs.size(); ++power)
    if (glyphs[power] <= glyph_quads(paint.source) + left) return 1 << power;
  return 0;
}

Numbers numbers_of_size(const GanttPaint& paint, float size) {
  Numbers numbers;
  numbers.face = paint.theme.face(TextRole::secondary);
  numbers.face.size = std::round(numbers.face.size * size);
  if (numbers.face.font == nullptr || paint.geometry.row_rect(0).height() < numbers.face.size * 0.85f) return numbers;
  numbers.digit_width = numbers.face.font->CalcTextSizeA(numbers.face.size, 1e9f, 0, "0").x;
  const int digits = digits_of(paint.timeline.micro_batches - 1);
  numbers.width_max = static_cast<float>(digits) * numbers.digit_width + paint.theme.px(number_padding);
  numbers.every = numbers_every(paint, numbers);
  return numbers;
}

/// Smaller where the usual ones are too wide for every bar.
Numbers numbers_for(const GanttPaint& paint) {
  const Numbers numbers = numbers_of_size(paint, number_size);
  return numbers.every > 0 ? numbers : numbers_of_size(paint, small_number_size);
}

void paint_number(const GanttPaint& paint, const Numbers& numbers, const Rect& rect, Pass pass) {
  if (numbers.every == 0 || pass.micro_batch % numbers.every != 0 || !numbers.fits(rect)) return;
  std::array<char, 12> text;
  const char* const end = std::to_chars(text.data(), text.data() + text.size(), pass.micro_batch).ptr;
  const float width = static_cast<float>(end - text.data()) * numbers.digit_width;
  const ImVec2 center = rect.center();
  paint.draw.AddText(numbers.face.font, numbers.face.size,
                     {std::round(center.x - width / 2), std::round(center.y - numbers.face.size / 2)},
                     paint.palette.ink[paint.palette.slot(pass)], text.data(), end);
}

// Exchange and optimizer run beside the compute stream: lower half of the row.
void paint_step_end(const GanttPaint& paint, std::int32_t rank) {
  for (const auto& [kind, range] : parts_of(paint.index.step_ends[static_cast<std::size_t>(rank)])) {
    if (!(range.length() > 0)) continue;
    const Rect rect = bar_rect(paint.geometry, rank, range);
    if (is_empty(rect)) continue;
    const float middle = std::round(rect.center().y);
    fill(paint.draw, rect.min.x, middle, rect.max.x, rect.max.y, paint.palette.color_of_kind(paint.theme, kind));
  }
}

void paint_single_bars(const GanttPaint& paint) {
  const Numbers numbers = numbers_for(paint);
  const LaneRange shown = paint.geometry.shown;
  for (std::int32_t rank = shown.first; rank < shown.first + shown.count; ++rank) {
    paint_gaps(paint, rank);
    each_bar(paint, rank, [&](const LaneIndex& lane, const PassRecord& bar, const Rect& rect) {
      float left = rect.min.x;
      const double recompute = lane.recompute_seconds(bar);
      if (paint.palette.by_kind() && shows_recompute(paint.geometry, recompute)) {
        const auto border = static_cast<float>(paint.geometry.x_of(bar.start + recompute));
        const float cut = std::clamp(border, rect.min.x, rect.max.x);
        fill(paint.draw, left, rect.min.y, cut, rect.max.y,
             paint.palette.color_of_kind(paint.theme, BarKind::recompute));
        left = cut;
      }
      fill(paint.draw, left, rect.min.y, rect.max.x, rect.max.y, paint.palette.color(bar.pass));
      paint_number(paint, numbers, rect, bar.pass);
    });
    paint_step_end(paint, rank);
  }
}

}  // namespace

std::size_t bar_quads(const GanttSource& source) {
  std::size_t most = source.quads_max * 65 / 100;
  if (source.layout.strips) most -= strip_quads(source);
  if (source.critical != nullptr) most -= 4 * path_steps_max(source);
  if (source.layout.transfers) most -= transfer_quads(source);
  return most;
}

std::size_t glyph_quads(const GanttSource& source) {
  return source.quads_max * 11 / 80;
}

std::size_t marks_max(const GanttSource& source) {
  return source.quads_max / 40;  // of four quads each
}

std::size_t path_steps_max(const GanttSource& source) {
  return source.quads_max / 40;
}

std::size_t strip_quads(const GanttSource& source) {
  return source.quads_max * 12 / 100;
}

GanttDetail gantt_detail(const GanttGeometry& geometry, const GanttSource& source) {
  if (geometry.ranks_per_row > 1) return GanttDetail::columns;
  const auto in_lane_max = static_cast<std::size_t>(geometry.lanes.width() / pixels_per_bar);
  const bool low = geometry.rows > 0 && geometry.row_rect(0).height() < row_for_bars;
  const std::size_t most = bar_quads(source) / (low ? 4 : 1);  // quads that cut many pixels in two are dear
  std::size_t quads = 0;
  for (std::int32_t rank = geometry.shown.first; rank < geometry.shown.first + geometry.shown.count; ++rank) {
    const LaneIndex lane = lane_index(source.timeline, source.index, rank);
    const std::size_t bars = bars_in(lane, geometry.time).count();
    quads += bars + 2;  // and the step's end's two
    const bool recomputes = std::any_of(lane.recompute.begin(), lane.recompute.end(),
                                        [&](Seconds seconds) { return shows_recompute(geometry, seconds.value); });
    if (recomputes) quads += bars / 2 + 1;  // about half of the bars are backwards
    if (bars > in_lane_max || quads > most) return GanttDetail::columns;
  }
  return GanttDetail::bars;
}

void paint_gantt_bars(const GanttPaint& paint) {
  if (paint.geometry.rows == 0) return;
  if (gantt_detail(paint.geometry, paint.source) == GanttDetail::bars)
    paint_single_bars(paint);
  else if (paint.source.canvas != nullptr)
    paint.source.canvas->paint(paint);
}

void mix_row(const GanttPaint& paint, std::int32_t row, TimeRange range, std::span<ColumnMix> columns,
             std::span<ColumnMix> of_rank) {
  const std::int32_t first = paint.geometry.first_rank(row), ranks = paint.geometry.ranks_in(row);
  mix_columns(lane_index(paint.timeline, paint.index, first), range, columns);
  for (std::int32_t rank = first + 1; rank < first + ranks; ++rank) {
    mix_columns(lane_index(paint.timeline, paint.index, rank), range, of_rank);
    for (std::size_t i = 0; i < columns.size(); ++i)
      for (std::size_t kind = 0; kind < bar_kinds; ++kind) columns[i].share[kind] += of_rank[i].share[kind];
  }
  if (ranks > 1)
    for (ColumnMix& mixed : columns)
      for (float& share : mixed.share) share /= static_cast<float>(ranks);
}

Rect bar_rect(const GanttGeometry& geometry, std::int32_t rank, TimeRange time) {
  Rect rect = geometry.row_rect(geometry.row_of(rank));
  const double left = geometry.x_of(time.start), right = geometry.x_of(time.end);
  const double gap = right - left >= bar_width_with_gap ? 1 : 0;
  const auto cut = [&](double x) {
    return static_cast<float>(
        std::clamp(x, static_cast<double>(geometry.lanes.min.x), static_cast<double>(geometry.lanes.max.x)));
  };
  rect.min.x = cut(left);
  rect.max.x = cut(std::max(right - gap, left + 1));
  return rect;
}

void paint_outline(ImDrawList& draw, const Rect& rect, float thickness, ImU32 color) {
  fill(draw, rect.min.x, rect.min.y, rect.max.x, rect.min.y + thickness, color);
  fill(draw, rect.min.x, rect.max.y - thickness, rect.max.x, rect.max.y, color);
  fill(draw, rect.min.x, rect.min.y + thickness, rect.min.x + thickness, rect.max.y - thickness, color);
  fill(draw, rect.max.x - thickness, rect.min.y + thickness, rect.max.x, rect.max.y - thickness, color);
}

void paint_followed(const GanttPaint& paint, std::int32_t micro_batch) {
  const LaneRange shown = paint.geometry.shown;
  const std::size_t marks =
      static_cast<std::size_t>(shown.count) * 3 * static_cast<std::size_t>(paint.timeline.virtual_stages);
  // Where ranks are more than can be told apart, some of them show the way.
  const auto stride = static_cast<std::int32_t>(marks / marks_max(paint.source) + 1);
  const float thickness = std::max(1.0f, std::round(1.25f * paint.theme.scale));
  for (std::int32_t rank = shown.first; rank < shown.first + shown.count; rank += stride) {
    const LaneIndex lane = lane_index(paint.timeline, paint.index, rank);
    for (std::int32_t chunk = 0; chunk < paint.timeline.virtual_stages; ++chunk)
      for (const PassKind kind : {PassKind::forward, PassKind::backward, PassKind::backward_weight}) {
        const auto bar = find_bar(lane, {kind, static_cast<std::uint16_t>(chunk), micro_batch});
        if (!bar) continue;
        const Rect rect = bar_rect(paint.geometry, rank, {lane.bars[*bar].start, lane.bars[*bar].end});
        if (is_empty(rect)) continue;
        if (rect.width() >= 3 * thickness && rect.height() >= 3 * thickness)
          paint_outline(paint.draw, rect, thickness, paint.theme.text);
        else
          fill(paint.draw, rect.min.x, rect.min.y, std::max(rect.max.x, rect.min.x + thickness), rect.max.y,
               paint.theme.text);
      }
  }
}

}  // namespace shardscope
