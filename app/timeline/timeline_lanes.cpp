#include "app/timeline/timeline_lanes.h"

#include <imgui.h>

#include <algorithm>

#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "app/timeline/gantt_steer.h"
#include "core/lanes/lane_memory.h"
#include "render/lanes/lanes_chart.h"
#include "render/text/format.h"

namespace shardscope {

namespace {

constexpr float most_of_height = 0.62F, around_layer = 1.04F;  // around a layer that is clicked, of its own length

const std::optional<StepLanes>& lanes_of(TimelineState& state, const ViewFrame& frame) {
  const std::int32_t rank = rank_of_lanes(frame);
  return state.lanes.of(frame.shown.scenario, rank, [&]() -> std::optional<StepLanes> {
    std::optional<RankLanes> lanes = rank_lanes(frame.shown, rank);
    if (!lanes) return std::nullopt;
    StepRows rows = step_rows(*lanes);
    return StepLanes{std::move(*lanes), std::move(rows)};
  });
}

/// Close to the layer, or back to all where it fills the chart already.
void go_to_layer(TimelineState& state, const GanttExtent& extent, TimeRange shown, const LanePiece& piece) {
  const double length = (piece.end - piece.start) * static_cast<double>(around_layer);
  if (shown.length() <= length * 1.01) {
    state.gantt = reset(state.gantt);
    return;
  }
  const double middle = (piece.start + piece.end) / 2;
  state.gantt = show_range(state.gantt, extent, {middle - length / 2, middle + length / 2});
}

/// What the stage holds when a piece of its lanes has ended; nothing where its curve doesn't follow the operations.
std::optional<Bytes> held_at_end_of(const TimelineState& state, const ViewFrame& frame, const LanePiece& piece) {
  const std::int32_t rank = rank_of_lanes(frame);
  if (!state.extras.is_of(frame.shown.scenario) || state.extras->by_operation != rank) return std::nullopt;
  const MemoryCurve& curve = state.extras->curves[static_cast<std::size_t>(rank)];
  return curve.total(point_at(curve, piece.end));
}

}  // namespace

bool shows_lanes(const TimelineState& state, const Report& report) {
  return state.arranged.unfolded.value_or(report.timeline && report.timeline->ranks == 1);
}

std::int32_t rank_of_lanes(const ViewFrame& frame) {
  const std::optional<std::int32_t> picked = frame.selection.stage;
  return picked && *picked < frame.shown.timeline->ranks ? *picked : frame.shown.time->critical_rank;
}

void follow_operations(TimelineState& state, const ViewFrame& frame) {
  const std::optional<StepLanes>& lanes = lanes_of(state, frame);
  ChartExtras& extras = state.extras.of(frame.shown.scenario, [] { return ChartExtras{}; });
  const std::int32_t rank = rank_of_lanes(frame);
  if (!lanes || extras.by_operation == rank || static_cast<std::size_t>(rank) >= extras.curves.size()) return;
  extras.curves[static_cast<std::size_t>(rank)] = memory_by_operation(frame.shown, lanes->lanes);
  extras.by_operation = rank;
}

float lanes_height(TimelineState& state, const ViewFrame& frame, float height) {
  if (!shows_lanes(state, frame.shown)) return 0;
  const std::optional<StepLanes>& lanes = lanes_of(state, frame);
  return lanes ? lanes_chart_height(frame.theme, lanes->rows.rows.size(), height * most_of_height) : 0;
}

void draw_lanes(TimelineState& state, const ViewFrame& frame, const Rect& area, const GanttGeometry& chart) {
  const std::optional<StepLanes>& lanes = lanes_of(state, frame);
  if (!lanes || !(chart.time.length() > 0)) return;
  const Rect rows{{chart.lanes.min.x, area.min.y}, {chart.lanes.max.x, area.max.y}};
  const bool hovered = hit_area(frame, "timeline.operations", rows).hovered && !frame.is_picture;
  const ImVec2 pointer = pointer_if(hovered);
  const LanesSource source{lanes->lanes, lanes->rows, chart.time, frame.shown.time->step, state.pieces};
  const auto hover =
      draw_lanes_chart(*ImGui::GetWindowDrawList(), frame.theme, rows, chart.labels.min.x, area.max.x, source, pointer);
  if (!hovered) return;
  GanttHover at;
  at.place = GanttPlace::lanes, at.time = chart.time_of(pointer.x);
  state.gantt = steer_gantt(state.gantt, chart, at, true);
  state.gantt = steer_gantt_by_keys(state.gantt, chart, at, GanttKeys::all);
  if (!hover) return;
  Explanation words = explain_lane(frame.shown.scenario, lanes->lanes, *hover);
  if (const std::optional<Bytes> held = held_at_end_of(state, frame, hover->piece))
    words.lines.push_back("the GPU holds " + format_bytes(*held).text() + " as it ends");
  if (!ImGui::IsMouseDragging(ImGuiMouseButton_Left, 4)) show_tip(frame, words);
  if (hover->row.kind == LaneRowKind::layers && hover->piece.span >= 0 && gantt_clicked())
    go_to_layer(state, chart.extent, chart.time, hover->piece);
}

}  // namespace shardscope
