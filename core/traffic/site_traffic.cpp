#include "core/traffic/site_traffic.h"

#include <algorithm>

#include "core/cluster/route.h"
#include "core/scenario/plan_schedule.h"
#include "core/traffic/pipeline_sends.h"

namespace shardscope {

namespace {

/// Of the pipelines that lie on several sites one on the most; any where all lie on one.
RankSet farthest_pipeline(const RankMapping& mapping) {
  const auto pp = index_of(GroupKind::pp);
  const GroupKinds kinds = along({GroupKind::pp});
  const std::int64_t stages = mapping.dense.degree[pp], ranks = mapping.dense.ranks;
  RankSet farthest = mapping.dense.group(kinds, 0);
  std::int64_t most = 0;
  for (std::int64_t border = mapping.border_after(0); border < ranks; border = mapping.border_after(border)) {
    // Of the pipelines with a stage on the last rank before the border or on the first behind it.
    const bool ends = mapping.dense.coordinates(border - 1)[pp] + 1 == stages;
    const RankSet pipeline = mapping.dense.group(kinds, ends ? border : border - 1);
    const std::int64_t apart = mapping.site_of(pipeline.member(stages - 1)) - mapping.site_of(pipeline.start);
    if (apart > most) most = apart, farthest = pipeline;
  }
  return farthest;
}

/// Scattered and gathered again among the sites, each rank with its part: what that takes of the fibre.
Seconds averaged(double bytes, const FibreShare& fibre) {
  if (bytes <= 0 || fibre.sites <= 1) return Seconds{};
  return Bytes{bytes * 2 * (fibre.sites - 1) / fibre.sites} / fibre.rate;
}

}  // namespace

FibreShare fibre_share(const GroupSpan& group, const Cluster& cluster) {
  const Route route = route_of(group, cluster);
  for (const Hop& hop : route.hops())
    if (hop.kind == LevelKind::sites) return {hop.below, hop.share * hop.members, hop.latency};
  return {};
}

std::vector<Seconds> transfers_across_sites(const Scenario& scenario, Seconds within, Bytes slice) {
  const Plan& plan = scenario.plan;
  if (!has_sites(scenario.cluster) || plan.pp <= 1) return {};
  const RankMapping mapping = map_ranks(plan, scenario.cluster);
  const RankSet pipeline = farthest_pipeline(mapping);
  const SiteCrossing crossing = crossing_of(pipeline, mapping);
  if (crossing.sites <= 1) return {};
  const auto site_of = [&](std::size_t stage) {
    return mapping.site_of(pipeline.member(static_cast<std::int64_t>(stage)));
  };
  const BytesPerSecond link{scenario.cluster.sites.bandwidth * scenario.cluster.constants.network_rate};
  const Seconds hop =
      fibre_latency(scenario.cluster.sites.distance_meters) + Seconds{scenario.cluster.scale_out_latency_seconds};
  const double streams =
      pipeline_sends_one_way(plan) / static_cast<double>(plan.virtual_stages);  // that share the link
  const Seconds across =
      Seconds{scenario.cluster.constants.collective_seconds} +
      max(slice * (static_cast<double>(crossing.groups) * streams) / link,
          slice / rate_out_of_site(group_span(GroupKind::pp, scenario.cluster, plan), scenario.cluster));
  const double taken = scenario.cluster.work[WorkKind::pipeline];
  const auto ranks = static_cast<std::size_t>(plan.pp);
  std::vector<Seconds> transfers(ranks * ranks, within);
  for (std::size_t from = 0; from < ranks; ++from)
    for (std::size_t to = 0; to < ranks; ++to) {
      const std::int64_t apart = std::abs(site_of(from) - site_of(to));
      if (apart > 0) transfers[from * ranks + to] = (across + hop * static_cast<double>(apart)) * taken;
    }
  return transfers;
}

Seconds busiest_sends(const Plan& plan, const PassTimes& times, double micro_batches) {
  if (times.transfer_from.empty()) return times.transfer * (micro_batches * most_pipeline_sends(plan));
  const auto ranks = static_cast<std::size_t>(plan.pp);
  Seconds busiest;
  for (std::size_t r = 0; r < ranks; ++r) {
    const std::size_t next = (r + 1) % ranks, before = (r + ranks - 1) % ranks;
    const PipelineSends sends = pipeline_sends(plan, r);
    busiest = max(busiest, times.transfer_from[r * ranks + next] * sends.next +
                               times.transfer_from[r * ranks + before] * sends.before);
  }
  return busiest * micro_batches;
}

OuterExchange outer_exchange(const Scenario& scenario, const std::vector<ShardedCount>& ranks) {
  const Plan& plan = scenario.plan;
  if (!has_sites(scenario.cluster) || plan.local_steps <= 1 || !runs_backward(plan)) return {};
  Plan whole = plan;  // the groups over all sites
  whole.local_steps = 1;
  const FibreShare dense = fibre_share(gradient_group_span(scenario.cluster, whole), scenario.cluster);
  const FibreShare experts = fibre_share(expert_gradient_group_span(scenario.cluster, whole), scenario.cluster);
  if (dense.sites <= 1) return {};
  OuterExchange exchange;
  const double bytes = plan.outer_bytes_per_parameter;
  for (const ShardedCount& held : ranks)
    exchange.time = max(exchange.time, averaged(bytes * held.dense, dense) + averaged(bytes * held.experts, experts));
  exchange.time += dense.latency * (2 * (dense.sites - 1));
  exchange.time *= scenario.cluster.work[WorkKind::data];
  exchange.per_step = exchange.time / static_cast<double>(plan.local_steps);
  return exchange;
}

}  // namespace shardscope
