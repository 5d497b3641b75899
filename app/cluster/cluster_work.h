// What the grown Cluster view works out, a few milliseconds per frame where it takes many evaluations.
#pragma once

#include "app/cluster/cluster_state.h"

namespace shardscope {

/// Brings that part of the state up to date with the report that is shown and the scenario as the person has it.
void work_out_outage(ClusterState& state, const Report& shown, const Scenario& present);
void work_out_matrix(ClusterState& state, const Report& shown, std::int64_t cells_max);
/// What the rank sends.
[[nodiscard]] const std::vector<Message>& messages_of_rank(ClusterState& state, const Report& shown, std::int64_t rank);
void work_out_rates(ClusterState& state, const Report& shown);
/// These go on in the next frames until all is tried; `evaluate_seconds` as for evaluations_per_frame().
void work_out_changes(ClusterState& state, const Report& shown, const Scenario& present, double evaluate_seconds);
void work_out_sites(ClusterState& state, const Scenario& present, double evaluate_seconds);

/// The ranks that a view of the matrix shows along its columns and its rows.
struct MatrixRanges {
  RankRange senders, receivers;
};
[[nodiscard]] MatrixRanges matrix_ranges(const RacksView& view, std::int64_t ranks);

/// What the site curves are drawn over: kilometres to the antipode, links that are sold, and this scenario's own.
[[nodiscard]] std::vector<double> site_distances(double present_meters);
[[nodiscard]] std::vector<double> site_bandwidths(double present);

/// Of one of the bandwidths, its points by distance.
[[nodiscard]] std::vector<SitePoint> site_curve(const SiteTrial& sites, double bandwidth);

}  // namespace shardscope
