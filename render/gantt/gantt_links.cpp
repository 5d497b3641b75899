#include "render/gantt/gantt_links.h"

#include <algorithm>
#include <cmath>

namespace shardscope {

namespace {

bool is_shown(const GanttGeometry& geometry, std::int32_t rank) {
  return rank >= geometry.shown.first && rank < geometry.shown.first + geometry.shown.count;
}

TimeRange time_of(const GanttPaint& paint, PassAt at) {
  const PassRecord& bar = paint.timeline.lane(at.rank)[at.bar];
  return {bar.start, bar.end};
}

float middle_of(const GanttPaint& paint, std::int32_t rank) {
  return paint.geometry.row_rect(paint.geometry.row_of(rank)).center().y;
}

float x_in_lanes(const GanttPaint& paint, double time) {
  const Rect& lanes = paint.geometry.lanes;
  return static_cast<float>(std::clamp(paint.geometry.x_of(time), static_cast<double>(lanes.min.x) - 40,
                                       static_cast<double>(lanes.max.x) + 40));
}

/// The path's ground: as thick as there is room for below the numbers of the bars.
float path_width(const GanttPaint& paint) {
  constexpr float digits_height = 8;  // of a number on a bar, at scale 1
  const float below = (paint.geometry.row_rect(0).height() - paint.theme.px(digits_height)) / 2;
  return std::clamp(below, paint.theme.px(3), paint.theme.px(6));
}

/// Below the numbers of the bars.
float path_height(const GanttPaint& paint, std::int32_t rank) {
  const Rect row = paint.geometry.row_rect(paint.geometry.row_of(rank));
  const float half = path_width(paint) / 2, free = row.height() >= paint.theme.px(24) ? paint.theme.px(2) : 0;
  return std::round(row.max.y - std::min(row.height() / 2, half + free));
}

/// From where one pass ends to where the next begins, with a head.
void paint_arrow(const GanttPaint& paint, PassAt from, PassAt to) {
  if (!is_shown(paint.geometry, from.rank) || !is_shown(paint.geometry, to.rank)) return;
  const Theme& theme = paint.theme;
  const ImVec2 step_end(x_in_lanes(paint, time_of(paint, from).end) - 2, middle_of(paint, from.rank));
  const ImVec2 tip(x_in_lanes(paint, time_of(paint, to).start) + 2, middle_of(paint, to.rank));
  const float dx = tip.x - step_end.x, dy = tip.y - step_end.y, length = std::sqrt(dx * dx + dy * dy);
  if (length < 2) return;
  const float head = theme.px(7), ux = dx / length, uy = dy / length;
  const ImVec2 neck(tip.x - ux * head, tip.y - uy * head);
  paint.draw.AddLine(step_end, neck, theme.panel, theme.px(4));
  paint.draw.AddLine(step_end, neck, theme.text, theme.px(1.75f));
  paint.draw.AddTriangleFilled(tip, {neck.x - uy * head * 0.6f, neck.y + ux * head * 0.6f},
                               {neck.x + uy * head * 0.6f, neck.y - ux * head * 0.6f}, theme.text);
}

void paint_link(const GanttPaint& paint, const Dependency& link, PassAt from, PassAt to) {
  if (link.kind == DependencyKind::order) return;
  if (link.kind == DependencyKind::input && from.rank != to.rank) return paint_arrow(paint, from, to);
  if (!is_shown(paint.geometry, link.pass.rank)) return;
  const Rect rect = bar_rect(paint.geometry, link.pass.rank, time_of(paint, link.pass));
  if (rect.width() > 0) paint_outline(paint.draw, rect, std::max(1.0f, paint.theme.px(2)), paint.theme.accent);
}

}  // namespace

void paint_links(const GanttPaint& paint, PassAt at) {
  paint.draw.PushClipRect(paint.geometry.lanes.min, paint.geometry.lanes.max, true);
  for (const Dependency& link : dependencies_of(paint.timeline, paint.index, at))
    paint_link(paint, link, link.pass, at);
  for (const Dependency& link : dependents_of(paint.timeline, paint.index, at)) paint_link(paint, link, at, link.pass);
  paint.draw.PopClipRect();
}

void paint_critical(const GanttPaint& paint, const CriticalPath& path) {
  const TimeRange shown = paint.geometry.time;
  const auto first = std::partition_point(path.steps.begin(), path.steps.end(), [&](const CriticalStep& step) {
    return time_of(paint, step.pass).end < shown.start;
  });
  const auto last = std::partition_point(
      first, path.steps.end(), [&](const CriticalStep& step) { return time_of(paint, step.pass).start <= shown.end; });
  const auto count = static_cast<std::size_t>(last - first);
  const std::size_t stride = count / std::max<std::size_t>(path_steps_max(paint.source), 1) + 1;
  const float thick = path_width(paint), thin = thick / 2;
  paint.draw.PushClipRect(paint.geometry.lanes.min, paint.geometry.lanes.max, true);
  for (const bool ground : {true, false}) {
    const ImU32 color = ground ? paint.theme.panel : paint.theme.text;
    const float width = ground ? thick : thin;
    std::optional<ImVec2> before;
    const auto add = [&](std::int32_t rank, TimeRange time) {
      if (!is_shown(paint.geometry, rank)) return before.reset();
      const float y = path_height(paint, rank);
      const ImVec2 from(x_in_lanes(paint, time.start), y), to(x_in_lanes(paint, time.end), y);
      if (before && before->y != y) paint.draw.AddLine(*before, from, color, width);
      paint.draw.AddLine(from, to, color, width);
      before = to;
    };
    for (std::size_t i = 0; i < count; i += stride) {
      const PassAt at = first[static_cast<std::ptrdiff_t>(i)].pass;
      add(at.rank, time_of(paint, at));
    }
    for (const CriticalEnd& part : path.step_end)
      if (part.range.end > shown.start && part.range.start <= shown.end) add(part.rank, part.range);
  }
  paint.draw.PopClipRect();
}

}  // namespace shardscope
