// The Cluster view as one of four cards, and what the mouse does on the racks wherever they are drawn.
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "app/cluster/cluster_parts.h"
#include "app/cluster/cluster_work.h"
#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "app/panels/transport.h"
#include "app/panels/word_switch.h"
#include "core/cluster/fabric.h"
#include "render/chart/card.h"
#include "render/cluster/grid/rack_words.h"
#include "render/cluster/rack_colors.h"
#include "render/cluster/rack_moment.h"
#include "render/cluster/racks.h"
#include "render/explain/explain_gpu.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

/// Of all colourings the first ones, for which there is room.
constexpr std::array<const char*, 3> card_labels = {"Stage", "Replica", "Tensor group"};

constexpr float roomy_cluster = 400;  // narrower, the card has no subtitle beside the switch
constexpr float small_title = 17;     // of a hall, at scale 1

/// What the cells are coloured by, as a row of words at the right of the card's title.
void coloring_switch(ClusterState& state, const ViewFrame& frame, const Rect& card) {
  const Theme& theme = frame.theme;
  const Rect line{{card.min.x, card.min.y + theme.px(7)}, {card.max.x, card.min.y + theme.px(31)}};
  std::array<WordChoice<RackColoring>, card_labels.size()> words;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const Segment segment = segment_of(cluster_colorings[i], frame.shown.scenario.plan);
    words[i] = {cluster_colorings[i].coloring, {segment.name, card_labels[i], segment.help, false, segment.enabled}};
  }
  word_choices(frame, line, card.max.x - theme.px(34), words, state.racks.coloring, card.min.x + theme.px(80));
}

/// What stands at both ends of a legend's ramp in so much room, whole clauses of it, and how wide its cells are.
struct RampWords {
  std::string low, high;
  float cell = 0, width = 0;  // of a cell; of all
};

RampWords ramp_words(const Theme& theme, const RackLegend& legend, float room) {
  constexpr float widest = 10, narrowest = 4, gaps = 12;
  const auto width = [&](const std::string& words) { return text_width(theme, TextRole::secondary, words); };
  const auto clauses = [&](const std::string& words, float space) {
    return whole_clauses(theme, TextRole::secondary, words, space);
  };
  const auto cells = static_cast<float>(legend.cells.size());
  const float words = room - theme.px(gaps) - cells * theme.px(narrowest);
  RampWords ramp;
  ramp.high = clauses(legend.high, words - width(legend.low));
  if (ramp.high.empty()) ramp.high = clauses(legend.brief, words);
  ramp.low = clauses(legend.low, words - width(ramp.high));
  const float used = width(ramp.low) + width(ramp.high) + theme.px(gaps);
  ramp.cell = std::clamp((room - used) / std::max(cells, 1.0F), 1.0F, theme.px(widest));
  ramp.width = used + ramp.cell * cells;
  return ramp;
}

/// The legend's ramp at the right of the foot's upper line, beside `first` where there is room for both; returns where
/// it begins.
float draw_ramp(const ViewFrame& frame, const Rect& foot, const RackLegend& legend, float first) {
  const Theme& theme = frame.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float y = foot.max.y - 2 * text_height(theme, TextRole::secondary) - theme.px(5);
  if (legend.cells.empty())
    return foot.max.x - draw_fitted(draw, theme, TextRole::secondary, {foot.min.x, y}, theme.dim, foot.width(),
                                    std::span(&legend.why, 1), 1);
  RampWords ramp = ramp_words(theme, legend, foot.width() - first);
  if (ramp.high.empty() != legend.high.empty() || ramp.low.empty()) ramp = ramp_words(theme, legend, foot.width());
  const float cell = ramp.cell, cells = static_cast<float>(legend.cells.size());
  float x = foot.max.x - text_width(theme, TextRole::secondary, ramp.high);
  draw_text(draw, theme, TextRole::secondary, {x, y}, theme.dim, ramp.high);
  x -= cell * cells + theme.px(6);
  for (std::size_t i = 0; i < legend.cells.size(); ++i) {
    const float left = x + cell * static_cast<float>(i);
    draw.AddRectFilled({left, y + theme.px(2)}, {left + cell - 1, y + theme.px(12)}, legend.cells[i]);
  }
  x -= theme.px(6);
  return x - draw_text_right(draw, theme, TextRole::secondary, {x, y}, theme.dim, ramp.low);
}

std::string nodes_words(const Cluster& cluster) {
  const std::int64_t nodes = node_of(rack_units(cluster), std::max<std::int64_t>(1, cluster.gpus) - 1) + 1;
  return grouped(nodes, "node", "nodes");
}

Explanation explain_nodes(const Cluster& cluster) {
  return {"Nodes of the cluster",
          nodes_words(cluster),
          {grouped(cluster.gpus, "GPU", "GPUs") +
           (is_mixed(cluster) ? ", each pool in nodes of its own size"
                              : " / " + grouped(cluster.gpus_per_node) + " in a node, the last one begun counted")},
          "cluster.gpus, cluster.gpus_per_node"};
}

}  // namespace

void click_gpu(ClusterState& state, const ViewFrame& frame, std::int64_t gpu) {
  const Report& report = frame.shown;
  if (state.arranged.failing && frame.grown == ClusterState::info.name)
    return toggle_failure(state.arranged, report.scenario.cluster, gpu);
  const bool again = frame.selection.gpu == gpu;
  frame.selection.gpu = again ? std::nullopt : std::optional(gpu);
  frame.selection.stage.reset();
  if (again) return;
  const std::int64_t stage = stage_of_gpu(map_ranks(report.scenario.plan, report.scenario.cluster), gpu);
  if (stage >= 0) frame.selection.stage = static_cast<std::int32_t>(stage);
}

namespace {

/// Zooms about the pointer; beside the racks about what is nearest of them, so that some stay in view.
RacksView zoomed(const RacksView& view, const RackGrid& grid, const Rect& area, double x, double y, float wheel) {
  const PlanPoint point = plan_point(view, x, y);
  const double plan_x = point.x * area.width(), plan_y = point.y * area.height();
  if (!gpu_at(grid, plan_x, plan_y)) {
    const PlanPoint near = nearest_on_rack(grid, plan_x, plan_y);
    x = std::clamp((near.x / area.width() - view.x) * view.zoom, 0.0, 1.0);
    y = std::clamp((near.y / area.height() - view.y) * view.zoom, 0.0, 1.0);
  }
  return zoom_about(view, x, y, std::pow(1.25, wheel), zoom_max(grid));
}

/// Wheel, drag, double click and click on the racks. Returns the GPU under the pointer.
std::optional<std::int64_t> steer_racks(ClusterState& state, const ViewFrame& frame, const RackGrid& grid,
                                        const Rect& area, bool hovered) {
  const ImGuiIO& io = ImGui::GetIO();
  RacksView& view = state.racks;
  const double x = (io.MousePos.x - area.min.x) / std::max(1.0F, area.width());
  const double y = (io.MousePos.y - area.min.y) / std::max(1.0F, area.height());
  if (hovered && io.MouseWheel != 0) view = zoomed(view, grid, area, x, y, io.MouseWheel);
  if (ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left, 4))
    view = pan(view, io.MouseDelta.x / std::max(1.0F, area.width()), io.MouseDelta.y / std::max(1.0F, area.height()));
  if (hovered && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) view = whole_cluster(view);
  if (!hovered) return std::nullopt;
  const auto gpu = gpu_under(grid, view, area, io.MousePos.x, io.MousePos.y);
  const bool clicked = ImGui::IsMouseReleased(ImGuiMouseButton_Left) && io.MouseDragMaxDistanceSqr[0] < 16;
  if (clicked && gpu) click_gpu(state, frame, *gpu);
  if (clicked && !gpu) frame.selection.gpu.reset(), frame.selection.stage.reset();
  return gpu;
}

/// The colours of what GPUs do at the moment that is played; returns where they begin.
float draw_moment(const ViewFrame& frame, const Rect& foot) {
  const Theme& theme = frame.theme;
  const std::vector<LegendItem> items = moment_legend(frame.shown, theme);
  const float width = std::min(legend_width(theme, items), foot.width() * 0.6F);
  const float top = foot.max.y - 2 * text_height(theme, TextRole::secondary) - theme.px(8);
  const Rect row{{foot.max.x - width, top}, {foot.max.x, top + legend_line_height(theme)}};
  legend_row(frame, row, items);
  frame.places.note("cluster.moment", row);
  return row.min.x;
}

/// The GPU's words, or what to do; beside them the colours' legend.
void racks_foot(const ClusterState& state, const ViewFrame& frame, const Rect& foot, std::optional<std::int64_t> told) {
  const Theme& theme = frame.theme;
  const Report& report = frame.shown;
  const bool failing = state.arranged.failing && frame.grown == ClusterState::info.name;
  std::array<std::string, 3> first = {"Point at a GPU to light its groups", "Point at a GPU", ""};
  if (failing) first = {"Click takes out what it hits, or puts it back", "Click takes it out, or puts it back", ""};
  std::string below =
      failing ? "red has failed, pale has stopped with it, the rest goes on" : "wheel zooms, drag pans, click pins";
  if (told) {
    const GpuWords words = words_for_gpu(report, *told);
    first = {words.gpu + ": " + words.place, words.gpu, ""}, below = words.role;
  }
  const bool of_work = !ranks_now(frame).empty() && shows_work(state.racks.coloring);
  const float least = text_width(theme, TextRole::strong, first[1]) + theme.px(12);  // of the words
  const float legend = (of_work ? draw_moment(frame, foot)
                                : draw_ramp(frame, foot, rack_legend(report, state.racks.coloring, theme), least)) -
                       theme.px(12);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float line = text_height(theme, TextRole::secondary);
  draw_text(draw, theme, TextRole::strong, {foot.min.x, foot.max.y - 2 * line - theme.px(5)}, theme.text,
            first_fitting(theme, TextRole::strong, first, legend - foot.min.x));
  const float exit =
      moment_exit(frame, "cluster.whole", {{foot.min.x, foot.max.y - line - theme.px(3)}, foot.max}, foot.max.x);
  draw_text(draw, theme, TextRole::secondary, {foot.min.x, foot.max.y - line}, theme.dim,
            whole_clauses(theme, TextRole::secondary, below, exit - foot.min.x));
}

}  // namespace

std::span<const RankMoment> ranks_now(const ViewFrame& frame) {
  if (!frame.moment) return {};
  return frame.moment->ranks;
}

Rect racks_rect(const Theme& theme, const Rect& body) {
  return {body.min, {body.max.x, body.max.y - (2 * text_height(theme, TextRole::secondary) + theme.px(14))}};
}

std::optional<std::int64_t> racks_area(ClusterState& state, const ViewFrame& frame, const Rect& body,
                                       const RackGrid& grid, bool grown) {
  const Theme& theme = frame.theme;
  const Rect racks = racks_rect(theme, body);
  const bool hovered = chart_area(frame, "view.racks", racks);
  const std::optional<std::int64_t> gpu = steer_racks(state, frame, grid, racks, hovered);
  const std::optional<std::int64_t> picked = frame.selection.gpu, told = gpu ? gpu : picked;
  draw_racks(*ImGui::GetWindowDrawList(), racks, frame.shown, grid, state.racks,
             {picked, grown && state.arranged.failing ? picked : told, grown, &state.outage->marks, ranks_now(frame),
              &state.canvas, state.outage.made()},
             theme);
  if (gpu && pointer_rests() && !ImGui::IsMouseDown(ImGuiMouseButton_Left))
    show_tip(frame, explain_gpu(frame.shown, *gpu));
  racks_foot(state, frame, {{body.min.x, racks.max.y}, body.max}, told);
  return gpu;
}

bool racks_fit_button(ClusterState& state, const ViewFrame& frame, ImVec2 at) {
  if (state.racks == whole_cluster(state.racks)) return false;
  ImGui::SetCursorScreenPos(at);
  if (text_button(frame, "button.cluster_fit", "Fit")) state.racks = whole_cluster(state.racks);
  return true;
}

void draw_kind_mark(const Theme& theme, ImVec2 at, GroupKind kind) {
  ImGui::GetWindowDrawList()->AddRectFilled({at.x, at.y + theme.px(4)}, {at.x + theme.px(8), at.y + theme.px(12)},
                                            communication_color(theme, kind), theme.px(2));
}

void draw_in_card(ClusterState& state, const ViewFrame& frame, const Rect& card, float reserved) {
  const Report& report = frame.shown;
  const Theme& theme = frame.theme;
  // Racks lie elsewhere in a card of another shape, so a card that grows or shrinks shows all of them.
  if (state.racks_grown) state.racks = whole_cluster(state.racks);
  state.racks_grown = false;
  const float title = text_width(theme, TextRole::title, "Cluster");
  const bool zoomed = racks_fit_button(
      state, frame, {card.min.x + theme.px(design::card_padding + 6) + title, card.min.y + theme.px(5)});
  const bool roomy = card.width() - reserved > theme.px(roomy_cluster);
  const std::string nodes = roomy && !zoomed ? nodes_words(report.scenario.cluster) : "";
  const Rect body = view_card(frame, card, ClusterState::info.name, ClusterState::info.title, nodes);
  const float end =
      card.min.x + theme.px(design::card_padding + 24) + title + text_width(theme, TextRole::secondary, nodes);
  if (!nodes.empty() && subtitle_pointed(frame, "cluster.subtitle", card, ClusterState::info.title, end))
    show_tip(frame, explain_nodes(report.scenario.cluster));
  coloring_switch(state, frame, {card.min, {card.max.x - reserved, card.max.y}});
  work_out_outage(state, report, frame.scenario());
  const RackGrid grid = grid_for(report, racks_rect(theme, body), theme.px(small_title));
  state.pointed_gpu = racks_area(state, frame, body, grid, false);
}

}  // namespace shardscope
