// What the grown Cluster view works out, a few milliseconds a frame where it takes many evaluations.
#pragma once

#include "app/explorer/explorer.h"

namespace shardscope {

/// Brings the part of explorer.cluster_detail up to date with the report and the view.
void work_out_outage(Explorer& explorer);
void work_out_matrix(Explorer& explorer, std::int64_t cells_max);
/// What the rank sends, of the matrix' report.
[[nodiscard]] const std::vector<Message>& messages_of_rank(Explorer& explorer, std::int64_t rank);
void work_out_rates(Explorer& explorer);
/// These go on in the next frames until all is tried.
void work_out_changes(Explorer& explorer);
void work_out_sites(Explorer& explorer);

/// Whether the page that is shown isn't finished.
[[nodiscard]] bool cluster_is_working(const Explorer& explorer);

/// The ranks that a view of the matrix shows along its columns and its rows.
struct MatrixRanges {
  RankRange senders, receivers;
};
[[nodiscard]] MatrixRanges matrix_ranges(const RacksView& view, std::int64_t ranks);

/// What the site curves are drawn over: kilometres to the antipode, links that are sold, and this scenario's own.
[[nodiscard]] std::vector<double> site_distances(double present_meters);
[[nodiscard]] std::vector<double> site_bandwidths(double present);

/// Of one of the bandwidths, its points by distance.
[[nodiscard]] std::vector<SitePoint> site_curve(const ClusterDetail& detail, double bandwidth);

}  // namespace shardscope
