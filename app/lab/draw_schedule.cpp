#include "app/lab/draw_schedule.h"

#include <algorithm>

#include "app/lab/lab_words.h"
#include "app/output/timeline_file.h"
#include "core/schedules/schedules.h"
#include "render/gantt/gantt.h"
#include "render/gantt/gantt_canvas.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

/// In fewer and fewer words.
std::array<std::string, 3> figures_of(const TimelineSource& source) {
  const std::string bubble = "bubble " + format_percent(source.timeline.bubble_fraction()).text();
  const std::string end = bubble + ", ends at " + units_text(source.timeline.makespan.value);
  return {end + ", holds " + units_text(source.held->peak) + " " + std::string(source.held_unit) + " at most", end,
          bubble};
}

void draw_head(ImDrawList& draw, const Theme& theme, const Rect& line, const TimelineSource& source, bool strips_fit) {
  const float left = line.min.x + draw_text(draw, theme, TextRole::title, line.min, theme.text, source.title);
  const bool split = source.kind && ways_of(*source.kind).splits_backward;
  const auto items_of = [&](bool brief) {
    return lab_legend(theme, {GanttColoring::pass_and_chunk, split, strips_fit, brief});
  };
  std::vector<LegendItem> items = items_of(false);
  const float room = line.max.x - left - theme.px(260);
  if (legend_width(theme, items) > room) items = items_of(true);
  const float width = std::min(legend_width(theme, items), std::max(0.0F, line.max.x - left - theme.px(120)));
  const Rect legend{{line.max.x - width, line.min.y - theme.px(4)}, {line.max.x, line.max.y - theme.px(4)}};
  draw_legend(draw, theme, legend, items);
  const std::array<std::string, 3> figures = figures_of(source);
  const ImVec2 at{left + theme.px(16), line.min.y + theme.px(2)};
  draw_text(draw, theme, TextRole::secondary, at, theme.dim,
            first_fitting(theme, TextRole::secondary, figures, std::max(0.0F, legend.min.x - at.x - theme.px(16))));
}

}  // namespace

std::string draw_schedule(const TimelineSource& source, const Drawing& drawing) {
  if (!(source.timeline.makespan.value > 0)) return std::string(nothing_to_draw);
  const TimelineIndex index = build_timeline_index(source.timeline, {});
  GanttCanvas canvas;
  GanttSource chart{source.timeline, index, {"rank", true, true}, TimeUnit::units, 0, source.held};
  chart.canvas = &canvas;
  GanttView view;
  view.coloring = GanttColoring::pass_and_chunk;
  const std::optional<Problem> problem = write_drawing(drawing, [&](const Theme& theme) {
    const Rect all{{0, 0}, {static_cast<float>(drawing.width), static_cast<float>(drawing.height)}};
    const Rect area = all.inset(theme.px(16));
    const Rect head{area.min, {area.max.x, area.min.y + theme.px(30)}}, body{{area.min.x, head.max.y}, area.max};
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    draw_head(draw, theme, head, source, gantt_geometry(body, view, chart, theme).strip > 0);
    draw_gantt(draw, body, chart, view, theme, nowhere_to_point);
  });
  return problem ? line_of(*problem, {}) : std::string();
}

}  // namespace shardscope
