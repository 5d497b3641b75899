#include "core/search/pools.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "core/evaluate.h"
#include "core/hardware/operation_time.h"
#include "core/limits.h"
#include "core/memory/activations.h"
#include "core/saturating.h"
#include "core/scenario/stage_placement.h"
#include "core/step/step.h"

namespace shardscope {

namespace {

std::int64_t at_least_one(std::int64_t count) {
  return std::max<std::int64_t>(1, count);
}

std::int64_t ranks_of_stage(const Plan& plan) {
  return saturating_product({at_least_one(plan.tp), at_least_one(plan.cp), at_least_one(plan.dp.value_or(1))});
}

std::string name_of(const Pool& pool) {
  return pool.gpu.preset.empty() ? pool.gpu.title : pool.gpu.preset;
}

/// The pool's own machine, of whose groups those over several pools meet `others` (core/hardware/placement.h).
Scenario beside(const Scenario& filled, const Pool& pool, std::vector<Pool> others) {
  Scenario scenario = all_of_pool(filled, pool);
  for (Pool& other : others)
    other.scale_out_bandwidth = other.scale_out_bandwidth.value_or(filled.cluster.scale_out_bandwidth);
  scenario.cluster.pools = std::move(others);
  return scenario;
}

/// One pool as slow as the slowest link and card of all.
Pool slowest_end(const Cluster& cluster) {
  Pool slowest = cluster.pools.front();
  slowest.scale_out_bandwidth = slowest.scale_out_bandwidth.value_or(cluster.scale_out_bandwidth);
  const auto link_of = [](const Gpu& gpu) { return gpu.scale_up_bandwidth * gpu.efficiency.scale_up; };
  for (const Pool& pool : cluster.pools) {
    if (link_of(pool.gpu) < link_of(slowest.gpu)) slowest.gpu = pool.gpu;
    slowest.scale_out_bandwidth =
        std::min(*slowest.scale_out_bandwidth, pool.scale_out_bandwidth.value_or(cluster.scale_out_bandwidth));
  }
  return slowest;
}

/// A pool's replicas and what their step takes with so many micro-batches each.
class PoolPace {
 public:
  PoolPace(const Scenario& filled, const Pool& pool, std::int64_t replicas_of_all)
      : filled_(filled), pool_(pool), replicas_of_all_(replicas_of_all) {
    const Plan& plan = filled.plan;
    const std::int64_t replica = saturating_product({at_least_one(plan.tp), at_least_one(plan.cp), plan.pp});
    replicas = pool.gpus / at_least_one(replica);
  }
  std::int64_t replicas = 0;

  /// Micro-batches of a replica where the pool does the whole batch.
  [[nodiscard]] std::int64_t alone(std::int64_t batch) const { return (batch + replicas - 1) / at_least_one(replicas); }
  /// Nothing where the step can't be computed.
  std::optional<Seconds> step(std::int64_t micro_batches) {
    if (const auto known = steps_.find(micro_batches); known != steps_.end()) return known->second;
    const Report report = evaluate(pace_of_pool(filled_, pool_, replicas_of_all_, micro_batches));
    const std::optional<Seconds> step = report.time ? std::optional(report.time->step) : std::nullopt;
    return steps_[micro_batches] = step;
  }
  /// The most micro-batches, up to `most`, whose step takes at most `limit`; 0 where one takes longer.
  std::int64_t within(Seconds limit, std::int64_t most) {
    std::int64_t low = 0, high = most;
    while (low < high) {
      const std::int64_t middle = low + (high - low + 1) / 2;
      const std::optional<Seconds> taken = step(middle);
      if (taken && *taken <= limit)
        low = middle;
      else
        high = middle - 1;
    }
    return low;
  }

 private:
  const Scenario& filled_;
  const Pool& pool_;
  std::int64_t replicas_of_all_;
  std::map<std::int64_t, std::optional<Seconds>> steps_;
};

std::int64_t through(std::vector<PoolPace>& paces, Seconds limit, std::int64_t most) {
  std::int64_t sum = 0;
  for (PoolPace& pace : paces) sum += pace.replicas * pace.within(limit, pace.alone(most));
  return sum;
}

/// The step of all GPUs as the fastest pool's kind, and so the loss against it.
void compare_with_uniform(PoolsReport& split, const Scenario& filled) {
  std::optional<Seconds> best;
  for (const Pool& pool : filled.cluster.pools) {
    const Report uniform = evaluate(all_of_pool(filled, pool));
    if (uniform.time && (!best || uniform.time->step < *best)) best = uniform.time->step;
  }
  if (best) split.loss_to_uniform = 1 - *best / split.step;
}

double tokens_of(const Plan& plan) {
  return static_cast<double>(plan.global_batch) * static_cast<double>(plan.sequence_length);
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

/// Pipeline stages as the pools hold them: the pool of each stage.
std::vector<std::size_t> pools_of_stages(const Scenario& filled) {
  const std::vector<std::int64_t> held = parts_of_pools(filled.cluster, ranks_of_stage(filled.plan), filled.plan.pp);
  std::vector<std::size_t> owner;
  for (std::size_t i = 0; i < held.size(); ++i) owner.insert(owner.end(), static_cast<std::size_t>(held[i]), i);
  return owner;
}

/// What each pool takes for each kind of block, and the scenario of its GPU and network.
struct StageCosts {
  std::vector<BlockCosts> of_pool;
  std::vector<Scenario> scenarios;
  std::vector<MachineSpeed> speeds;
};

std::optional<StageCosts> costs_by_pool(const Scenario& filled) {
  StageCosts costs;
  const std::vector<StageContent> layout = stage_layout(filled.model, filled.plan);
  for (const Pool& pool : filled.cluster.pools) {
    costs.scenarios.push_back(beside(filled, pool, {slowest_end(filled.cluster)}));
    const std::optional<MachineSpeed> speed =
        machine_speed(pool.gpu, filled.plan, filled.software, filled.model.num_experts > 0);
    if (!speed) return std::nullopt;
    costs.speeds.push_back(*speed);
    costs.of_pool.push_back(block_costs(costs.scenarios.back(), layout, *speed));
  }
  return costs;
}

std::vector<StageCost> costs_of(const std::vector<StageContent>& layout, const std::vector<std::size_t>& owner,
                                const StageCosts& costs, const Plan& plan) {
  std::vector<StageCost> stages;
  for (std::size_t s = 0; s < layout.size(); ++s)
    stages.push_back(stage_cost(layout[s], costs.of_pool[owner[s]], plan));
  return stages;
}

/// Every stage's exchange and optimizer on its own pool's GPUs, and transfers at the pace of the slower of both ends.
MixedRanks mixed_ranks(const Scenario& filled, const std::vector<StageContent>& layout,
                       const std::vector<std::size_t>& owner, const StageCosts& costs) {
  const std::vector<Pool>& pools = filled.cluster.pools;
  std::vector<std::vector<RankTail>> tails;
  std::vector<Seconds> between;
  for (std::size_t i = 0; i < pools.size(); ++i) {
    Scenario own = costs.scenarios[i];
    own.plan = filled.plan;
    tails.push_back(rank_tails(own, layout, costs.of_pool[i], costs.speeds[i]));
    for (const Pool& other : pools) between.push_back(transfer_cost(beside(filled, pools[i], {other})).time);
  }
  MixedRanks ranks;
  for (std::size_t r = 0; r < owner.size(); ++r) {
    ranks.tails.push_back(tails[owner[r]][r]);
    ranks.scenarios.push_back(&costs.scenarios[owner[r]]);
    ranks.peaks.push_back(costs.speeds[owner[r]].peak);
    for (const std::size_t other : owner) ranks.transfers.push_back(between[owner[r] * pools.size() + other]);
  }
  return ranks;
}

Seconds busy(const StageCost& stage) {
  const StageTimes times = stage.times();
  return times.forward + times.whole_backward();
}

/// Layers go one by one to the stage that would be done first with one more.
std::vector<std::int64_t> share_layers(const Scenario& filled, const std::vector<std::size_t>& owner,
                                       const StageCosts& costs) {
  const auto stages = owner.size();
  std::vector<std::int64_t> layers(stages, 1);
  // A layer on each pool: the mean of all, so that the order of dense and MoE layers doesn't matter here.
  std::vector<double> a_layer, extra(stages);
  Plan plan = filled.plan;
  plan.stage_layers.reset();
  plan.pipeline_layout.reset();
  const std::vector<StageContent> even = stage_layout(filled.model, plan);
  for (const BlockCosts& blocks : costs.of_pool) {
    double sum = 0, count = 0;
    for (const StageContent& content : even) {
      sum += static_cast<double>(content.dense_layers) * busy(blocks.dense).value +
             static_cast<double>(content.moe_layers) * busy(blocks.moe).value;
      count += static_cast<double>(content.dense_layers + content.moe_layers);
    }
    a_layer.push_back(sum / std::max(1.0, count));
  }
  extra.front() += busy(costs.of_pool[owner.front()].embedding).value;
  extra.back() += busy(costs.of_pool[owner.back()].head).value;
  for (auto left = filled.model.num_hidden_layers - static_cast<std::int64_t>(stages); left > 0; --left) {
    const auto with_one_more = [&](std::size_t s) {
      return extra[s] + static_cast<double>(layers[s] + 1) * a_layer[owner[s]];
    };
    std::size_t best = 0;
    for (std::size_t s = 1; s < stages; ++s)
      if (with_one_more(s) < with_one_more(best)) best = s;
    ++layers[best];
  }
  return layers;
}

/// The split's shares, and every pool at its own pace: as much a second as its stages alone could get through.
void fill_shares(PoolsReport& split, const Scenario& filled, const std::vector<std::size_t>& owner,
                 const std::vector<std::int64_t>& layers, const std::vector<StageCost>& stages) {
  Seconds slowest, sum;
  for (const StageCost& stage : stages) slowest = max(slowest, busy(stage)), sum += busy(stage);
  for (std::size_t i = 0; i < filled.cluster.pools.size(); ++i) {
    PoolShare share{name_of(filled.cluster.pools[i]), filled.cluster.pools[i].gpus, 0, 0, 0, 0, {}, {}, {}};
    for (std::size_t s = 0; s < owner.size(); ++s)
      if (owner[s] == i) ++share.stages, share.layers += layers[s], share.time = max(share.time, busy(stages[s]));
    share.micro_batches = micro_batches_of(filled.plan);
    share.replicas = at_least_one(filled.plan.dp.value_or(1));
    share.time = share.time * static_cast<double>(share.micro_batches);
    split.shares.push_back(share);
  }
  split.loss_to_waiting = 1 - sum / (slowest * static_cast<double>(stages.size()));
}

}  // namespace

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
  Scenario scenario = beside(with_slowest(filled, GroupKind::dp), pool, {slowest_end(filled.cluster)});
  Plan& plan = scenario.plan;
  plan.dp = replicas_of_all;
  plan.shard_group.reset();
  plan.global_batch = saturating_product({replicas_of_all, plan.micro_batch, at_least_one(micro_batches)});
  const std::int64_t replica = saturating_product({at_least_one(plan.tp), at_least_one(plan.cp), plan.pp});
  scenario.cluster.gpus = std::max(scenario.cluster.gpus, saturating_product({replica, replicas_of_all}));
  return scenario;
}

Scenario with_slowest(const Scenario& filled, GroupKind kind) {
  Scenario scenario = filled;
  if (filled.cluster.sites.number > 1) return scenario;  // there the order follows from what crosses them
  RankOrder order = rank_order_of(filled.plan, filled.cluster);
  const auto at = std::find(order.begin(), order.end(), kind);
  std::rotate(at, at + 1, order.end());
  scenario.plan.rank_order = text_of(order);
  return scenario;
}

std::optional<PoolsReport> split_by_replicas(const Scenario& unplaced) {
  const Scenario filled = with_slowest(unplaced, GroupKind::dp);
  const Plan& plan = filled.plan;
  const std::int64_t replica =
      saturating_product({at_least_one(plan.tp), at_least_one(plan.cp), at_least_one(plan.pp)});
  std::int64_t replicas = 0;
  for (const Pool& pool : filled.cluster.pools) replicas += pool.gpus / replica;
  const std::int64_t batch = plan.global_batch / at_least_one(plan.micro_batch);
  if (replicas == 0 || batch < replicas || batch > limits::global_batch_max) return std::nullopt;
  std::vector<PoolPace> paces;
  for (const Pool& pool : filled.cluster.pools) paces.emplace_back(filled, pool, replicas);
  const std::optional<Seconds> limit = least_step(paces, batch);
  if (!limit) return std::nullopt;
  PoolsReport split;
  double own_pace = 0;  // micro-batches a second
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
  split.tokens_per_second = tokens_of(plan) / split.step.value;
  split.loss_to_waiting = 1 - static_cast<double>(batch) / split.step.value / own_pace;
  compare_with_uniform(split, filled);
  return split;
}

namespace {

std::optional<StageRun> run_with(const Scenario& filled, const std::vector<std::size_t>& owner,
                                 const std::vector<std::int64_t>& layers, const StageCosts& costs) {
  StageRun run{filled, {}, {}, {}, {}};
  Plan& plan = run.scenario.plan;
  plan.stage_layers = layers;
  plan.pipeline_layout.reset();
  plan.end_passes = false;  // both within their stages' passes
  run.layout = stage_layout(run.scenario.model, plan);
  if (run.layout.size() != owner.size()) return std::nullopt;
  run.stages = costs_of(run.layout, owner, costs, plan);
  Outcome<Schedule> schedule =
      make_schedule(schedule_kind(plan), static_cast<std::int32_t>(plan.pp), 1,
                    static_cast<std::int32_t>(std::min(limits::passes_max, micro_batches_of(plan))));
  if (!succeeded(schedule)) return std::nullopt;
  run.schedule = std::move(std::get<0>(schedule));
  run.step = run_mixed_step(run.scenario, run.layout, costs.of_pool.front(), run.stages, run.schedule,
                            mixed_ranks(run.scenario, run.layout, owner, costs));
  if (!(run.step.time.step > Seconds{})) return std::nullopt;
  return run;
}

}  // namespace

std::optional<StageRun> run_of_stages(const Scenario& filled, const std::vector<std::size_t>& pool_of_stage,
                                      const std::vector<std::int64_t>& stage_layers) {
  const Scenario placed = with_slowest(filled, GroupKind::pp);
  const std::optional<StageCosts> costs = costs_by_pool(placed);
  return costs ? run_with(placed, pool_of_stage, stage_layers, *costs) : std::nullopt;
}

std::optional<PoolsReport> split_by_stages(const Scenario& unplaced) {
  const Scenario filled = with_slowest(unplaced, GroupKind::pp);
  const std::vector<std::size_t> owner = pools_of_stages(filled);
  const bool one_each = filled.plan.virtual_stages == 1 && copies_of_model(schedule_kind(filled.plan)) == 1;
  if (owner.size() < 2 || !one_each || filled.model.num_hidden_layers < static_cast<std::int64_t>(owner.size()))
    return std::nullopt;
  const std::optional<StageCosts> costs = costs_by_pool(filled);
  if (!costs) return std::nullopt;
  const std::vector<std::int64_t> layers = share_layers(filled, owner, *costs);
  const std::optional<StageRun> run = run_with(filled, owner, layers, *costs);
  if (!run) return std::nullopt;
  PoolsReport split;
  split.by_stages = true;
  split.step = run->step.time.step;
  split.stage_layers = layers, split.pool_of_stage = owner;
  split.tokens_per_second = tokens_of(run->scenario.plan) / split.step.value;
  fill_shares(split, filled, owner, layers, run->stages);
  for (std::size_t i = 1; i < split.shares.size(); ++i)
    if (split.shares[i].time > split.shares[split.slowest].time) split.slowest = i;
  compare_with_uniform(split, filled);
  return split;
}

std::optional<PoolsReport> best_pool_split(const Scenario& filled) {
  if (filled.cluster.pools.size() < 2) return std::nullopt;
  std::optional<PoolsReport> replicas = split_by_replicas(filled), stages = split_by_stages(filled);
  if (!replicas) return stages;
  return stages && stages->step < replicas->step ? stages : replicas;
}

}  // namespace shardscope
