// The Cluster view grown to the whole area: a line of switches, and below it one of its pages.
#include <imgui.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "app/cluster/cluster_parts.h"
#include "app/panels/controls.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr std::array<Segment, 4> page_segments = {
    {{"cluster.page.map", "Map", "Sites, halls, racks, nodes and GPUs, and what fails."},
     {"cluster.page.network", "Network", "Each level's links, hottest first, and what would relieve them."},
     {"cluster.page.matrix", "Matrix", "Who talks to whom: bytes from every rank to every other."},
     {"cluster.page.sites", "Sites and pools",
      "What distance costs, and how pools of different GPUs share the work."}}};

/// The colourings, of which the last is there for several pools alone.
std::vector<Segment> coloring_segments(const Plan& plan, const Cluster& cluster) {
  std::vector<Segment> all;
  for (const ClusterColoring& each : cluster_colorings)
    if (each.coloring != RackColoring::pool || is_mixed(cluster)) all.push_back(segment_of(each, plan));
  return all;
}

std::optional<std::size_t> present_coloring(const ClusterState& state) {
  for (std::size_t i = 0; i < cluster_colorings.size(); ++i)
    if (cluster_colorings[i].coloring == state.racks.coloring) return i;
  return std::nullopt;
}

/// Where the line is too short for all words, they are a list.
void coloring_list(ClusterState& state, const ViewFrame& frame, const Rect& line, float left,
                   const std::vector<Segment>& all) {
  std::vector<Option> options;
  for (const Segment& segment : all)
    options.push_back({std::string(segment.label), segment.enabled ? "" : "none", std::string(segment.help)});
  const std::optional<std::size_t> present = present_coloring(state);
  const std::string shown = "Colour: " + (present ? options[*present].name : std::string());
  ImGui::SetCursorScreenPos({left, text_top(frame.theme, TextRole::secondary, line)});
  float end = 0;
  const auto chosen =
      title_combo(frame, {"coloring", {}, shown, options, present}, line.max.x - left, end, TextRole::secondary);
  if (chosen && all[*chosen].enabled) state.racks.coloring = cluster_colorings[*chosen].coloring;
}

void map_switches(ClusterState& state, const ViewFrame& frame, const Rect& line, float left) {
  const Theme& theme = frame.theme;
  const std::array<Segment, 1> failures = {
      {{"cluster.failures", "Failures",
        "On: a click takes out a GPU, a node, a rack or a link, and the view says what stops and what goes on."}}};
  float right = line.max.x - segments_width(theme, failures);
  if (segments(frame, line, right, failures, state.arranged.failing ? std::optional<std::size_t>(0) : std::nullopt)) {
    state.arranged.failing = !state.arranged.failing;
    if (!state.arranged.failing) state.arranged.failures.clear();
  }
  right -= theme.px(12);
  const Scenario& scenario = frame.shown.scenario;
  if (state.racks.coloring == RackColoring::pool && !is_mixed(scenario.cluster))
    state.racks.coloring = RackColoring::stage;
  const std::vector<Segment> all = coloring_segments(scenario.plan, scenario.cluster);
  const float begin = right - segments_width(theme, all);
  if (begin < left + theme.px(16))
    return coloring_list(state, frame, {line.min, {right, line.max.y}}, left + theme.px(20), all);
  if (const auto chosen = segments(frame, line, begin, all, present_coloring(state)))
    state.racks.coloring = cluster_colorings[*chosen].coloring;
}

}  // namespace

Segment segment_of(const ClusterColoring& coloring, const Plan& plan) {
  if (coloring.parts == nullptr || coloring.parts(plan) > 1) return coloring.segment;
  return {coloring.segment.name, coloring.segment.label, "The plan isn't split this way.", false};
}

void show_all(ClusterState& state) {
  state.racks = {};
  state.arranged.failures.clear();
  state.arranged.matrix = {};
}

void finish(ClusterState& state) {
  state.pointed_gpu.reset();
}

void show_page(ClusterState& state, std::string_view name) {
  const auto page = std::find(ClusterState::pages.begin(), ClusterState::pages.end(), name);
  if (page != ClusterState::pages.end())
    state.arranged.page = static_cast<ClusterPage>(page - ClusterState::pages.begin());
}

std::string_view shown_page(const ClusterState& state) {
  return ClusterState::pages[static_cast<std::size_t>(state.arranged.page)];
}

void draw_view(ClusterState& state, const ViewFrame& frame, const Rect& area) {
  const Theme& theme = frame.theme;
  if (!state.racks_grown) state.racks = whole_cluster(state.racks);
  state.racks_grown = true;
  const float height = theme.snapped_px(30);
  const Rect line{area.min, {area.max.x, area.min.y + height}};
  const auto chosen = segments(frame, line, line.min.x, page_segments, static_cast<std::size_t>(state.arranged.page));
  if (chosen) state.arranged.page = static_cast<ClusterPage>(*chosen);
  const float left = line.min.x + segments_width(theme, page_segments);
  if (state.arranged.page == ClusterPage::map) map_switches(state, frame, line, left);
  const Rect page{{area.min.x, std::floor(line.max.y + theme.px(8))}, area.max};
  switch (state.arranged.page) {
    case ClusterPage::map:
      return cluster_map_page(state, frame, page);
    case ClusterPage::network:
      return cluster_network_page(state, frame, page);
    case ClusterPage::matrix:
      return cluster_matrix_page(state, frame, page);
    case ClusterPage::sites:
      return cluster_sites_page(state, frame, page);
  }
}

}  // namespace shardscope
