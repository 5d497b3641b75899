#include "core/evaluate/pools.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "core/base/limits.h"
#include "core/base/saturating.h"
#include "core/cluster/rank_mapping.h"
#include "core/evaluate/plan_report.h"
#include "core/evaluate/pool_stages.h"
#include "core/scenario/plan_counts.h"
#include "core/scenario/plan_schedule.h"
#include "core/schedules/schedule_rules.h"

namespace shardscope {

namespace {

/// One pool as slow as the slowest link and card of all.
Pool slowest_end(const Cluster& cluster) {
  Pool slowest = cluster.pools.front();
  slowest.scale_out_bandwidth = slowest.scale_out_bandwidth.value_or(cluster.scale_out_bandwidth);
  for (const Pool& pool : cluster.pools) {
    if (pool.gpu.scale_up_rate() < slowest.gpu.scale_up_rate()) slowest.gpu = pool.gpu;
    slowest.scale_out_bandwidth =
        std::min(*slowest.scale_out_bandwidth, pool.scale_out_bandwidth.value_or(cluster.scale_out_bandwidth));
  }
  return slowest;
}

/// A pool's replicas and what their step takes with so many micro-batches each.
class PoolPace {
 public:
  PoolPace(const Scenario& filled, std::size_t pool, std::int64_t own, std::int64_t replicas_of_all)
      : replicas(own),
        filled_(filled),
        pool_(filled.cluster.pools[pool]),
        replicas_of_all_(replicas_of_all),
        counts_(batch_counts(ways_of(filled.plan), filled.plan.pp)) {}
  std::int64_t replicas = 0;

  /// Micro-batches of a replica where the pool does the whole batch.
  [[nodiscard]] std::int64_t alone(std::int64_t batch) const {
    return counts_.from(divided_up(batch, at_least_one(replicas)));
  }
  /// Nothing where the step can't be computed.
  std::optional<Seconds> step(std::int64_t micro_batches) {
    if (const auto known = steps_.find(micro_batches); known != steps_.end()) return known->second;
    const PlanReport report = evaluate_plan(pace_of_pool(filled_, pool_, replicas_of_all_, micro_batches));
    const std::optional<Seconds> step = report.time ? std::optional(report.time->step) : std::nullopt;
    return steps_[micro_batches] = step;
  }
  /// The most micro-batches, up to `most`, whose step takes at most `limit`; 0 where one takes longer.
  std::int64_t within(Seconds limit, std::int64_t most) {
    const auto count = [&](std::int64_t place) { return counts_.least + (place - 1) * counts_.round; };  // from the 1st
    std::int64_t low = 0, high = (most - counts_.least) / counts_.round + 1;
    while (low < high) {
      const std::int64_t middle = low + (high - low + 1) / 2;
      const std::optional<Seconds> taken = step(count(middle));
      if (taken && *taken <= limit)
        low = middle;
      else
        high = middle - 1;
    }
    return low > 0 ? count(low) : 0;
  }

 private:
  const Scenario& filled_;
  const Pool& pool_;
  std::int64_t replicas_of_all_;
  BatchCounts counts_;
  std::map<std::int64_t, std::optional<Seconds>> steps_;
};

std::int64_t through(std::vector<PoolPace>& paces, Seconds limit, std::int64_t most) {
  std::int64_t sum = 0;
  for (PoolPace& pace : paces) sum += pace.replicas * pace.within(limit, pace.alone(most));
  return sum;
}

/// Whole replicas on each pool's GPUs, of each site apart.
std::vector<std::int64_t> replicas_of_pools(const Scenario& filled) {
  std::vector<std::int64_t> held(filled.cluster.pools.size(), 0);
  for (const PoolRanks& part : pool_parts(filled.cluster)) held[part.pool] += part.gpus / gpus_of_replica(filled.plan);
  return held;
}

/// The times that pools may need: each pool's with each count of micro-batches, of which one is the split's.
std::optional<Seconds> least_step(std::vector<PoolPace>& paces, std::int64_t batch) {
  Seconds low, high;
  for (PoolPace& pace : paces) {
    if (pace.replicas == 0) continue;
    const std::optional<Seconds> alone = pace.step(pace.alone(batch));
    if (!alone) return std::nullopt;
    high = high.value > 0 ? min(high, *alone) : *alone;  // one pool does all of it
  }
  constexpr double near_enough = 1e-3;
  while ((high - low) / high > near_enough) {
    const Seconds middle = (low + high) / 2;
    (through(paces, middle, batch) >= batch ? high : low) = middle;
  }
  return high;
}

}  // namespace

Scenario beside_pools(const Scenario& filled, const Pool& pool, std::vector<Pool> others) {
  Scenario scenario = all_of_pool(filled, pool);
  for (Pool& other : others)
    other.scale_out_bandwidth = other.scale_out_bandwidth.value_or(filled.cluster.scale_out_bandwidth);
  scenario.cluster.pools = std::move(others);
  return scenario;
}

void compare_with_uniform(PoolsReport& split, const Scenario& filled) {
  std::optional<Seconds> best;
  for (const Pool& pool : filled.cluster.pools) {
    Scenario one_kind = all_of_pool(filled, pool);
    // Layers that pools share anew, whatever the plan says of them, lie evenly where all GPUs are alike.
    if (split.by_stages) one_kind.plan.stage_layers.reset(), one_kind.plan.pipeline_layout.reset();
    const PlanReport uniform = evaluate_plan(one_kind);
    if (uniform.time && (!best || uniform.time->step < *best)) best = uniform.time->step;
  }
  if (best) split.lost_to_slower_kinds = 1 - *best / split.step;
}

Scenario all_of_pool(const Scenario& filled, const Pool& pool) {
  Scenario scenario = filled;
  Cluster& cluster = scenario.cluster;
  cluster.gpu = pool.gpu;
  cluster.pools.clear();
  if (pool.gpus_per_node) cluster.gpus_per_node = *pool.gpus_per_node;
  if (pool.scale_up_domain) cluster.scale_up_domain = *pool.scale_up_domain;
  if (pool.scale_out_bandwidth) cluster.scale_out_bandwidth = *pool.scale_out_bandwidth;
  return scenario;
}

Scenario pace_of_pool(const Scenario& filled, const Pool& pool, std::int64_t replicas_of_all,
                      std::int64_t micro_batches) {
  Scenario scenario = beside_pools(with_slowest(filled, GroupKind::dp), pool, {slowest_end(filled.cluster)});
  Plan& plan = scenario.plan;
  plan.shard_group = shard_group_over(plan, replicas_of_all);
  plan.dp = replicas_of_all;
  plan.global_batch = saturating_product({replicas_of_all, plan.micro_batch, at_least_one(micro_batches)});
  scenario.cluster.gpus = std::max(scenario.cluster.gpus, saturating_product({gpus_of_replica(plan), replicas_of_all}));
  return scenario;
}

Scenario with_slowest(const Scenario& filled, GroupKind kind) {
  Scenario scenario = filled;
  if (has_sites(filled.cluster)) return scenario;  // there the order follows from what crosses them
  // The other of the two that pools can share runs next: so an order made for one way says nothing of the other.
  const GroupKind other = kind == GroupKind::dp ? GroupKind::pp : GroupKind::dp;
  const RankOrder order = with_slowest(rank_order_of(filled.plan, filled.cluster), other);
  scenario.plan.rank_order = text_of(with_slowest(order, kind));
  return scenario;
}

std::string_view why_no_replicas(const Scenario& filled) {
  const Plan& plan = filled.plan;
  if (has_sites(filled.cluster) && plan.across_sites != AcrossSites::dp)
    return "over several sites pools share the batch only where data parallelism crosses them";
  const std::vector<std::int64_t> held = replicas_of_pools(filled);
  const std::int64_t replicas = std::accumulate(held.begin(), held.end(), std::int64_t{0});
  if (replicas == 0) return "no pool has the GPUs of a whole replica";
  const std::int64_t batch = plan.global_batch / at_least_one(plan.micro_batch);
  if (batch < replicas) return "the batch has fewer micro-batches than the pools hold replicas";
  return batch > limits::global_batch_max ? "the batch is too large to be shared" : "";
}

std::optional<PoolsReport> split_by_replicas(const Scenario& unplaced) {
  const Scenario filled = with_slowest(unplaced, GroupKind::dp);
  const Plan& plan = filled.plan;
  if (!why_no_replicas(filled).empty()) return std::nullopt;
  const std::vector<std::int64_t> held = replicas_of_pools(filled);
  const std::int64_t replicas = std::accumulate(held.begin(), held.end(), std::int64_t{0});
  const std::int64_t batch = plan.global_batch / at_least_one(plan.micro_batch);
  std::vector<PoolPace> paces;
  for (std::size_t i = 0; i < held.size(); ++i) paces.emplace_back(filled, i, held[i], replicas);
  const std::optional<Seconds> limit = least_step(paces, batch);
  if (!limit) return std::nullopt;
  PoolsReport split;
  double own_pace = 0;  // micro-batches per second
  for (std::size_t i = 0; i < paces.size(); ++i) {
    const Pool& pool = filled.cluster.pools[i];
    PoolShare share{name_of(pool), pool.gpus, paces[i].replicas, 0, 0, 0, {}, {}, {}};
    share.micro_batches = share.replicas > 0 ? paces[i].within(*limit, paces[i].alone(batch)) : 0;
    if (share.micro_batches > 0) {
      share.time = *paces[i].step(share.micro_batches);
      own_pace += static_cast<double>(share.replicas * share.micro_batches) / share.time.value;
    }
    if (share.time > split.step) split.step = share.time, split.slowest = i;
    split.shares.push_back(share);
  }
  split.tokens_per_second = tokens_of_step(plan) / split.step.value;
  split.lost_to_waiting = 1 - static_cast<double>(batch) / split.step.value / own_pace;
  compare_with_uniform(split, filled);
  return split;
}

std::optional<PoolsReport> best_pool_split(const Scenario& filled) {
  if (!is_mixed(filled.cluster)) return std::nullopt;
  std::optional<PoolsReport> replicas = split_by_replicas(filled), stages = split_by_stages(filled);
  if (!replicas) return stages;
  return stages && stages->step < replicas->step ? stages : replicas;
}

}  // namespace shardscope
