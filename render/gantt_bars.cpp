#include "render/gantt_bars.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <vector>

#include "render/gantt_idle.h"
#include "render/gantt_runs.h"
#include "render/gantt_transfers.h"

namespace shardscope {

namespace {

constexpr std::size_t bands_max = 5;       // of one stacked column: forward, recompute, backward, weight, idle
constexpr float idle_unseen = 0.12f;       // hatch under a colour that leaves no more than this free shows nothing
constexpr float stacked_height_min = 4;    // pixels; in lower rows colours are mixed instead
constexpr float bar_width_with_gap = 3;    // pixels; narrower bars touch
constexpr float pixels_a_bar = 3;          // fewer on average, and columns are drawn
constexpr float number_size = 0.85f;       // of secondary text
constexpr float number_padding = 1;        // at scale 1, both sides together
constexpr std::size_t columns_a_run = 24;  // sampled, so that a run's edges are sharper than its share of the width

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
  // How many glyphs every 1st, 2nd, 4th … micro-batch takes.
  std::array<std::size_t, 12> glyphs = {};
  const LaneRange shown = paint.geometry.shown;
  for (std::int32_t rank = shown.first; rank < shown.first + shown.count; ++rank)
    each_bar(paint, rank, [&](const LaneIndex&, const PassRecord& bar, const Rect& rect) {
      const std::int32_t number = bar.pass.micro_batch;
      if (!numbers.fits(rect)) return;
      for (std::size_t power = 0; power < glyphs.size() && number % (1 << power) == 0; ++power)
        glyphs[power] += static_cast<std::size_t>(digits_of(number));
    });
  for (std::size_t power = 0; power < glyphs.size(); ++power)
    if (glyphs[power] <= glyph_quads(paint.source)) return 1 << power;
  return 0;
}

Numbers numbers_for(const GanttPaint& paint) {
  Numbers numbers;
  numbers.face = paint.theme.face(TextRole::secondary);
  numbers.face.size = std::round(numbers.face.size * number_size);
  if (numbers.face.font == nullptr || paint.geometry.row_rect(0).height() < numbers.face.size * 0.85f) return numbers;
  numbers.digit_width = numbers.face.font->CalcTextSizeA(numbers.face.size, 1e9f, 0, "0").x;
  const int digits = digits_of(paint.timeline.micro_batches - 1);
  numbers.width_max = static_cast<float>(digits) * numbers.digit_width + paint.theme.px(number_padding);
  numbers.every = numbers_every(paint, numbers);
  return numbers;
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
void paint_tail(const GanttPaint& paint, std::int32_t rank) {
  const StepTail& tail = paint.index.tails[static_cast<std::size_t>(rank)];
  const auto part = [&](double start, double end, BarKind kind) {
    if (!(end > start)) return;
    const Rect rect = bar_rect(paint.geometry, rank, {start, end});
    if (is_empty(rect)) return;
    const float middle = std::round(rect.center().y);
    fill(paint.draw, rect.min.x, middle, rect.max.x, rect.max.y, bar_color(paint.theme, kind));
  };
  part(tail.gradients_start, tail.gradients_end, BarKind::gradient_sync);
  part(tail.optimizer_start, tail.optimizer_end, BarKind::optimizer);
  part(tail.parameters_start, tail.parameters_end, BarKind::gradient_sync);
}

void paint_single_bars(const GanttPaint& paint, bool with_recompute) {
  const Numbers numbers = numbers_for(paint);
  const LaneRange shown = paint.geometry.shown;
  for (std::int32_t rank = shown.first; rank < shown.first + shown.count; ++rank) {
    paint_gaps(paint, rank);
    each_bar(paint, rank, [&](const LaneIndex& lane, const PassRecord& bar, const Rect& rect) {
      float left = rect.min.x;
      const double recompute = lane.recompute_seconds(bar);
      if (with_recompute && paint.palette.by_kind() && shows_recompute(paint.geometry, recompute)) {
        const auto border = static_cast<float>(paint.geometry.x_of(bar.start + recompute));
        const float cut = std::clamp(border, rect.min.x, rect.max.x);
        fill(paint.draw, left, rect.min.y, cut, rect.max.y, bar_color(paint.theme, BarKind::recompute));
        left = cut;
      }
      fill(paint.draw, left, rect.min.y, rect.max.x, rect.max.y, paint.palette.color(bar.pass));
      paint_number(paint, numbers, rect, bar.pass);
    });
    paint_tail(paint, rank);
  }
}

// The kinds' shares one above the other; what is idle stays free.
void paint_stacked(const GanttPaint& paint, const Rect& rect, const ColumnMix& mix) {
  float top = rect.min.y;
  for (std::size_t kind = 0; kind + 1 < bar_kinds; ++kind) {
    const float bottom = top + mix.share[kind] * rect.height();
    if (mix.share[kind] > 0.01f)
      fill(paint.draw, rect.min.x, top, rect.max.x, bottom,
           paint.palette.color_of_kind(paint.theme, static_cast<BarKind>(kind)));
    top = bottom;
  }
  if (mix.of(BarKind::idle) > 0.01f) paint_idle(paint, {{rect.min.x, top}, rect.max});
}

void paint_mixed(const GanttPaint& paint, const Rect& rect, const ColumnMix& mix) {
  const float busy = 1 - mix.of(BarKind::idle);
  if (busy < 1 - idle_unseen) paint_idle(paint, rect);
  if (busy < 0.01f) return;
  ImVec4 sum(0, 0, 0, std::min(busy, 1.0f));
  for (std::size_t kind = 0; kind + 1 < bar_kinds; ++kind) {
    const ImVec4 color =
        ImGui::ColorConvertU32ToFloat4(paint.palette.color_of_kind(paint.theme, static_cast<BarKind>(kind)));
    const float weight = mix.share[kind] / busy;
    sum.x += color.x * weight, sum.y += color.y * weight, sum.z += color.z * weight;
  }
  fill(paint.draw, rect.min.x, rect.min.y, rect.max.x, rect.max.y, ImGui::ColorConvertFloat4ToU32(sum));
}

// The mean mix of the ranks that share a row. `of_rank` is room for one rank's columns.
void mix_row(const GanttPaint& paint, std::int32_t row, std::span<ColumnMix> columns, std::span<ColumnMix> of_rank) {
  const std::int32_t ranks = paint.geometry.ranks_in(row), first = paint.geometry.first_rank(row);
  mix_columns(lane_index(paint.timeline, paint.index, first), paint.geometry.time, columns);
  for (std::int32_t rank = first + 1; rank < first + ranks; ++rank) {
    mix_columns(lane_index(paint.timeline, paint.index, rank), paint.geometry.time, of_rank);
    const float weight = 1 / static_cast<float>(rank - first + 1);
    for (std::size_t i = 0; i < columns.size(); ++i)
      for (std::size_t kind = 0; kind < bar_kinds; ++kind)
        columns[i].share[kind] += (of_rank[i].share[kind] - columns[i].share[kind]) * weight;
  }
}

void paint_columns(const GanttPaint& paint) {
  const GanttGeometry& geometry = paint.geometry;
  const bool stacked = geometry.row_rect(0).height() >= stacked_height_min;
  const std::size_t rows = static_cast<std::size_t>(geometry.rows);
  const std::size_t runs_max = std::max<std::size_t>(bar_quads(paint.source) / rows / (stacked ? bands_max : 2), 1);
  const auto pixels = static_cast<std::size_t>(std::max(geometry.lanes.width(), 1.0f));
  std::vector<ColumnMix> columns(std::min(pixels / 2 + 1, columns_a_run * runs_max)), of_rank(columns.size());
  std::vector<MixRun> runs(runs_max);
  const float column_width = geometry.lanes.width() / static_cast<float>(columns.size());
  for (std::int32_t row = 0; row < geometry.rows; ++row) {
    mix_row(paint, row, columns, of_rank);
    const LaneIndex lane = lane_index(paint.timeline, paint.index, geometry.first_rank(row));
    const double bars = static_cast<double>(bars_in(lane, geometry.time).count()) * geometry.ranks_in(row);
    const float tolerance = cut_tolerance(bars / static_cast<double>(columns.size()));
    const std::size_t count = merge_columns(columns, tolerance, runs);
    Rect rect = geometry.row_rect(row);
    for (std::size_t i = 0; i < count; ++i) {
      rect.min.x = geometry.lanes.min.x + static_cast<float>(runs[i].first) * column_width;
      rect.max.x = geometry.lanes.min.x + static_cast<float>(runs[i].last) * column_width;
      stacked ? paint_stacked(paint, rect, runs[i].mix) : paint_mixed(paint, rect, runs[i].mix);
    }
  }
}

// Where a bar's colour isn't its kind of work: of each column the pass in its middle, as opaque as the column is busy.
void paint_sampled(const GanttPaint& paint) {
  const GanttGeometry& geometry = paint.geometry;
  const std::size_t most = bar_quads(paint.source) / static_cast<std::size_t>(geometry.rows);
  const auto pixels = static_cast<std::size_t>(std::max(geometry.lanes.width(), 1.0f));
  std::vector<ColumnMix> columns(std::clamp<std::size_t>(pixels / 2, 1, std::max<std::size_t>(most, 1)));
  std::vector<ColumnMix> of_rank(columns.size());
  const float width = geometry.lanes.width() / static_cast<float>(columns.size());
  const double seconds = geometry.time.length() / static_cast<double>(columns.size());
  for (std::int32_t row = 0; row < geometry.rows; ++row) {
    mix_row(paint, row, columns, of_rank);
    const LaneIndex lane = lane_index(paint.timeline, paint.index, geometry.first_rank(row));
    const Rect rect = geometry.row_rect(row);
    paint_idle(paint, rect);
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const float busy = 1 - columns[i].of(BarKind::idle);
      const double middle = geometry.time.start + (static_cast<double>(i) + 0.5) * seconds;
      if (busy < 0.01f || lane.bars.empty()) continue;
      // After the last pass the rank does something else, which has its own colour.
      const bool passed = middle >= lane.bars.back().end;
      const std::size_t bar = passed ? lane.bars.size() - 1 : bars_in(lane, {middle, middle}).first;
      const ImU32 color = passed ? bar_color(paint.theme, moment_at(lane, middle, paint.index.step).kind)
                                 : paint.palette.color(lane.bars[bar].pass);
      if (color == 0) continue;
      const float left = rect.min.x + static_cast<float>(i) * width;
      fill(paint.draw, left, rect.min.y, left + width, rect.max.y, with_alpha(color, std::min(busy, 1.0f)));
    }
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
  if (geometry.ranks_a_row > 1) return GanttDetail::columns;
  const auto in_lane_max = static_cast<std::size_t>(geometry.lanes.width() / pixels_a_bar);
  const std::size_t most = bar_quads(source);
  std::size_t quads = 0, recompute_quads = 0;
  for (std::int32_t rank = geometry.shown.first; rank < geometry.shown.first + geometry.shown.count; ++rank) {
    const LaneIndex lane = lane_index(source.timeline, source.index, rank);
    const std::size_t bars = bars_in(lane, geometry.time).count();
    quads += bars + 2;  // and the tail's two
    if (bars > in_lane_max || quads > most) return GanttDetail::columns;
    const bool recomputes = std::any_of(lane.recompute.begin(), lane.recompute.end(),
                                        [&](Seconds seconds) { return shows_recompute(geometry, seconds.value); });
    if (recomputes) recompute_quads += bars / 2 + 1;  // about half of the bars are backwards
  }
  return quads + recompute_quads > most ? GanttDetail::bars : GanttDetail::bars_and_recompute;
}

void paint_gantt_bars(const GanttPaint& paint) {
  if (paint.geometry.rows == 0) return;
  const GanttDetail detail = gantt_detail(paint.geometry, paint.source);
  if (detail == GanttDetail::columns)
    paint.palette.by_kind() ? paint_columns(paint) : paint_sampled(paint);
  else
    paint_single_bars(paint, detail == GanttDetail::bars_and_recompute);
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
