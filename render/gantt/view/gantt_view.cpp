#include "render/gantt/view/gantt_view.h"

#include <algorithm>
#include <cmath>

namespace shardscope {

namespace {

TimeRange within(TimeRange range, double step) {
  const double length = std::clamp(range.length(), step / gantt_zoom_max, step);
  const double start = std::clamp(range.start, 0.0, step - length);
  return {start, start + length};
}

LaneRange within(LaneRange lanes, std::int32_t ranks) {
  const std::int32_t count = std::clamp(lanes.count, std::min(1, ranks), ranks);
  return {std::clamp(lanes.first, 0, ranks - count), count};
}

}  // namespace

TimeRange visible_time(const GanttView& view, const GanttExtent& extent) {
  if (!(view.time.length() > 0)) return {0, extent.step};
  return within(view.time, extent.step);
}

LaneRange visible_lanes(const GanttView& view, const GanttExtent& extent) {
  if (view.lanes.count <= 0) return {0, extent.ranks};
  return within(view.lanes, extent.ranks);
}

GanttView clamped(GanttView view, const GanttExtent& extent) {
  view.time = visible_time(view, extent);
  view.lanes = visible_lanes(view, extent);
  // A millionth short of everything is everything: zooming out ends there despite rounding.
  if (view.time.length() >= extent.step * (1 - 1e-6)) view.time = {};
  if (view.lanes.count >= extent.ranks) view.lanes = {};
  return view;
}

GanttView zoom_about(GanttView view, const GanttExtent& extent, double time, double factor) {
  const TimeRange now = visible_time(view, extent);
  if (!(factor > 0) || !(now.length() > 0)) return view;
  // The length's own bounds first, so that the point under the pointer holds still where they cut the zoom short.
  const double length = std::clamp(now.length() / factor, extent.step / gantt_zoom_max, extent.step);
  const double start = time - (time - now.start) * (length / now.length());
  view.time = {start, start + length};
  return clamped(view, extent);
}

GanttView zoom_lanes_about(GanttView view, const GanttExtent& extent, double lane, double factor) {
  const LaneRange now = visible_lanes(view, extent);
  if (!(factor > 0) || now.count == 0) return view;
  double count = std::clamp(now.count / factor, 1.0, static_cast<double>(extent.ranks));
  count = factor > 1 ? std::floor(count) : std::ceil(count);
  const double first = lane - (lane - now.first) * (count / now.count);
  view.lanes = {static_cast<std::int32_t>(std::lround(first)), static_cast<std::int32_t>(count)};
  return clamped(view, extent);
}

GanttView pan(GanttView view, const GanttExtent& extent, double seconds, std::int32_t lanes) {
  const TimeRange time = visible_time(view, extent);
  const LaneRange shown = visible_lanes(view, extent);
  view.time = {time.start + seconds, time.end + seconds};
  view.lanes = {std::clamp(shown.first + lanes, 0, extent.ranks), shown.count};
  return clamped(view, extent);
}

GanttView show_range(GanttView view, const GanttExtent& extent, TimeRange time) {
  view.time = time;
  return clamped(view, extent);
}

GanttView reset(GanttView view) {
  view.time = {};
  view.lanes = {};
  return view;
}

}  // namespace shardscope
