#include "core/evaluate/pool_stages.h"

#include <algorithm>

#include "core/cluster/rank_mapping.h"
#include "core/evaluate/plan_report.h"
#include "core/evaluate/pools.h"
#include "core/hardware/operation_time.h"
#include "core/memory/activations.h"
#include "core/scenario/plan_counts.h"
#include "core/scenario/plan_schedule.h"
#include "core/traffic/site_traffic.h"

namespace shardscope {

namespace {

/// Pipeline ranks as the pools hold them: the pool of each.
std::vector<std::size_t> pools_of_ranks(const Scenario& filled) {
  const std::vector<PoolRanks> parts = pool_parts(filled.cluster);
  const std::vector<std::int64_t> held = parts_of_pools(filled.cluster, ranks_of_stage(filled.plan), filled.plan.pp);
  std::vector<std::size_t> owner;
  for (std::size_t i = 0; i < held.size(); ++i)
    owner.insert(owner.end(), static_cast<std::size_t>(held[i]), parts[i].pool);
  return owner;
}

std::size_t rank_of_stage(const Plan& plan, std::size_t stage) {
  return static_cast<std::size_t>(rank_of(ways_of(plan).placement, static_cast<std::int64_t>(stage), plan.pp));
}

/// What each pool takes for each kind of block, and the scenario of its GPU and network beside the other pools.
struct StageCosts {
  std::vector<BlockCosts> of_pool;
  std::vector<Scenario> scenarios;
  std::vector<MachineSpeed> speeds;
};

std::optional<StageCosts> costs_by_pool(const Scenario& filled) {
  StageCosts costs;
  const std::vector<StageContent> layout = stage_layout(filled.model, filled.plan);
  for (const Pool& pool : filled.cluster.pools) {
    costs.scenarios.push_back(beside_pools(filled, pool, filled.cluster.pools));
    const std::optional<MachineSpeed> speed = machine_speed(filled, pool.gpu);
    if (!speed) return std::nullopt;
    costs.speeds.push_back(*speed);
    costs.of_pool.push_back(block_costs(costs.scenarios.back(), layout, *speed));
  }
  return costs;
}

/// `owner` says each pipeline rank's pool.
std::vector<StageCost> costs_of(const std::vector<StageContent>& layout, const std::vector<std::size_t>& owner,
                                const StageCosts& costs, const Plan& plan) {
  std::vector<StageCost> stages;
  for (std::size_t s = 0; s < layout.size(); ++s)
    stages.push_back(stage_cost(layout[s], costs.of_pool[owner[rank_of_stage(plan, s)]], plan));
  return stages;
}

/// What a transfer takes, [sender · pp + receiver]: the slower of both pools' networks, and the fibre between sites.
std::vector<Seconds> transfers_between(const Scenario& filled, const std::vector<std::size_t>& owner) {
  const std::vector<Pool>& pools = filled.cluster.pools;
  std::vector<Seconds> between;
  for (const Pool& pool : pools)
    for (const Pool& other : pools) between.push_back(transfer_cost(beside_pools(filled, pool, {other})).time);
  const std::vector<Seconds> fibre = transfers_across_sites(filled, Seconds{}, transfer_cost(filled).bytes);
  std::vector<Seconds> transfers;
  for (const std::size_t from : owner)
    for (const std::size_t to : owner) {
      const std::size_t at = transfers.size();
      transfers.push_back(max(between[from * pools.size() + to], at < fibre.size() ? fibre[at] : Seconds{}));
    }
  return transfers;
}

/// Every rank's exchange and optimizer on its own pool's GPUs.
MixedRanks mixed_ranks(const Scenario& filled, const std::vector<StageContent>& layout,
                       const std::vector<std::size_t>& owner, const StageCosts& costs) {
  std::vector<std::vector<RankStepEnd>> step_ends;
  for (std::size_t i = 0; i < costs.scenarios.size(); ++i) {
    Scenario own = costs.scenarios[i];
    own.plan = filled.plan;
    step_ends.push_back(rank_step_ends(own, layout, costs.of_pool[i], costs.speeds[i]));
  }
  MixedRanks ranks;
  for (std::size_t r = 0; r < owner.size(); ++r) {
    ranks.step_ends.push_back(step_ends[owner[r]][r]);
    ranks.scenarios.push_back(&costs.scenarios[owner[r]]);
    ranks.peaks.push_back(costs.speeds[owner[r]].peak);
  }
  ranks.transfers = transfers_between(filled, owner);
  return ranks;
}

Seconds busy(const StageCost& stage) {
  return stage.times().both();
}

/// A layer on each pool: the mean of all, so that the order of dense and MoE layers doesn't matter.
std::vector<double> mean_layers(const std::vector<StageContent>& even, const StageCosts& costs) {
  std::vector<double> means;
  for (const BlockCosts& blocks : costs.of_pool) {
    double sum = 0, count = 0;
    for (const StageContent& content : even) {
      sum += static_cast<double>(content.dense_layers) * busy(blocks.dense).value +
             static_cast<double>(content.moe_layers) * busy(blocks.moe).value;
      count += static_cast<double>(content.dense_layers + content.moe_layers);
    }
    means.push_back(sum / std::max(1.0, count));
  }
  return means;
}

/// Layers go one by one to the rank that would be done first with one more, to its chunk that has least to do.
std::vector<std::int64_t> share_layers(const Scenario& filled, const std::vector<std::size_t>& owner,
                                       const StageCosts& costs) {
  Plan plan = filled.plan;
  plan.stage_layers.reset();
  plan.pipeline_layout.reset();
  const std::vector<StageContent> even = stage_layout(filled.model, plan);
  const std::vector<double> a_layer = mean_layers(even, costs);
  std::vector<std::int64_t> layers(even.size(), 1);
  std::vector<double> chunk, rank(owner.size());  // seconds of a micro-batch
  for (std::size_t s = 0; s < even.size(); ++s) {
    const std::size_t r = rank_of_stage(plan, s);
    const BlockCosts& blocks = costs.of_pool[owner[r]];
    chunk.push_back(a_layer[owner[r]] + (even[s].embedding ? busy(blocks.embedding).value : 0) +
                    (even[s].head ? busy(blocks.head).value : 0));
    rank[r] += chunk[s];
  }
  for (auto left = filled.model.num_hidden_layers - static_cast<std::int64_t>(even.size()); left > 0; --left) {
    std::size_t best = 0;
    for (std::size_t r = 1; r < rank.size(); ++r)
      if (rank[r] + a_layer[owner[r]] < rank[best] + a_layer[owner[best]]) best = r;
    const StagesOfRank own = stages_of_rank(plan, static_cast<std::int64_t>(best), plan.pp, even.size());
    std::size_t least = own.first;
    for (const std::size_t s : own)
      if (chunk[s] < chunk[least]) least = s;
    ++layers[least];
    chunk[least] += a_layer[owner[best]], rank[best] += a_layer[owner[best]];
  }
  return layers;
}

/// The split's shares, and every pool at its own pace: as much per second as its stages alone could get through.
void fill_shares(PoolsReport& split, const Scenario& filled, const std::vector<StageCost>& stages) {
  const std::vector<std::size_t>& owner = split.pool_of_stage;
  std::vector<Seconds> ranks(owner.size());
  std::vector<std::int64_t> layers(owner.size());
  for (std::size_t s = 0; s < stages.size(); ++s) {
    ranks[rank_of_stage(filled.plan, s)] += busy(stages[s]);
    layers[rank_of_stage(filled.plan, s)] += split.stage_layers[s];
  }
  Seconds slowest, sum;
  for (const Seconds rank : ranks) slowest = max(slowest, rank), sum += rank;
  for (std::size_t i = 0; i < filled.cluster.pools.size(); ++i) {
    PoolShare share{name_of(filled.cluster.pools[i]), filled.cluster.pools[i].gpus, 0, 0, 0, 0, {}, {}, {}};
    for (std::size_t r = 0; r < owner.size(); ++r)
      if (owner[r] == i) ++share.stages, share.layers += layers[r], share.time = max(share.time, ranks[r]);
    share.micro_batches = micro_batches_of(filled.plan);
    share.replicas = replicas_of(filled.plan);
    share.time = share.time * static_cast<double>(share.micro_batches);
    split.shares.push_back(share);
  }
  split.lost_to_waiting = 1 - sum / (slowest * static_cast<double>(ranks.size()));
}

std::optional<StageRun> run_with(const Scenario& filled, const std::vector<std::size_t>& owner,
                                 const std::vector<std::int64_t>& layers, const StageCosts& costs) {
  StageRun run{filled, {}, {}, {}, {}};
  Plan& plan = run.scenario.plan;
  plan.stage_layers = layers;
  plan.pipeline_layout.reset();
  plan.end_passes = false;  // both within their stages' passes
  run.layout = stage_layout(run.scenario.model, plan);
  if (run.layout.size() != layers.size() || layers.size() != static_cast<std::size_t>(stages_of(plan)))
    return std::nullopt;
  run.stages = costs_of(run.layout, owner, costs, plan);
  const MixedRanks ranks = mixed_ranks(run.scenario, run.layout, owner, costs);
  PassTimes times = pass_times(run.scenario, run.stages);
  times.transfer_from = ranks.transfers;
  Outcome<Schedule> schedule = schedule_of(plan, &times);
  if (!succeeded(schedule)) return std::nullopt;
  run.schedule = std::move(std::get<0>(schedule));
  run.step = run_mixed_step(run.scenario, run.layout, costs.of_pool.front(), run.stages, run.schedule, ranks);
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

std::string_view why_no_stages(const Scenario& filled) {
  const Plan& plan = filled.plan;
  if (plan.pp < 2) return "the pipeline has one stage";
  if (ways_of(plan).copies_of_model() > 1) return "a mirrored schedule keeps each layer twice, on GPUs of two pools";
  if (has_sites(filled.cluster) && plan.across_sites != AcrossSites::pp)
    return "over several sites pools share the layers only where the pipeline crosses them";
  if (filled.model.num_hidden_layers < stages_of(plan)) return "there are fewer layers than stages";
  return pools_of_ranks(filled).size() < 2 ? "the pools don't have whole stages enough" : "";
}

std::optional<PoolsReport> split_by_stages(const Scenario& unplaced) {
  const Scenario filled = with_slowest(unplaced, GroupKind::pp);
  if (!why_no_stages(filled).empty()) return std::nullopt;
  const std::optional<StageCosts> costs = costs_by_pool(filled);
  if (!costs) return std::nullopt;
  PoolsReport split;
  split.by_stages = true;
  split.pool_of_stage = pools_of_ranks(filled);
  split.stage_layers = share_layers(filled, split.pool_of_stage, *costs);
  const std::optional<StageRun> run = run_with(filled, split.pool_of_stage, split.stage_layers, *costs);
  if (!run) return std::nullopt;
  split.step = run->step.time.step;
  split.tokens_per_second = tokens_of_step(run->scenario.plan) / split.step.value;
  fill_shares(split, filled, run->stages);
  for (std::size_t i = 1; i < split.shares.size(); ++i)
    if (split.shares[i].time > split.shares[split.slowest].time) split.slowest = i;
  compare_with_uniform(split, filled);
  return split;
}

}  // namespace shardscope
