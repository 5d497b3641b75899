// The Cluster view grown to the whole area (views.h): a line of switches, and below it one of its pages.
#include <imgui.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "app/cluster/cluster_parts.h"
#include "app/cluster/cluster_work.h"
#include "app/explorer/views.h"
#include "app/panels/controls.h"
#include "app/panels/segments.h"
#include "core/cluster/pool_place.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr std::array<Segment, 4> pages = {
    {{"cluster.page.map", "Map", "Sites, halls, racks, nodes and GPUs, and what fails."},
     {"cluster.page.network", "Network", "Each level's links, hottest first, and what would relieve them."},
     {"cluster.page.matrix", "Matrix", "Who talks to whom: bytes from every rank to every other."},
     {"cluster.page.sites", "Sites and pools",
      "What distance costs, and how pools of different GPUs share the work."}}};

struct Coloring {
  RackColoring coloring;
  Segment segment;
};
constexpr std::array<Coloring, 11> colorings = {{
    {RackColoring::stage, {"coloring.stage", "Stage", "Pipeline stages, from the first to the last."}},
    {RackColoring::replica, {"coloring.replica", "Replica", "Copies of the model, from the first to the last."}},
    {RackColoring::tensor_group, {"coloring.tensor", "Tensor", "Tensor groups: GPUs that share each layer."}},
    {RackColoring::context_group, {"coloring.context", "Context", "Context groups: GPUs that share each sequence."}},
    {RackColoring::expert_group, {"coloring.expert", "Expert", "Expert groups: GPUs that share a layer's experts."}},
    {RackColoring::data_group,
     {"coloring.data", "Data", "Data groups: GPUs with the same weights, which exchange gradients."}},
    {RackColoring::memory, {"coloring.memory", "Memory", "How full each GPU's memory is."}},
    {RackColoring::link_load,
     {"coloring.links", "Link load", "How much of the step a GPU keeps its busiest links at work."}},
    {RackColoring::power,
     {"coloring.power", "Power", "What each GPU draws, with its share of host, network, cooling."}},
    {RackColoring::domain,
     {"coloring.domain", "Domain", "Units that fail together: pods where there are some, racks."}},
    {RackColoring::pool, {"coloring.pool", "Pool", "Kinds of GPU, each a pool of the mixed cluster."}},
}};

/// The colourings; those of a dimension that the plan hasn't are pale, and the last is there for several pools alone.
std::vector<Segment> coloring_segments(const Plan& plan, const Cluster& cluster) {
  std::vector<Segment> all;
  for (const Coloring& each : colorings) {
    if (each.coloring == RackColoring::pool && !is_mixed(cluster)) continue;
    Segment segment = each.segment;
    const bool absent = (each.coloring == RackColoring::context_group && plan.cp <= 1) ||
                        (each.coloring == RackColoring::expert_group && plan.ep <= 1) ||
                        (each.coloring == RackColoring::tensor_group && plan.tp <= 1);
    if (absent) segment.enabled = false, segment.help = "The plan has no groups of more than one GPU of this kind.";
    all.push_back(segment);
  }
  return all;
}

std::optional<std::size_t> present_coloring(const Explorer& explorer) {
  for (std::size_t i = 0; i < colorings.size(); ++i)
    if (colorings[i].coloring == explorer.racks.coloring) return i;
  return std::nullopt;
}

/// Where the line is too short for all words, they are a list.
void coloring_list(Explorer& explorer, const Frame& frame, const Rect& line, float left,
                   const std::vector<Segment>& all) {
  std::vector<Option> options;
  for (const Segment& segment : all)
    options.push_back({std::string(segment.label), segment.enabled ? "" : "none", std::string(segment.help)});
  const std::optional<std::size_t> present = present_coloring(explorer);
  const std::string shown = "Colour: " + (present ? options[*present].name : std::string());
  ImGui::SetCursorScreenPos({left, line.center().y - text_height(frame.theme, TextRole::secondary) / 2});
  float end = 0;
  const auto chosen =
      title_combo(frame, {"coloring", {}, shown, options, present}, line.max.x - left, end, TextRole::secondary);
  if (chosen && all[*chosen].enabled) explorer.racks.coloring = colorings[*chosen].coloring;
}

void map_switches(Explorer& explorer, const Frame& frame, const Rect& line, float left) {
  const Theme& theme = frame.theme;
  const std::array<Segment, 1> failures = {
      {{"cluster.failures", "Failures",
        "On: a click takes out a GPU, a node, a rack or a link, and the view says what stops and what goes on."}}};
  float right = line.max.x - segments_width(theme, failures);
  if (segments(frame, line, right, failures, explorer.cluster.failing ? std::optional<std::size_t>(0) : std::nullopt)) {
    explorer.cluster.failing = !explorer.cluster.failing;
    if (!explorer.cluster.failing) explorer.cluster.failures.clear();
  }
  right -= theme.px(12);
  const Scenario& scenario = shown_report(explorer).scenario;
  if (explorer.racks.coloring == RackColoring::pool && !is_mixed(scenario.cluster))
    explorer.racks.coloring = RackColoring::stage;
  const std::vector<Segment> all = coloring_segments(scenario.plan, scenario.cluster);
  const float begin = right - segments_width(theme, all);
  if (begin < left + theme.px(16))
    return coloring_list(explorer, frame, {line.min, {right, line.max.y}}, left + theme.px(20), all);
  if (const auto chosen = segments(frame, line, begin, all, present_coloring(explorer)))
    explorer.racks.coloring = colorings[*chosen].coloring;
}

}  // namespace

void cluster_detail(Explorer& explorer, const Frame& frame, const Rect& area) {
  const Theme& theme = frame.theme;
  if (!explorer.racks_grown) explorer.racks = whole_cluster(explorer.racks);
  explorer.racks_grown = true;
  const float height = theme.snapped_px(30);
  const Rect line{area.min, {area.max.x, area.min.y + height}};
  const auto chosen = segments(frame, line, line.min.x, pages, static_cast<std::size_t>(explorer.cluster.page));
  if (chosen) explorer.cluster.page = static_cast<ClusterPage>(*chosen);
  const float left = line.min.x + segments_width(theme, pages);
  if (explorer.cluster.page == ClusterPage::map) map_switches(explorer, frame, line, left);
  const Rect page{{area.min.x, std::floor(line.max.y + theme.px(8))}, area.max};
  switch (explorer.cluster.page) {
    case ClusterPage::map:
      return cluster_map_page(explorer, frame, page);
    case ClusterPage::network:
      return cluster_network_page(explorer, frame, page);
    case ClusterPage::matrix:
      return cluster_matrix_page(explorer, frame, page);
    case ClusterPage::sites:
      return cluster_sites_page(explorer, frame, page);
  }
}

}  // namespace shardscope
