#include "app/cluster/cluster_work.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/explorer/frame_budget.h"
#include "core/cluster/fabric.h"
#include "core/evaluate/evaluate.h"
#include "render/cluster/level_words.h"
#include "render/text/format.h"

namespace shardscope {

namespace {

/// The collectives that are compared, in the order shown.
struct GroupCollective {
  GroupKind kind = GroupKind::tp;
  Collective collective = Collective::all_gather;
  std::string_view words;
};
constexpr std::array<GroupCollective, 6> compared_collectives = {{
    {GroupKind::tp, Collective::all_gather, "all-gather"},
    {GroupKind::tp, Collective::all_reduce, "all-reduce"},
    {GroupKind::cp, Collective::all_gather, "all-gather"},
    {GroupKind::dp, Collective::reduce_scatter, "reduce-scatter"},
    {GroupKind::dp, Collective::all_gather, "all-gather"},
    {GroupKind::dp, Collective::all_reduce, "all-reduce"},
}};
constexpr std::array<Bytes, 3> compared_messages = {Bytes{256e6}, Bytes{16e6}, Bytes{1e6}};

/// The step with every GPU's card as narrow as the worst node's share: all wait for that node.
std::optional<Seconds> step_with_cards(Scenario scenario, double cards_left) {
  scenario.cluster.scale_out_bandwidth *= cards_left;
  for (Pool& pool : scenario.cluster.pools)
    if (pool.scale_out_bandwidth) *pool.scale_out_bandwidth *= cards_left;
  const Report report = evaluate(scenario);
  return report.time ? std::optional(report.time->step) : std::nullopt;
}

void insert(std::vector<double>& values, double value) {
  const auto at = std::lower_bound(values.begin(), values.end(), value);
  if (at == values.end() || *at != value) values.insert(at, value);
}

}  // namespace

void work_out_outage(Explorer& explorer) {
  ClusterDetail& detail = explorer.cluster_detail;
  const std::vector<Failure>& failures = explorer.cluster.failures;
  if (detail.outage_of == explorer.evaluations && detail.outage_failures == failures) return;
  const Scenario& scenario = shown_report(explorer).scenario;
  detail.outage_of = explorer.evaluations;
  ++detail.marks_made;
  detail.outage_failures = failures;
  detail.outage = outage_of(failures, place_ranks(scenario.plan, scenario.cluster), scenario.cluster);
  detail.slowed_step.reset();
  const bool slower =
      detail.outage.replicas_stopped == 0 && detail.outage.cards_left > 0 && detail.outage.cards_left < 1;
  if (slower) detail.slowed_step = step_with_cards(explorer.history.present().scenario, detail.outage.cards_left);
  detail.marks = failure_marks(failures, fabric_of(scenario.cluster), detail.outage);
}

MatrixRanges matrix_ranges(const RacksView& view, std::int64_t ranks) {
  const auto range = [&](double from) {
    const double all = static_cast<double>(ranks);
    const auto first = static_cast<std::int64_t>(std::floor(from * all + 1e-9));
    const auto end = static_cast<std::int64_t>(std::ceil((from + 1 / view.zoom) * all - 1e-9));
    const std::int64_t begin = std::clamp<std::int64_t>(first, 0, ranks - 1);
    return RankRange{begin, std::clamp<std::int64_t>(end, begin + 1, ranks) - begin};
  };
  return {range(view.y), range(view.x)};
}

void work_out_matrix(Explorer& explorer, std::int64_t cells_max) {
  ClusterDetail& detail = explorer.cluster_detail;
  const Report& report = shown_report(explorer);
  const Placement placement = place_ranks(report.scenario.plan, report.scenario.cluster);
  const MatrixRanges ranges = matrix_ranges(explorer.cluster.matrix, placement.dense.ranks);
  const bool same_report = detail.matrix_of == explorer.evaluations;
  if (same_report && detail.matrix.senders == ranges.senders && detail.matrix.receivers == ranges.receivers &&
      detail.matrix.rows == std::min(cells_max, ranges.senders.count))
    return;
  if (!same_report) detail.messages_rank.reset();
  detail.matrix_of = explorer.evaluations;
  detail.matrix = traffic_matrix(report, placement, ranges.senders, ranges.receivers, cells_max);
  detail.matrix_sum = sum_of(detail.matrix);
  detail.matrix_picture.stale = true;
}

const std::vector<Message>& messages_of_rank(Explorer& explorer, std::int64_t rank) {
  ClusterDetail& detail = explorer.cluster_detail;
  const Report& report = shown_report(explorer);
  if (detail.messages_rank != rank)
    messages_of(report, place_ranks(report.scenario.plan, report.scenario.cluster), rank, detail.messages);
  detail.messages_rank = rank;
  return detail.messages;
}

void work_out_rates(Explorer& explorer) {
  ClusterDetail& detail = explorer.cluster_detail;
  if (detail.rates_of == explorer.evaluations) return;
  detail.rates_of = explorer.evaluations;
  detail.rates.clear();
  const Report& report = shown_report(explorer);
  const Cluster& cluster = report.scenario.cluster;
  for (const Bytes message : compared_messages)
    for (const GroupCollective& each : compared_collectives) {
      const GroupSpan span = each.kind == GroupKind::dp ? gradient_group_span(cluster, report.scenario.plan)
                                                        : group_span(each.kind, cluster, report.scenario.plan);
      if (span.size > 1)
        detail.rates.push_back(
            {message, each.kind,
             std::string(group_name(each.kind)) + " " + std::string(each.words) + ", " + grouped(span.size) + " GPUs",
             algorithm_rates(each.collective, message, span, cluster)});
    }
}

void work_out_changes(Explorer& explorer) {
  ClusterDetail& detail = explorer.cluster_detail;
  const Report& report = shown_report(explorer);
  if (detail.ideas_of != explorer.evaluations) {
    detail.ideas_of = explorer.evaluations;
    detail.ideas = network_ideas(explorer.history.present().scenario, report);
    detail.ideas_tried = 0;
    detail.changes.clear();
  }
  const std::size_t before = detail.changes.size();
  for (std::size_t left = evaluations_a_frame(explorer.evaluate_seconds);
       left > 0 && detail.ideas_tried < detail.ideas.size(); --left)
    if (std::optional<NetworkChange> change = tried(report, detail.ideas[detail.ideas_tried++]))
      detail.changes.push_back(std::move(*change));
  if (detail.changes.size() > before) order_changes(detail.changes);
}

std::vector<double> site_distances(double present_meters) {
  std::vector<double> distances = {1e3, 1e4, 3e4, 1e5, 3e5, 1e6, 3e6, 1e7, 2e7};
  insert(distances, std::max(1e3, present_meters));
  return distances;
}

std::vector<double> site_bandwidths(double present) {
  constexpr double bits = 1.0 / 8;
  std::vector<double> bandwidths = {400e9 * bits, 1.6e12 * bits, 6.4e12 * bits, 25.6e12 * bits, 102.4e12 * bits};
  insert(bandwidths, present);
  return bandwidths;
}

void work_out_sites(Explorer& explorer) {
  ClusterDetail& detail = explorer.cluster_detail;
  const Scenario& scenario = explorer.history.present().scenario;
  if (detail.sites_of != explorer.evaluations) {
    detail.sites_of = explorer.evaluations;
    detail.sites_asked = 0;
    detail.sites.clear();
    detail.ways = site_ways(scenario);
    detail.answers.clear();
    detail.distances = site_distances(scenario.cluster.sites.distance_meters);
    detail.bandwidths = site_bandwidths(scenario.cluster.sites.bandwidth);
  }
  const std::size_t points = detail.distances.size() * detail.bandwidths.size();
  // A point is two evaluations: over the sites, and on one.
  std::size_t left = (evaluations_a_frame(explorer.evaluate_seconds) + 1) / 2;
  for (; left > 0 && detail.answers.size() < detail.ways.size(); --left)
    detail.answers.push_back(answer_of(detail.ways[detail.answers.size()]));
  for (; left > 0 && detail.sites_asked < points; --left, ++detail.sites_asked) {
    const double distance = detail.distances[detail.sites_asked % detail.distances.size()];
    const double bandwidth = detail.bandwidths[detail.sites_asked / detail.distances.size()];
    for (const SitePoint& point : over_sites(scenario, std::array{distance}, std::array{bandwidth}))
      detail.sites.push_back(point);
  }
}

std::vector<SitePoint> site_curve(const ClusterDetail& detail, double bandwidth) {
  std::vector<SitePoint> curve;
  for (const SitePoint& point : detail.sites)
    if (point.bandwidth == bandwidth) curve.push_back(point);
  return curve;
}

bool cluster_is_working(const Explorer& explorer) {
  const ClusterDetail& detail = explorer.cluster_detail;
  if (explorer.cluster.page == ClusterPage::network)
    return detail.ideas_of == explorer.evaluations && detail.ideas_tried < detail.ideas.size();
  if (explorer.cluster.page == ClusterPage::sites)
    return detail.sites_of == explorer.evaluations &&
           (detail.answers.size() < detail.ways.size() ||
            detail.sites_asked < detail.distances.size() * detail.bandwidths.size());
  return false;
}

}  // namespace shardscope
