#include "app/timeline/timeline_lanes.h"

#include <imgui.h>

#include <algorithm>

#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "app/timeline/gantt_steer.h"
#include "core/changes/if_free.h"
#include "core/lanes/lane_memory.h"
#include "core/lanes/peak_operation.h"
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

/// Of the lanes' passes those on the critical path, where it is shown.
const std::vector<bool>* critical_of(TimelineState& state, const ViewFrame& frame, const RankLanes& lanes) {
  if (!state.arranged.critical || !state.extras.is_of(frame.shown.scenario)) return nullptr;
  return &state.critical.of(frame.shown.scenario, lanes.rank,
                            [&] { return critical_places(lanes, state.extras->critical); });
}

/// Works out one more lane, for a picture all that are left.
const LanesIfFree& if_free(TimelineState& state, const ViewFrame& frame, const StepLanes& lanes) {
  LanesIfFree& free = state.if_free.of(frame.shown.scenario, [] { return LanesIfFree{}; });
  bool worked = false;
  state.asks_on = false;
  for (const LaneRow& row : lanes.rows.rows) {
    const std::size_t lane = index_of(row.lane);
    if (row.kind != LaneRowKind::lane || free.asked[lane]) continue;
    state.asks_on |= worked && !frame.is_picture;
    if (worked && !frame.is_picture) break;
    free.steps[lane] = step_if_free(frame.shown, work_of(row.lane));
    free.asked[lane] = worked = true;
  }
  return free;
}

void point_at_seconds(const ViewFrame& frame, const StepLanes& lanes, const LanesIfFree& free, const Rect& column) {
  if (frame.is_picture || !hit_area(frame, "timeline.seconds", column).hovered) return;
  const std::vector<LaneRow>& rows = lanes.rows.rows;
  if (const auto row = lane_row_at(frame.theme, column, rows.size(), pointer_if(true).y))
    show_tip(frame, explain_lane_seconds(frame.shown, lanes, free, rows[*row]));
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

std::optional<GanttPeak> peak_mark(const MemoryCurve& curve, const RankLanes& lanes) {
  const std::optional<PeakOperation> peak = peak_operation(curve, lanes);
  if (!peak) return std::nullopt;
  return GanttPeak{lanes.rank, peak->time, peak->held.value, peak_words(lanes, *peak)};
}

/// What the stage holds when a piece of its lanes has ended; nothing where its curve doesn't follow the operations.
std::optional<Bytes> held_at_end_of(const TimelineState& state, const ViewFrame& frame, const LanePiece& piece) {
  const std::int32_t rank = rank_of_lanes(frame);
  if (!state.extras.is_of(frame.shown.scenario) || state.extras->by_operation != rank) return std::nullopt;
  const MemoryCurve& curve = state.extras->curves[static_cast<std::size_t>(rank)];
  return curve.total(point_at(curve, piece.end));
}

/// "if kernels took no time"
std::string work_words(LaneKind lane) {
  if (lane == LaneKind::compute) return "kernels";
  const WorkKind kind = work_of(lane).front();
  return std::string(entry_of(kind).words) + (kind == WorkKind::data ? ", of weights and of gradients," : "");
}

/// "if attention kernels took no time the step would be 934 ms"; nothing where that takes too long to try in a frame.
std::string without_kind(TimelineState& state, const ViewFrame& frame, WorkKind kind) {
  constexpr std::size_t passes_max = 200'000;
  if (frame.shown.timeline->records.size() > passes_max) return {};
  const std::optional<Seconds>& step =
      state.kind_free.of(frame.shown.scenario, kind, [&] { return step_if_free(frame.shown, kind); });
  if (!step) return {};
  return "if all " + std::string(entry_of(kind).words) + " took no time the step would be " +
         format_seconds(*step).text();
}

/// The kind of work at a piece of the compute lane.
std::optional<WorkKind> kind_at(const RankLanes& lanes, const LanePiece& piece) {
  if (piece.span < 0 || piece.bar < 0) return std::nullopt;
  const PassLanes& pass = lanes.passes[lanes.places[piece.place].lanes];
  const LayerLanes& layer = pass.layers[pass.spans[static_cast<std::size_t>(piece.span)].lanes];
  const LaneBar& bar = layer.bars[static_cast<std::size_t>(piece.bar)];
  if (bar.operation < 0) return std::nullopt;
  return work_of(layer.block.operations[static_cast<std::size_t>(bar.operation)].kind);
}

/// Says what is pointed at; a click goes close to a layer, and picks an operation, here and in the other views.
void point_at_lanes(TimelineState& state, const ViewFrame& frame, const StepLanes& lanes, const LanesHover& hover,
                    const GanttGeometry& chart) {
  const std::optional<BlockOperation> operation = operation_at(lanes.lanes, hover);
  Explanation words = explain_lane(frame.shown.scenario, lanes.lanes, hover);
  if (const std::optional<Bytes> held = held_at_end_of(state, frame, hover.piece))
    words.lines.push_back("the GPU holds " + format_bytes(*held).text() + " as it ends");
  if (const std::optional<WorkKind> kind = operation ? kind_at(lanes.lanes, hover.piece) : std::nullopt)
    if (std::string line = without_kind(state, frame, *kind); !line.empty()) words.lines.push_back(std::move(line));
  if (operation)
    words.lines.emplace_back("a click lights it wherever it runs, in Step's roofline and table and in Memory");
  if (!ImGui::IsMouseDragging(ImGuiMouseButton_Left, 4)) show_tip(frame, words);
  if (!gantt_clicked()) return;
  if (operation) pick_operation(frame.selection, *operation);
  if (hover.row.kind == LaneRowKind::layers && hover.piece.span >= 0)
    go_to_layer(state, chart.extent, chart.time, hover.piece);
}

}  // namespace

Explanation explain_lane_seconds(const Report& report, const StepLanes& lanes, const LanesIfFree& free,
                                 const LaneRow& row) {
  const Seconds step = report.time->step;
  Explanation words;
  words.title = lane_row_words(row);
  words.value = format_seconds(Seconds{lanes.rows.seconds_of(row, lanes.lanes)}).text();
  words.lines.emplace_back(row.kind == LaneRowKind::lane ? "so long it is busy in the step's passes, hidden or not"
                                                         : "so long of the step's passes");
  const std::optional<Seconds> without = row.kind == LaneRowKind::lane ? free.steps[index_of(row.lane)] : std::nullopt;
  if (!without) return words;
  words.lines.push_back("if " + std::string(work_words(row.lane)) + " took no time the step would be " +
                        format_seconds(*without).text() + " instead of " + format_seconds(step).text() + ", " +
                        format_percent(1 - *without / step).text() + " shorter");
  words.source = "the whole plan evaluated with that work at a billionth of its time";
  return words;
}

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
  extras.peak = peak_mark(extras.curves[static_cast<std::size_t>(rank)], lanes->lanes);
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
  const bool columns = area.max.x - chart.lanes.max.x >= frame.theme.px(lane_seconds_width) - 1;
  const LanesIfFree free = columns ? if_free(state, frame, *lanes) : LanesIfFree{};
  const bool hovered = hit_area(frame, "timeline.operations", rows).hovered && !frame.is_picture;
  const ImVec2 pointer = pointer_if(hovered);
  LanesSource source{lanes->lanes, lanes->rows, chart.time, state.pieces};
  source.critical = critical_of(state, frame, lanes->lanes);
  source.if_free = columns ? &free.steps : nullptr;
  source.picked = frame.selection.operation;
  const auto hover =
      draw_lanes_chart(*ImGui::GetWindowDrawList(), frame.theme, rows, chart.labels.min.x, area.max.x, source, pointer);
  if (columns) point_at_seconds(frame, *lanes, free, {{chart.lanes.max.x, area.min.y}, area.max});
  if (!hovered) return;
  GanttHover at;
  at.place = GanttPlace::lanes, at.time = chart.time_of(pointer.x);
  state.gantt = steer_gantt(state.gantt, chart, at, true);
  state.gantt = steer_gantt_by_keys(state.gantt, chart, at, GanttKeys::all);
  if (hover) point_at_lanes(state, frame, *lanes, *hover, chart);
}

}  // namespace shardscope
