// render/gantt/view: what of a timeline is shown, where it lies, and in which colours. In: a timeline's size, a
// rectangle, what a person zoomed to. Out: lanes, times and colours as plain values. Pure: nothing is drawn, so that
// tests and the pointer go by the same.
//
// What of a step its Gantt chart shows, as a plain value, and the pure functions that zoom and pan it.
#pragma once

#include <cstdint>
#include <optional>

#include "core/pipeline/timeline_index.h"

namespace shardscope {

/// The whole of what can be shown.
struct GanttExtent {
  double step = 0;  // seconds
  std::int32_t ranks = 0;
};

struct LaneRange {
  std::int32_t first = 0, count = 0;

  bool operator==(const LaneRange&) const = default;
};

/// What a bar's colour says: the kind of pass; the same, later chunks darker; the micro-batch or the chunk along the
/// ramp of ordered things, backward darker than forward and weight gradients darkest.
enum class GanttColoring { pass, pass_and_chunk, micro_batch, chunk };

struct GanttView {
  TimeRange time;                           // seconds of the step; empty: all of it, however long it becomes
  LaneRange lanes;                          // ranks, from the top; empty: all of them
  std::optional<std::int32_t> micro_batch;  // the one that is followed, outlined in every lane
  std::optional<std::int32_t> stage;        // the rank that is selected
  GanttColoring coloring = GanttColoring::pass_and_chunk;
  std::optional<double> cursor = {};    // a line at this moment
  std::optional<double> revealed = {};  // what is later is veiled: the schedule unrolls

  bool operator==(const GanttView&) const = default;
};

/// At most this many times closer than the whole step.
inline constexpr double gantt_zoom_max = 1e6;

/// What the view shows of this step: within it, and never empty unless the step is.
[[nodiscard]] TimeRange visible_time(const GanttView& view, const GanttExtent& extent);
[[nodiscard]] LaneRange visible_lanes(const GanttView& view, const GanttExtent& extent);

/// The view moved and cut so that it lies within the step; one that shows all of it follows the step from then on.
[[nodiscard]] GanttView clamped(GanttView view, const GanttExtent& extent);

/// Closer by `factor` (farther below 1), with `time` staying where it is on the screen.
[[nodiscard]] GanttView zoom_about(GanttView view, const GanttExtent& extent, double time, double factor);
/// The same for lanes: `lane`, counted from 0 with its fraction, stays where it is.
[[nodiscard]] GanttView zoom_lanes_about(GanttView view, const GanttExtent& extent, double lane, double factor);
/// Shows what is `seconds` later and `lanes` further down.
[[nodiscard]] GanttView pan(GanttView view, const GanttExtent& extent, double seconds, std::int32_t lanes = 0);
/// Shows exactly this range, as far as there is one.
[[nodiscard]] GanttView show_range(GanttView view, const GanttExtent& extent, TimeRange time);
/// Shows all of the step; what is followed and selected stays.
[[nodiscard]] GanttView reset(GanttView view);

}  // namespace shardscope
