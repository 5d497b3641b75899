// What stops when parts of the cluster are taken out, and what goes on (cluster_parts.h).
#include <imgui.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "app/cluster/cluster_parts.h"
#include "app/panels/cards.h"
#include "app/panels/controls.h"
#include "app/panels/segments.h"
#include "core/cluster/fabric.h"
#include "core/cluster/gpu_pool.h"
#include "render/cluster/level_words.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr std::array rack_levels = {LevelKind::rack, LevelKind::domain};  // a rack may be one scale-up domain

/// A unit of one of these levels with the GPU, the first that the cluster has.
std::optional<Failure> unit_of(std::span<const LevelKind> levels, const Fabric& fabric, std::int64_t gpu, bool link) {
  for (const LevelKind level : levels)
    if (const FabricLevel* found = fabric.find(level)) return Failure{level, gpu / found->gpus, link};
  return std::nullopt;
}

/// What a click can take out; pale where the cluster has none.
std::array<Segment, 7> unit_segments(const Cluster& cluster, const Fabric& fabric) {
  std::array<Segment, 7> units = {
      {{"failure.gpu", "GPU", "A click takes out one GPU."},
       {"failure.node", "Node", "A click takes out a server with all its GPUs."},
       {"failure.rack", "Rack", "A click takes out a rack: its power or its switch."},
       {"failure.card", "Card", "A click takes out a GPU's own card to the network; the GPU itself runs on."},
       {"failure.rail", "Rail",
        "A click takes out the switch that the GPU's card is on, which joins the same GPU of every node of its pod."},
       {"failure.rack_links", "Uplinks",
        "A click takes out a rack's links up: its GPUs run on, but reach nothing outside of it."},
       {"failure.site_links", "Fibre", "A click takes out a site's fibre: nothing crosses to the other sites."}}};
  if (rail_level(fabric) == nullptr)
    units[4].enabled = false, units[4].help = fabric.topology == TopologyKind::rail_optimized
                                                  ? "The cluster is one node: no rail leads out of it."
                                                  : "This network has no rails: its topology is another.";
  const std::optional<Failure> rack = unit_of(rack_levels, fabric, 0, true);
  if (!rack || fabric.level[fabric.count - 1].kind == rack->level)
    units[5].enabled = false, units[5].help = "The cluster is one rack: nothing leads out of it.";
  if (!has_sites(cluster)) units[6].enabled = false, units[6].help = "There is one site: no fibre leads out of it.";
  return units;
}

/// The fibre of the GPU's site: what leads up from the level below that of all sites, a hall where a site is one.
std::optional<Failure> site_links(const Fabric& fabric, std::int64_t gpu) {
  if (fabric.count < 2 || fabric.level[fabric.count - 1].kind != LevelKind::sites) return std::nullopt;
  const FabricLevel& site = fabric.level[fabric.count - 2];
  return Failure{site.kind, gpu / site.gpus, true};
}

/// The switch of the GPU's rail.
std::optional<Failure> rail_of(const Cluster& cluster, const Fabric& fabric, std::int64_t gpu) {
  const FabricLevel* level = rail_level(fabric);
  if (level == nullptr) return std::nullopt;
  return Failure{level->kind, gpu / level->gpus, true, gpu % node_size_at(cluster, gpu)};
}

/// The unit of that level with the GPU; the next level below where the cluster has none such.
Failure failure_at(FailureUnit unit, const Cluster& cluster, std::int64_t gpu) {
  const Fabric fabric = fabric_of(cluster);
  const FabricLevel* node = fabric.find(LevelKind::node);
  std::optional<Failure> failure;
  if (unit == FailureUnit::card) failure = Failure{LevelKind::gpu, gpu, true};
  if (unit == FailureUnit::rail) failure = rail_of(cluster, fabric, gpu);
  if (unit == FailureUnit::site_links) failure = site_links(fabric, gpu);
  if (unit == FailureUnit::rack_links) failure = unit_of(rack_levels, fabric, gpu, true);
  if (unit == FailureUnit::rack) failure = unit_of(rack_levels, fabric, gpu, false);
  if (!failure && unit != FailureUnit::gpu && node != nullptr) {
    const std::int64_t own = node_size_at(cluster, gpu);  // its pool's
    failure = cluster.pools.empty() || own == node->gpus ? Failure{LevelKind::node, gpu / node->gpus}
                                                         : Failure{LevelKind::node, gpu / own, false, -1, own};
  }
  return failure.value_or(Failure{LevelKind::gpu, gpu});
}

std::string noun(const Failure& failure, std::int64_t count) {
  if (failure.rail >= 0) return grouped(count, "rail", "rails");
  std::string word =
      failure.level == LevelKind::gpu ? failure.link ? "card" : "GPU" : std::string(name_of(failure.level));
  if (failure.link && failure.level != LevelKind::gpu)
    return grouped(count) + " " + word + (count == 1 ? "'s" : "s'") + " links";
  return grouped(count, word, word + "s");
}

struct Line {
  std::string name, value;
  ImU32 color;
};

std::vector<Line> outage_lines(const Theme& theme, const Outage& outage, std::int64_t ranks) {
  std::vector<Line> lines;
  const auto of = [](std::int64_t part, std::int64_t all) { return grouped(part) + " of " + grouped(all); };
  const auto ink = [&](std::int64_t count) { return count > 0 ? theme.bad : theme.text; };
  lines.push_back({"GPUs lost", grouped(outage.gpus_lost), ink(outage.gpus_lost)});
  if (outage.ranks_lost < outage.gpus_lost)
    lines.push_back({"Of them with a rank", grouped(outage.ranks_lost), ink(outage.ranks_lost)});
  lines.push_back({"Replicas that stop", of(outage.replicas_stopped, outage.replicas), ink(outage.replicas_stopped)});
  for (std::size_t kind = 0; kind < group_kinds; ++kind) {
    const GroupOutage& group = outage.groups[kind];
    if (group.stopped > 0 && group.groups < ranks)  // of more than one rank each
      lines.push_back({std::string(group_name(static_cast<GroupKind>(kind))) + " groups that stop",
                       of(group.stopped, group.groups), theme.text});
  }
  lines.push_back({"Nodes to replace", grouped(outage.nodes_to_replace) + ", " + grouped(outage.spare_nodes) + " spare",
                   outage.spares_suffice ? theme.text : theme.bad});
  if (outage.cards_left < 1)
    lines.push_back({"Network left to the worst node", format_percent(outage.cards_left).text(), theme.warn});
  return lines;
}

/// How much longer the step takes, waiting for the node with the fewest cards.
std::string slower_words(const Report& report, std::optional<Seconds> slowed) {
  if (!report.time || !slowed) return ", slower by how much is unknown.";
  const std::string words =
      ": the step takes " + format_seconds(*slowed).text() + " instead of " + format_seconds(report.time->step).text();
  const double more = *slowed / report.time->step - 1;
  return more < 1e-4 ? words + ", no longer."
                     : words + ", " + format_percent(more).text() + " more, as all wait for it.";
}

/// What a click takes out, as words on a line; before them, where there is room, what they say.
void unit_switch(ClusterArrangement& view, const ViewFrame& frame, const Rect& line) {
  const Theme& theme = frame.theme;
  constexpr std::string_view words = "A click takes out a";
  const Cluster& cluster = frame.shown.scenario.cluster;
  const std::array<Segment, 7> units = unit_segments(cluster, fabric_of(cluster));
  const float used = text_width(theme, TextRole::body, words) + theme.px(10);
  const bool told = line.min.x + used + segments_width(theme, units) <= line.max.x;
  if (told)
    draw_text(*ImGui::GetWindowDrawList(), theme, TextRole::body, {line.min.x, text_top(theme, TextRole::body, line)},
              theme.dim, words);
  const auto unit = segments(frame, line, line.min.x + (told ? used : 0), units, static_cast<std::size_t>(view.unit));
  if (unit) view.unit = static_cast<FailureUnit>(*unit);
}

}  // namespace

void toggle_failure(ClusterArrangement& view, const Cluster& cluster, std::int64_t gpu) {
  const Failure failure = failure_at(view.unit, cluster, gpu);
  const auto known = std::find(view.failures.begin(), view.failures.end(), failure);
  if (known != view.failures.end())
    view.failures.erase(known);
  else
    view.failures.push_back(failure);
}

std::string outage_words(const Outage& outage, const Report& report, std::optional<Seconds> slowed, bool rails) {
  const bool stops = std::any_of(outage.groups.begin(), outage.groups.end(),
                                 [](const GroupOutage& group) { return group.stopped > 0; });
  if (outage.replicas_stopped == 0 && stops)
    return "Replicas on the two sides of the cut can't exchange gradients: until the links are back only one side can "
           "go on.";
  if (outage.replicas_stopped == 0 && outage.cards_left <= 0) return "No group stops: none sends over what failed.";
  if (outage.replicas_stopped == 0 && outage.cards_left < 1)
    return (rails ? "No group stops. Nodes go on over their other rails, which their GPUs reach over the scale-up link"
                  : "No group stops. The node goes on over its other cards") +
           slower_words(report, slowed);
  if (outage.replicas_stopped == 0)
    return outage.gpus_lost > 0 ? "No group stops: what failed held no rank."
                                : "No group stops: none sends over what failed.";
  const std::string rest =
      "Without them " + format_percent(outage.replicas_left()).text() + " of the throughput is left";
  if (outage.nodes_to_replace == 0) return rest + ", until the links are back.";
  if (outage.spares_suffice)
    return rest + "; with spare nodes in their place all of it, after a restart from the last checkpoint.";
  return rest + "; there are too few spare nodes to put in their place.";
}

std::string failure_words(const std::vector<Failure>& failures) {
  if (failures.empty()) return "nothing is out";
  std::map<std::tuple<LevelKind, bool, bool>, std::int64_t> counts;
  for (const Failure& failure : failures) ++counts[{failure.level, failure.link, failure.rail >= 0}];
  std::string words;
  for (const auto& [what, count] : counts) {
    if (!words.empty()) words += ", ";
    const auto& [level, link, rail] = what;
    words += noun({level, 0, link, rail ? 0 : -1}, count);
  }
  return words + " out";
}

void cluster_outage_card(ClusterState& state, const ViewFrame& frame, const Rect& card) {
  const Theme& theme = frame.theme;
  const Outage& outage = state.outage->outage;
  ClusterArrangement& view = state.arranged;
  const Rect body = plain_card(frame, card, "What stops", failure_words(view.failures), SubtitleAt::right);
  frame.places.note("cluster.outage", body);
  const Report& report = frame.shown;
  const Rect line{body.min, {body.max.x, body.min.y + theme.px(30)}};
  unit_switch(view, frame, line);
  float y = line.max.y + theme.px(10);
  if (view.failures.empty()) {
    draw_wrapped(
        *ImGui::GetWindowDrawList(), theme, TextRole::body, {body.min.x, y}, theme.dim,
        "Everything runs. Click a GPU on the map or in the rack above: the unit that it is part of fails. Spare "
        "nodes: " +
            grouped(outage.spare_nodes) + ".",
        body.width());
    return;
  }
  const bool rails =
      std::any_of(view.failures.begin(), view.failures.end(), [](const Failure& failure) { return failure.rail >= 0; });
  const float button = theme.px(34);
  const Rect inside = begin_scroll("outage", frame, {{body.min.x, y}, {body.max.x, body.max.y - button}});
  float at = inside.min.y;
  at += draw_wrapped(*ImGui::GetWindowDrawList(), theme, TextRole::strong, {inside.min.x, at}, theme.text,
                     outage_words(outage, report, state.outage->slowed_step, rails), inside.width()) +
        theme.px(12);
  const std::int64_t ranks = map_ranks(report.scenario.plan, report.scenario.cluster).dense.ranks;
  for (const Line& fact : outage_lines(theme, outage, ranks))
    at = fact_line(frame, inside, at, fact.name, fact.value, fact.color);
  end_scroll(inside, at);
  ImGui::SetCursorScreenPos({body.min.x, body.max.y - theme.px(28)});
  if (text_button(frame, "failure.restore", "Put everything back", true, ButtonLook::filled)) view.failures.clear();
}

}  // namespace shardscope
