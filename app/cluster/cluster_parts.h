// What the Cluster view's cards share (cluster_card.cpp has the small one, cluster_grown.cpp puts the grown view
// together).
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "app/cluster/cluster_state.h"
#include "app/panels/cards.h"
#include "app/panels/segments.h"
#include "core/scenario/plan_counts.h"
#include "render/cluster/racks.h"

namespace shardscope {

/// What the cells can be coloured by.
struct ClusterColoring {
  RackColoring coloring;
  Segment segment;
  std::int64_t (*parts)(const Plan&) = nullptr;  // that the plan is split into; null: can be chosen whatever the plan
};
inline constexpr std::array<ClusterColoring, 11> cluster_colorings = {{
    {RackColoring::stage, {"coloring.stage", "Stage", "Pipeline stages, from the first to the last."}},
    {RackColoring::replica,
     {"coloring.replica", "Replica", "Copies of the model, from the first to the last."},
     [](const Plan& plan) { return replicas_of(plan); }},
    {RackColoring::tensor_group,
     {"coloring.tensor", "Tensor", "Tensor groups: GPUs that share each layer."},
     [](const Plan& plan) { return plan.tp; }},
    {RackColoring::context_group,
     {"coloring.context", "Context", "Context groups: GPUs that share each sequence."},
     [](const Plan& plan) { return plan.cp; }},
    {RackColoring::expert_group,
     {"coloring.expert", "Expert", "Expert groups: GPUs that share a layer's experts."},
     [](const Plan& plan) { return plan.ep; }},
    {RackColoring::data_group,
     {"coloring.data", "Data", "Data groups: GPUs with the same weights, which exchange gradients."},
     [](const Plan& plan) { return replicas_of(plan); }},
    {RackColoring::memory, {"coloring.memory", "Memory", "How full each GPU's memory is."}},
    {RackColoring::link_load,
     {"coloring.links", "Link load", "How much of the step a GPU keeps its busiest links at work."}},
    {RackColoring::power,
     {"coloring.power", "Power", "Of the power that it is sold with (TDP): all of it for as long as it works."}},
    {RackColoring::domain,
     {"coloring.domain", "Domain", "Units that fail together: pods where there are some, racks."}},
    {RackColoring::pool, {"coloring.pool", "Pool", "Kinds of GPU, each a pool of the mixed cluster."}},
}};
/// Its word, pale where the plan isn't split so.
[[nodiscard]] Segment segment_of(const ClusterColoring& coloring, const Plan& plan);

/// Where the racks lie in a card's body, above their foot.
[[nodiscard]] Rect racks_rect(const Theme& theme, const Rect& body);
/// The racks with their foot, and what wheel, drag, double click and click do there; `grown` as the map of the grown
/// view, with lines to a GPU's peers. Returns the GPU under the pointer.
std::optional<std::int64_t> racks_area(ClusterState& state, const ViewFrame& frame, const Rect& body,
                                       const RackGrid& grid, bool grown);
/// What each pipeline rank is at, while a moment is played; else nothing.
[[nodiscard]] std::span<const RankMoment> ranks_now(const ViewFrame& frame);
/// What a click on a GPU does: pins it in all views, or takes out what it is part of.
void click_gpu(ClusterState& state, const ViewFrame& frame, std::int64_t gpu);

/// Zoomed in, "Fit" stands at that place and leads back; true while it does.
bool racks_fit_button(ClusterState& state, const ViewFrame& frame, ImVec2 at);

/// The colour of a kind of traffic, before a line of secondary text at that place.
void draw_kind_mark(const Theme& theme, ImVec2 at, GroupKind kind);

// Pages of the grown view, each in the whole of `area`.
void cluster_map_page(ClusterState& state, const ViewFrame& frame, const Rect& area);
void cluster_network_page(ClusterState& state, const ViewFrame& frame, const Rect& area);
void cluster_matrix_page(ClusterState& state, const ViewFrame& frame, const Rect& area);
void cluster_sites_page(ClusterState& state, const ViewFrame& frame, const Rect& area);

// Cards of the map page.
/// The rack of the GPU, node by node. Returns the GPU under the pointer.
[[nodiscard]] std::optional<std::int64_t> cluster_rack_card(ClusterState& state, const ViewFrame& frame,
                                                            const Rect& card, std::int64_t gpu);
void cluster_links_card(const ClusterState& state, const ViewFrame& frame, const Rect& card, std::int64_t gpu);
void cluster_outage_card(ClusterState& state, const ViewFrame& frame, const Rect& card);
/// Bus bandwidths by algorithm; the height that all its rows take, 0 where the plan has no groups.
void cluster_algorithms_card(const ViewFrame& frame, const Rect& card, const std::vector<GroupRates>& rates);
[[nodiscard]] float cluster_algorithms_height(const Theme& theme, const std::vector<GroupRates>& rates);
void cluster_pools_card(const ViewFrame& frame, const Rect& card, const Report& report);

/// Takes the unit with the GPU out, or puts it back where it was out.
void toggle_failure(ClusterArrangement& view, const Cluster& cluster, std::int64_t gpu);

/// "3 racks, 1 link out".
[[nodiscard]] std::string failure_words(const std::vector<Failure>& failures);

/// What goes on and what can be done now, in a sentence; `slowed` is the step with the cards that are left, `rails`
/// whether rails failed.
[[nodiscard]] std::string outage_words(const Outage& outage, const Report& report, std::optional<Seconds> slowed,
                                       bool rails);

}  // namespace shardscope
