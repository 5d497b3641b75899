// The bars of a Gantt chart: passes one by one where they are few, columns of mixed work where they are many.
#pragma once

#include <imgui.h>

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/inspect/memory/curve.h"
#include "core/pipeline/critical_path.h"
#include "core/pipeline/held_index.h"
#include "render/chart/time_axis.h"
#include "render/gantt/view/gantt_geometry.h"
#include "render/gantt/view/gantt_palette.h"

namespace shardscope {

/// At most this many quads are drawn where the source doesn't say fewer.
inline constexpr std::size_t gantt_quads_max = 8000;

class GanttCanvas;

/// When a rank holds most, marked in its strip.
struct GanttPeak {
  std::int32_t rank = 0;
  double time = 0;    // seconds of the step
  double held = 0;    // bytes
  std::string words;  // beside the mark
};

/// What a chart is drawn from. All that it names outlives the call; `index` and `held` were built from `timeline`.
struct GanttSource {
  const Timeline& timeline;
  const TimelineIndex& index;
  GanttLayout layout = {};
  TimeUnit unit = TimeUnit::seconds;
  double length = 0;                         // of the time axis, where it shall be longer than the step
  const HeldIndex* held = nullptr;           // for layout.strips and the readout
  std::span<const MemoryCurve> curves = {};  // [rank], in place of `held`: what passes take while they run, too
  bool held_by_part = false;                 // with `curves`: what is always held as weights, gradients and so on
  std::optional<GanttPeak> peak = {};
  double held_most = 0;  // what a full strip stands for, where that is more than the index holds
  double capacity = 0;   // a line across the strips; 0: none
  std::size_t quads_max = gantt_quads_max;
  const CriticalPath* critical = nullptr;                      // lit where there is one
  std::span<const std::vector<ExchangeRecord>> exchange = {};  // [rank], for layout.transfers
  GanttCanvas* canvas = nullptr;  // where many bars are drawn; without one, only charts of few bars have any
  std::string (*held_words)(double) = nullptr;  // how the readout says an amount held; null: it doesn't
  /// Seconds until which idle time is hatched as expected, and from which on as beyond that, all work calm beside it.
  std::optional<double> expected_until = {};
  std::string expected_words = {};  // on the axis there
};

/// What a frame's quads are shared into: bars, the glyphs of numbers, marks of the followed micro-batch, strips,
/// the critical path.
[[nodiscard]] std::size_t bar_quads(const GanttSource& source);
[[nodiscard]] std::size_t glyph_quads(const GanttSource& source);
[[nodiscard]] std::size_t marks_max(const GanttSource& source);
[[nodiscard]] std::size_t strip_quads(const GanttSource& source);
/// Passes of the critical path that are joined, of four quads each.
[[nodiscard]] std::size_t path_steps_max(const GanttSource& source);

/// What the painters of one chart share.
struct GanttPaint {
  ImDrawList& draw;
  const GanttGeometry& geometry;
  const GanttSource& source;
  const GanttPalette& palette;
  const Theme& theme;
  const Timeline& timeline = source.timeline;
  const TimelineIndex& index = source.index;
};

/// Columns of pixels, each the true mix of work in it; or each pass a bar, with the recomputation at its start.
enum class GanttDetail { columns, bars };
/// Bars where the quads of a frame allow them and a lane's are wide enough on average to be told apart and to lose
/// nothing to the gaps between them.
[[nodiscard]] GanttDetail gantt_detail(const GanttGeometry& geometry, const GanttSource& source);

/// All rows. Space between bars is left as it is: the caller's hatch shows there.
void paint_gantt_bars(const GanttPaint& paint);

/// What each column of a row shows: the mean over the ranks that share it. `of_rank` is as long as `columns`, and is
/// overwritten.
void mix_row(const GanttPaint& paint, std::int32_t row, TimeRange range, std::span<ColumnMix> columns,
             std::span<ColumnMix> of_rank);

/// The box of one pass in its row, cut to what is visible and at least a pixel wide; empty where nothing is visible.
[[nodiscard]] Rect bar_rect(const GanttGeometry& geometry, std::int32_t rank, TimeRange time);

/// A frame inside `rect`, of four quads.
void paint_outline(ImDrawList& draw, const Rect& rect, float thickness, ImU32 color);

/// Outlines every pass of a micro-batch in the lanes shown; thin ones become a mark.
void paint_followed(const GanttPaint& paint, std::int32_t micro_batch);

}  // namespace shardscope
