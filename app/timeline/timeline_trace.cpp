#include "app/timeline/timeline_trace.h"

#include <imgui.h>

#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "app/session/open_log.h"
#include "app/timeline/gantt_steer.h"
#include "app/timeline/timeline_lanes.h"
#include "render/log/traced_rows.h"

namespace shardscope {

namespace {

constexpr float trace_share = 0.3F;

}  // namespace

const TraceBeside* trace_of(TimelineState& state, const ViewFrame& frame) {
  const bool charted = frame.log && frame.log->trace && frame.log->trace->profile && frame.log->trace->bars;
  if (!charted || frame.grown != TimelineState::info.name || !shows_lanes(state, frame.shown)) return nullptr;
  return &state.trace.of(frame.log, frame.shown.scenario,
                         [&] { return beside_report(*frame.log->trace, &frame.shown); });
}

double trace_end(TimelineState& state, const ViewFrame& frame) {
  const TraceBeside* trace = trace_of(state, frame);
  return trace == nullptr ? 0 : trace->traced.bars->length;
}

float trace_height(TimelineState& state, const ViewFrame& frame, float height) {
  const TraceBeside* trace = trace_of(state, frame);
  if (trace == nullptr) return 0;
  return traced_rows_height(frame.theme, traced_kinds(*trace->traced.bars).size(), height * trace_share);
}

void draw_trace(TimelineState& state, const ViewFrame& frame, const Rect& area, const GanttGeometry& chart) {
  const TraceBeside* trace = trace_of(state, frame);
  if (trace == nullptr || !(chart.time.length() > 0)) return;
  const Rect rows{{chart.lanes.min.x, area.min.y}, {chart.lanes.max.x, area.max.y}};
  const bool hovered = hit_area(frame, "timeline.trace", rows).hovered && !frame.is_picture;
  const ImVec2 pointer = pointer_if(hovered);
  const auto hover = draw_traced_rows(*ImGui::GetWindowDrawList(), frame.theme, rows, chart.labels.min.x, area.max.x,
                                      *trace, chart.time, pointer);
  if (!hovered) return;
  GanttHover at;
  at.place = GanttPlace::lanes, at.time = chart.time_of(pointer.x);
  state.gantt = steer_gantt(state.gantt, chart, at, true);
  state.gantt = steer_gantt_by_keys(state.gantt, chart, at, GanttKeys::all);
  if (hover && !ImGui::IsMouseDragging(ImGuiMouseButton_Left, 4)) show_tip(frame, explain_traced(*trace, *hover));
}

}  // namespace shardscope
