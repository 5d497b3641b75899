#include "app/cluster/cluster_work.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/session/frame_budget.h"
#include "core/cluster/fabric.h"
#include "core/evaluate/evaluate.h"
#include "render/cluster/level_words.h"
#include "render/cluster/site_chart.h"
#include "render/text/format.h"

namespace shardscope {

namespace {

/// The collectives that are compared, in the order shown.
constexpr std::pair<GroupKind, Collective> compared_collectives[] = {
    {GroupKind::tp, Collective::all_gather}, {GroupKind::tp, Collective::all_reduce},
    {GroupKind::cp, Collective::all_gather}, {GroupKind::dp, Collective::reduce_scatter},
    {GroupKind::dp, Collective::all_gather}, {GroupKind::dp, Collective::all_reduce},
};
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

void work_out_outage(ClusterState& state, const Report& shown, const Scenario& present) {
  const std::vector<Failure>& failures = state.arranged.failures;
  state.outage.of(shown.scenario, present, failures, [&] {
    const Scenario& scenario = shown.scenario;
    OutageDetail detail;
    detail.outage = outage_of(failures, map_ranks(scenario.plan, scenario.cluster), scenario.cluster);
    const Outage& outage = detail.outage;
    const bool slower = outage.replicas_stopped == 0 && outage.cards_left > 0 && outage.cards_left < 1;
    if (slower) detail.slowed_step = step_with_cards(present, outage.cards_left);
    detail.marks = failure_marks(failures, fabric_of(scenario.cluster), outage);
    return detail;
  });
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

void work_out_matrix(ClusterState& state, const Report& shown, std::int64_t cells_max) {
  const RankMapping mapping = map_ranks(shown.scenario.plan, shown.scenario.cluster);
  const MatrixRanges ranges = matrix_ranges(state.arranged.matrix, mapping.dense.ranks);
  const std::uint64_t before = state.matrix.made();
  state.matrix.of(shown.scenario, ranges.senders, ranges.receivers, cells_max, [&] {
    MatrixDetail detail;
    detail.matrix = traffic_matrix(shown, mapping, ranges.senders, ranges.receivers, cells_max);
    detail.sum = sum_of(detail.matrix);
    return detail;
  });
  if (state.matrix.made() != before) state.matrix_picture.stale = true;
}

const std::vector<Message>& messages_of_rank(ClusterState& state, const Report& shown, std::int64_t rank) {
  return state.messages.of(shown.scenario, rank, [&] {
    std::vector<Message> messages;
    messages_of(shown, map_ranks(shown.scenario.plan, shown.scenario.cluster), rank, messages);
    return messages;
  });
}

namespace {

std::vector<GroupRates> rates_of(const Scenario& scenario) {
  std::vector<GroupRates> rates;
  const Cluster& cluster = scenario.cluster;
  for (const Bytes message : compared_messages)
    for (const auto& [kind, collective] : compared_collectives) {
      const GroupSpan span = exchange_span(kind, cluster, scenario.plan);
      if (span.size > 1)
        rates.push_back({message, kind, collective, span.size,
                         std::string(group_name(kind)) + " " + std::string(name_of(collective)) + ", " +
                             grouped(span.size) + " GPUs",
                         algorithm_rates(collective, message, span, cluster)});
    }
  return rates;
}

}  // namespace

void work_out_rates(ClusterState& state, const Report& shown) {
  state.rates.of(shown.scenario, [&] { return rates_of(shown.scenario); });
}

void work_out_changes(ClusterState& state, const Report& shown, const Scenario& present, double evaluate_seconds) {
  NetworkTrial& trial = state.network.of(shown.scenario, present, [&] {
    return NetworkTrial{network_ideas(present, shown), 0, {}};
  });
  const std::size_t before = trial.changes.size();
  for (std::size_t left = evaluations_per_frame(evaluate_seconds); left > 0 && trial.pending(); --left)
    if (std::optional<NetworkChange> change = tried(shown, trial.ideas[trial.tried++]))
      trial.changes.push_back(std::move(*change));
  if (trial.changes.size() > before) order_changes(trial.changes);
}

std::vector<double> site_distances(double present_meters) {
  // The time in fibre grows with the distance, which the axis shows by its logarithm: from where that is felt the curve
  // bends throughout. Between the points it is drawn as the step goes, in proportion to the distance (site_curve()).
  constexpr double felt = 3e4, points_per_decade = 16;
  std::vector<double> distances = {site_meters_min, 1e4};
  for (int i = 0; felt * std::pow(10.0, i / points_per_decade) < site_meters_max; ++i)
    distances.push_back(felt * std::pow(10.0, i / points_per_decade));
  distances.push_back(site_meters_max);
  insert(distances, std::max(site_meters_min, present_meters));
  return distances;
}

std::vector<double> site_bandwidths(double present) {
  constexpr double bits = 1.0 / 8;
  std::vector<double> bandwidths = {400e9 * bits, 1.6e12 * bits, 6.4e12 * bits, 25.6e12 * bits, 102.4e12 * bits};
  insert(bandwidths, present);
  return bandwidths;
}

void work_out_sites(ClusterState& state, const Scenario& present, double evaluate_seconds) {
  SiteTrial& trial = state.sites.of(present, [&] {
    return SiteTrial{site_distances(present.cluster.sites.distance_meters),
                     site_bandwidths(present.cluster.sites.bandwidth),
                     site_ways(present),
                     {},
                     0,
                     {}};
  });
  const std::size_t points = trial.distances.size() * trial.bandwidths.size();
  // A point is two evaluations: over the sites, and on one.
  std::size_t left = (evaluations_per_frame(evaluate_seconds) + 1) / 2;
  for (; left > 0 && trial.answers.size() < trial.ways.size(); --left)
    trial.answers.push_back(answer_of(trial.ways[trial.answers.size()]));
  for (; left > 0 && trial.asked < points; --left, ++trial.asked) {
    const double distance = trial.distances[trial.asked % trial.distances.size()];
    const double bandwidth = trial.bandwidths[trial.asked / trial.distances.size()];
    for (const SitePoint& point : over_sites(present, std::array{distance}, std::array{bandwidth}))
      trial.points.push_back(point);
  }
}

namespace {

/// Between two points the step grows with the distance evenly, as the time in fibre does.
void add_between(std::vector<SitePoint>& curve, SitePoint from, const SitePoint& to) {
  constexpr int pieces = 4;
  const double ratio = to.distance_meters / from.distance_meters;
  if (!(ratio > 1) || !(from.step > Seconds{})) return;
  for (int i = 1; i < pieces; ++i) {
    SitePoint point = from;
    point.distance_meters = from.distance_meters * std::pow(ratio, static_cast<double>(i) / pieces);
    const double share = (point.distance_meters - from.distance_meters) / (to.distance_meters - from.distance_meters);
    point.step = from.step + (to.step - from.step) * share;
    point.efficiency = from.efficiency * (from.step / point.step);
    curve.push_back(point);
  }
}

}  // namespace

std::vector<SitePoint> site_curve(const SiteTrial& sites, double bandwidth) {
  std::vector<SitePoint> curve;
  for (const SitePoint& point : sites.points) {
    if (point.bandwidth != bandwidth) continue;
    if (!curve.empty()) add_between(curve, curve.back(), point);
    curve.push_back(point);
  }
  return curve;
}

bool is_working(const ClusterState& state) {
  if (state.arranged.page == ClusterPage::network) return state.network->pending();
  return state.arranged.page == ClusterPage::sites && state.sites->pending();
}

}  // namespace shardscope
