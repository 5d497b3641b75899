// What the Cluster view's cards share (cluster_card.cpp has the small one, cluster_grown.cpp puts the grown view
// together).
#pragma once

#include <optional>

#include "app/cluster/cluster_state.h"
#include "app/panels/cards.h"
#include "render/cluster/racks.h"

namespace shardscope {

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
