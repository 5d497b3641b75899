// The map of the grown Cluster view: all racks on the left, on the right one rack from near and what its links carry,
// or what stops where something was taken out.
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "app/cluster/cluster_parts.h"
#include "app/cluster/cluster_work.h"
#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "core/base/saturating.h"
#include "core/cluster/fabric.h"
#include "core/cluster/gpu_pool.h"
#include "core/cluster/outage.h"
#include "render/cluster/grid/rack_words.h"
#include "render/cluster/rack_colors.h"
#include "render/cluster/rack_nodes.h"
#include "render/cluster/racks.h"
#include "render/explain/explain_gpu.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr float hall_title_height = 24;  // at scale 1
constexpr float map_share = 0.635F;      // of the area's width

/// "2 sites, 8 halls, 3,125 racks, 100,000 GPUs".
std::string map_title(const RackGrid& grid) {
  std::string words;
  if (grid.sites > 1) words = grouped(grid.sites, "site", "sites") + ", ";
  const std::string hall = grid.halls_are_pods ? "pod" : "hall";
  if (grid.halls() > grid.sites) words += grouped(grid.halls(), hall, hall + "s") + ", ";
  return words + grouped(grid.racks, "rack", "racks") + ", " + grouped(grid.gpus, "GPU", "GPUs");
}

std::optional<std::int64_t> map_card(ClusterState& state, const ViewFrame& frame, const Rect& card) {
  const Report& report = frame.shown;
  const Theme& theme = frame.theme;
  const Rect racks = racks_rect(theme, card_frame(theme, card).body);
  const RackGrid grid = grid_for(report, racks, theme.px(hall_title_height));
  const std::string title = map_title(grid);
  const RackDetail detail = detail_for(grid, state.racks, racks, theme);
  const float used = theme.px(design::card_padding + 6) + text_width(theme, TextRole::title, title);
  const bool zoomed = racks_fit_button(state, frame, {card.min.x + used, card.min.y + theme.px(5)});
  const Rect body = view_card(frame, card, ClusterState::info.name, title, zoomed ? "" : cell_words(grid, detail));
  return racks_area(state, frame, body, grid, true);
}

constexpr float node_height_min = 70, node_height_max = 230, gpu_padding = 12;  // at scale 1

/// A rack's nodes in columns: as many as leave room for a GPU's number, and no more than the height asks for.
struct NodeGrid {
  std::int64_t columns = 1, rows = 1;
  float width = 0, height = 0;  // of a node; all rows together may be higher than the body, which then scrolls
};
NodeGrid node_grid(const Theme& theme, std::int64_t gpus, std::int64_t gpu_columns, std::int64_t nodes,
                   const Rect& body) {
  const float number = text_width(theme, TextRole::secondary, grouped(gpus)) + theme.px(gpu_padding);
  const float wide = number * static_cast<float>(gpu_columns) + theme.px(gpu_padding);
  const float high = theme.px(node_height_min);
  const auto columns_max = std::max<std::int64_t>(1, static_cast<std::int64_t>(body.width() / wide));
  const auto rows_fit = std::max<std::int64_t>(1, static_cast<std::int64_t>(body.height() / high));
  NodeGrid cells;
  cells.columns = std::clamp<std::int64_t>(divided_up(nodes, rows_fit), 1, columns_max);
  cells.rows = divided_up(nodes, cells.columns);
  cells.width = body.width() / static_cast<float>(cells.columns);
  cells.height = std::clamp(body.height() / static_cast<float>(cells.rows), high, theme.px(node_height_max));
  return cells;
}

/// "8 nodes, 64 GPUs, H100 SXM 80 GB, 89 kW": the kind where the cluster has several.
std::string rack_facts(const Cluster& cluster, const RackGrid& grid, GpuRange gpus) {
  const std::int64_t nodes = node_of(grid, gpus.end - 1) - node_of(grid, gpus.first) + 1;
  std::string facts = grouped(nodes, "node", "nodes") + ", " + grouped(gpus.end - gpus.first, "GPU", "GPUs");
  if (is_mixed(cluster))
    facts += pool_of_gpu(cluster, gpus.first) == pool_of_gpu(cluster, gpus.end - 1)
                 ? ", " + kind_of_gpu(cluster, gpus.first).title
                 : ", of two pools";
  if (const auto watts = watts_of(cluster, gpus)) facts += ", " + format_power(*watts).text();
  return facts;
}

Explanation explain_rack(const Cluster& cluster, const RackGrid& grid, std::int64_t rack, GpuRange gpus) {
  Explanation words{"Rack " + grouped(rack), rack_facts(cluster, grid, gpus), {}, {}};
  const std::int64_t count = gpus.end - gpus.first;
  words.lines.push_back("GPUs " + grouped(gpus.first) + " to " + grouped(gpus.end - 1) + ", " + grouped(grid.gpus) +
                        " in a node");
  if (const auto watts = watts_of(cluster, gpus))
    words.lines.push_back(grouped(count) + " GPUs, with their servers and cooling: " + format_power(*watts).text() +
                          ", " + format_power(*watts / static_cast<double>(count)).text() + " each");
  words.source = "nodes in a rack and watts: the cluster and its GPU";
  return words;
}

/// A node with a ring around the GPU that is picked; the GPU under the pointer.
std::optional<std::int64_t> node_under(const ViewFrame& frame, const NodeInk& ink, const NodeRun& run, const Rect& box,
                                       std::int64_t node) {
  draw_node(ink, box, node);
  std::optional<std::int64_t> under;
  const GpuRange own = gpus_of_node(ink.grid, node);
  for (std::int64_t gpu = own.first; gpu < own.end; ++gpu) {
    const Rect cell = node_gpu_rect(frame.theme, run, box, gpu - own.first);
    if (cell.contains(ImGui::GetIO().MousePos)) under = gpu;
    if (frame.selection.gpu == gpu)
      ink.draw.AddRect(cell.min, cell.max, frame.theme.text, frame.theme.px(3), 0, frame.theme.px(2));
  }
  return under;
}

}  // namespace

std::optional<std::int64_t> cluster_rack_card(ClusterState& state, const ViewFrame& frame, const Rect& card,
                                              std::int64_t gpu) {
  const Report& report = frame.shown;
  const Theme& theme = frame.theme;
  const RackGrid grid = rack_units(report.scenario.cluster);
  const std::int64_t rack = rack_of(grid, gpu);
  const GpuRange gpus = gpus_of_rack(grid, rack);
  const NodeRun run = nodes_in_rack(grid, rack);
  const std::int64_t first = node_of(grid, gpus.first), nodes = node_of(grid, gpus.end - 1) - first + 1;
  std::string title = "Rack " + grouped(rack);
  if (grid.halls_per_site > 1) title += ", " + hall_title(grid, hall_of_rack(grid, rack));
  const Rect body = plain_card(frame, card, title, rack_facts(report.scenario.cluster, grid, gpus), SubtitleAt::right);
  if (subtitle_pointed(frame, "cluster.rack.subtitle", card, title))
    show_tip(frame, explain_rack(report.scenario.cluster, grid, rack, gpus));
  const RackColors colors(report, state.racks.coloring, theme, ranks_now(frame));
  const RackTint tint{&state.outage->marks};
  frame.places.note("cluster.rack", body);
  frame.places.note("cluster.rack." + std::to_string(rack), body);
  const Rect inside = begin_scroll("rack", frame, body);
  const NodeGrid cells = node_grid(theme, grid.gpus, run.columns, nodes, body);
  const float bottom = inside.min.y + cells.height * static_cast<float>(cells.rows);
  const NodeInk ink{*ImGui::GetWindowDrawList(), theme, colors, grid, tint};
  const bool hovered = chart_area(frame, "cluster.nodes", {inside.min, {inside.max.x, bottom}});
  std::optional<std::int64_t> under;
  for (std::int64_t i = 0; i < nodes; ++i) {
    const ImVec2 at{inside.min.x + cells.width * static_cast<float>(i / cells.rows),
                    inside.min.y + cells.height * static_cast<float>(i % cells.rows)};
    const auto gpu_there = node_under(frame, ink, run, {at, {at.x + cells.width, at.y + cells.height}}, first + i);
    if (hovered && gpu_there) under = gpu_there;
  }
  end_scroll(inside, bottom);
  if (under && ImGui::IsMouseReleased(ImGuiMouseButton_Left)) click_gpu(state, frame, *under);
  if (under && pointer_rests()) show_tip(frame, explain_gpu(report, *under));
  return under;
}

namespace {

/// The GPU whose rack is shown while the pointer is on none: where the last failure is, else the one that is picked.
std::int64_t told_otherwise(const ClusterArrangement& view, const ViewFrame& frame) {
  if (!view.failing || view.failures.empty()) return frame.selection.gpu.value_or(0);
  return gpus_of(view.failures.back(), fabric_of(frame.shown.scenario.cluster)).first;
}

}  // namespace

void cluster_map_page(ClusterState& state, const ViewFrame& frame, const Rect& area) {
  const Theme& theme = frame.theme;
  const float gap = theme.snapped_px(design::card_gap);
  const bool narrow = area.width() < theme.px(760);
  const float width = narrow ? area.width() : std::floor((area.width() - gap) * map_share);
  work_out_outage(state, frame.shown, frame.scenario());
  const std::optional<std::int64_t> gpu = map_card(state, frame, {area.min, {area.min.x + width, area.max.y}});
  state.pointed_gpu = gpu;
  if (narrow) return;
  const std::int64_t last = std::max<std::int64_t>(0, frame.shown.scenario.cluster.gpus - 1);
  const std::int64_t told = std::min(last, gpu ? *gpu : told_otherwise(state.arranged, frame));
  const Rect right{{area.min.x + width + gap, area.min.y}, area.max};
  const float upper = std::floor((right.height() - gap) * 0.5F);
  const std::optional<std::int64_t> in_rack =
      cluster_rack_card(state, frame, {right.min, {right.max.x, right.min.y + upper}}, told);
  if (in_rack) state.pointed_gpu = in_rack;
  const Rect lower{{right.min.x, right.min.y + upper + gap}, right.max};
  if (state.arranged.failing) return cluster_outage_card(state, frame, lower);
  cluster_links_card(state, frame, lower, in_rack.value_or(told));
}

}  // namespace shardscope
