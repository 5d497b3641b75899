#include "core/step/stage_cost.h"

#include <algorithm>

#include "core/base/saturating.h"
#include "core/cluster/collectives.h"
#include "core/scenario/plan_schedule.h"
#include "core/scenario/software_traits.h"
#include "core/step/kernel_flops.h"
#include "core/traffic/layer_traffic.h"
#include "core/traffic/shared_links.h"
#include "core/traffic/unit_gathers.h"
#include "core/transformer/dimensions.h"
#include "core/transformer/early_stop.h"
#include "core/transformer/parameters.h"

namespace shardscope {

namespace {

/// Kernel seconds of a block by direction, before launches are counted.
struct KernelTimes {
  Seconds forward, recompute, backward_input, backward_weight;
  GovernedSeconds parts{};
};

ConstantKind part_of(const Operation& operation, const MachineSpeed& speed) {
  switch (operation.kind) {
    case OperationKind::matrix:
      return operation.low_precision && speed.low_precision ? ConstantKind::low_products : ConstantKind::products;
    case OperationKind::grouped_matrix:
      return ConstantKind::grouped;
    case OperationKind::attention:
      return ConstantKind::attention;
    case OperationKind::memory_bound:
      break;
  }
  return ConstantKind::memory_bound;
}

/// All of the passes' kernels that no operation takes are waits.
void set_waits(StageCost& cost) {
  Seconds rest = cost.all_passes().kernels;
  for (const ConstantKind part : {ConstantKind::products, ConstantKind::low_products, ConstantKind::grouped,
                                  ConstantKind::attention, ConstantKind::memory_bound})
    rest -= cost.parts[index_of(part)];
  cost.parts[index_of(ConstantKind::waits)] = max(Seconds{}, rest);
}

/// What a block's operations take, recomputed or not.
struct OperationSeconds {
  Seconds forward, input, weight;
};
std::vector<OperationSeconds> operation_seconds(const Block& block, const MachineSpeed& speed) {
  std::vector<OperationSeconds> seconds;
  seconds.reserve(block.operations.size());
  for (const Operation& operation : block.operations)
    seconds.push_back({operation_time(operation, Direction::forward, speed),
                       operation_time(operation, Direction::input_gradient, speed),
                       operation_time(operation, Direction::weight_gradient, speed)});
  return seconds;
}

KernelTimes kernel_times(const Block& block, const std::vector<OperationSeconds>& seconds, const Scenario& scenario,
                         const MachineSpeed& speed, bool fully_recomputed) {
  KernelTimes times;
  const RedoneShares again_of(block, scenario, fully_recomputed);
  for (std::size_t i = 0; i < block.operations.size(); ++i) {
    const Operation& operation = block.operations[i];
    const auto& [forward, input, weight] = seconds[i];
    const Seconds again = forward * again_of[i];
    times.forward += forward, times.recompute += again;
    times.backward_input += input, times.backward_weight += weight;
    times.parts[index_of(part_of(operation, speed))] += forward + again + input + weight;
  }
  return times;
}

/// Launches of the block's weight gradients: a kernel for each product.
double weight_launches(const Block& block) {
  double launches = 0;
  for (const Operation& operation : block.operations)
    if (operation.kind == OperationKind::matrix || operation.kind == OperationKind::grouped_matrix) ++launches;
  return launches;
}

/// Adds launches and waits for the host, and says what the passes have for traffic to hide in. The weight gradients are
/// what the backward would be shorter by without them and their launches; the rest is spread over recomputation and
/// input gradients in proportion.
LayerHidingTime set_kernels(StageCost& cost, const Block& block, const std::vector<OperationSeconds>& seconds,
                            const Scenario& scenario, const MachineSpeed& speed, bool fully_recomputed) {
  const Plan& plan = scenario.plan;
  const KernelTimes gpu = kernel_times(block, seconds, scenario, speed, fully_recomputed);
  const double launches_forward = operation_launches(block, Direction::forward, plan, speed);
  double launches_backward = operation_launches(block, Direction::input_gradient, plan, speed) +
                             operation_launches(block, Direction::weight_gradient, plan, speed);
  if (fully_recomputed) launches_backward += launches_forward;
  cost.forward.kernels = combine_with_launches(gpu.forward, launches_forward, speed) +
                         moe_host_seconds(block, Direction::forward, plan, speed);
  const Seconds input = gpu.recompute + gpu.backward_input, backward = input + gpu.backward_weight;
  const double launches_input = std::max(0.0, launches_backward - weight_launches(block));
  const Seconds whole = combine_with_launches(backward, launches_backward, speed);
  const Seconds first = combine_with_launches(input, launches_input, speed);
  const Seconds with_host = first + moe_host_seconds(block, Direction::input_gradient, plan, speed);
  const double stretch = input.value > 0 ? with_host / input : 0;
  cost.recompute.kernels = gpu.recompute * stretch;
  cost.backward_input.kernels = gpu.backward_input * stretch;
  cost.backward_weight.kernels = whole - first;
  cost.parts = gpu.parts;
  const HidingTime forward(gpu.forward, launches_forward, speed);
  if (splits_backward(plan)) return {forward, HidingTime(input, launches_input, speed)};
  return {forward, HidingTime(backward, launches_backward, speed)};
}

struct Exchange {
  Seconds time;
  Carried carried;
};

/// What a block's sharded parameters take to gather, or its gradients to scatter, with so many bytes each.
Exchange sharded_exchange(const Scenario& scenario, const ShardedCount& parameters, Collective collective, double bytes,
                          bool within_sites = false) {
  const Cluster& cluster = scenario.cluster;
  Exchange sum;
  const auto add = [&](double elements, GroupSpan group) {
    if (elements <= 0) return;
    if (within_sites) group.sites = 1;
    const CollectiveCost one = collective_cost(collective, Bytes{bytes * elements}, group, cluster);
    sum.time += one.time, sum.carried += one.carried();
  };
  add(parameters.dense, shard_group_span(cluster, scenario.plan));
  add(parameters.experts, expert_gradient_group_span(cluster, scenario.plan));
  return sum;
}

ShardedCount parameters_on_one_gpu(BlockKind kind, const Scenario& scenario) {
  const Plan& plan = scenario.plan;
  return on_one_gpu(
      block_parameters(kind, scenario.model, trained_vocabulary(scenario.model, plan), copies_tied_table(plan)), plan);
}

/// Of a weight as it is gathered: a layer's as it is kept; the tables at the ends never are in 8 bits.
double gathered_bytes(BlockKind kind, const Plan& plan) {
  const bool at_the_ends = kind == BlockKind::embedding || kind == BlockKind::head;
  return at_the_ends ? facts_of(plan.precision).value.bytes : weight_bytes_sent(plan);
}

/// ZeRO-3 (FSDP): each pass gathers the block's weights, the backward scatters its gradients. What of it shows
/// follows from the blocks beside it (core/traffic/unit_gathers.h).
void set_gather_traffic(StageCost& cost, const Block& block, const Scenario& scenario) {
  const Plan& plan = scenario.plan;
  if (!gathers_in_passes(plan)) return;
  const ShardedCount parameters = parameters_on_one_gpu(block.kind, scenario);
  const Exchange gather =
      sharded_exchange(scenario, parameters, Collective::all_gather, gathered_bytes(block.kind, plan));
  const Exchange scatter =
      sharded_exchange(scenario, parameters, Collective::reduce_scatter, gradient_bytes_sent(plan, scenario.software));
  for (PassCost* pass : {&cost.forward, &cost.recompute, &cost.backward_input, &cost.backward_weight})
    pass->kernels = pass->kernels * scenario.cluster.constants.gathered_kernels;
  const bool back = runs_backward(plan);
  cost.communication.gather = back ? gather.time * 2 + scatter.time : gather.time;
  cost.communication.gather_once = gather.time;
  cost.communication.gather_once_sent = gather.carried.sent;
  cost.communication.gather_sent = (back ? 2 : 1) * gather.carried;
  if (back) cost.communication.gather_sent += scatter.carried;
}

/// Of a layer's gather what its sites' own links take.
double gathers_share_within_sites(const Scenario& scenario, BlockKind layer) {
  const ShardedCount parameters = parameters_on_one_gpu(layer, scenario);
  const auto gather = [&](bool within_sites) {
    return sharded_exchange(scenario, parameters, Collective::all_gather, gathered_bytes(layer, scenario.plan),
                            within_sites)
        .time;
  };
  const Seconds whole = gather(false);
  return whole > Seconds{} ? std::min(1.0, gather(true) / whole) : 1;
}

void set_flops(StageCost& cost, const Block& block, const Scenario& scenario, bool fully_recomputed) {
  const BlockFlops flops = block_flops(block, scenario, fully_recomputed);
  cost.model_flops = flops.forward + flops.input + flops.weight;
  cost.forward_flops = flops.forward, cost.weight_flops = flops.weight, cost.recompute_flops = flops.recompute;
}

GovernedSeconds forward_parts(const Block& block, const std::vector<OperationSeconds>& seconds,
                              const MachineSpeed& speed) {
  GovernedSeconds parts{};
  for (std::size_t i = 0; i < block.operations.size(); ++i)
    parts[index_of(part_of(block.operations[i], speed))] += seconds[i].forward;
  return parts;
}

/// A block's forward alone, where no backward follows.
StageCost forward_cost(Block block, const std::vector<OperationSeconds>& seconds, const Scenario& scenario,
                       const MachineSpeed& speed) {
  BlockTraffic& traffic = block.traffic;
  traffic.tp_collectives_backward = traffic.etp_collectives_backward = traffic.ep_collectives_backward = 0;
  traffic.cp_bytes_backward = Bytes{};
  StageCost whole;
  const LayerHidingTime hiding = set_kernels(whole, block, seconds, scenario, speed, false);
  add_layer_traffic(whole, block, scenario, speed, hiding, false);
  set_gather_traffic(whole, block, scenario);
  set_flops(whole, block, scenario, false);
  StageCost cost;
  cost.forward = whole.forward;
  cost.model_flops = cost.forward_flops = whole.forward_flops;
  cost.communication = whole.communication;
  cost.parts = forward_parts(block, seconds, speed);
  set_waits(cost);
  return cost;
}

StageCost cost_of_block(const Block& block, const std::vector<OperationSeconds>& seconds, const Scenario& scenario,
                        const MachineSpeed& speed, bool fully_recomputed) {
  if (!runs_backward(scenario.plan)) return forward_cost(block, seconds, scenario, speed);
  StageCost cost;
  const LayerHidingTime hiding = set_kernels(cost, block, seconds, scenario, speed, fully_recomputed);
  add_layer_traffic(cost, block, scenario, speed, hiding, fully_recomputed);
  set_gather_traffic(cost, block, scenario);
  set_flops(cost, block, scenario, fully_recomputed);
  set_waits(cost);
  return cost;
}

/// A layer's plain cost, and where layers may be redone that too: its operations take the same.
void set_layer_costs(StageCost& plain, StageCost& redone, const Block& layer, const Scenario& scenario,
                     const MachineSpeed& speed) {
  const std::vector<OperationSeconds> seconds = operation_seconds(layer, speed);
  plain = cost_of_block(layer, seconds, scenario, speed, false);
  if (recompute_mode(scenario.plan) == RecomputeMode::full)
    redone = cost_of_block(layer, seconds, scenario, speed, true);
}

}  // namespace

BlockCosts block_costs(const Scenario& scenario, const std::vector<StageContent>& layout, const MachineSpeed& speed) {
  MadeBlocks made(scenario.model, scenario.plan);
  return block_costs(scenario, layout, speed, made);
}

BlockCosts block_costs(const Scenario& scenario, const std::vector<StageContent>& layout, const MachineSpeed& speed,
                       MadeBlocks& made) {
  const auto any = [&](auto&& has) { return std::any_of(layout.begin(), layout.end(), has); };
  const auto cost = [&](const Block& block, bool redone) { return block_cost(block, scenario, speed, redone); };
  BlockCosts costs;
  costs.embedding = cost(made[BlockKind::embedding], false);
  costs.head = cost(made[BlockKind::head], false);
  if (any([](const StageContent& s) { return s.dense_layers > 0; }))
    set_layer_costs(costs.dense, costs.dense_redone, made[BlockKind::dense_layer], scenario, speed);
  if (any([](const StageContent& s) { return s.moe_layers > 0; }))
    set_layer_costs(costs.moe, costs.moe_redone, made[BlockKind::moe_layer], scenario, speed);
  if (any([](const StageContent& s) { return s.mtp_layers > 0; }))
    costs.mtp = cost(made[BlockKind::mtp_layer], recomputes_every_layer(scenario.plan));
  if (gathers_in_passes(scenario.plan)) {
    const bool moe = any([](const StageContent& s) { return s.moe_layers > 0; });
    costs.beside_gathers = links_shared_with_gathers(scenario);
    costs.beside_gathers.share =
        gathers_share_within_sites(scenario, moe ? BlockKind::moe_layer : BlockKind::dense_layer);
  }
  return costs;
}

LayerHidingTime layer_hiding_time(const Block& block, const Scenario& scenario, const MachineSpeed& speed,
                                  bool fully_recomputed) {
  StageCost kernels;
  return set_kernels(kernels, block, operation_seconds(block, speed), scenario, speed, fully_recomputed);
}

StageCost block_cost(const Block& block, const Scenario& scenario, const MachineSpeed& speed, bool fully_recomputed) {
  return cost_of_block(block, operation_seconds(block, speed), scenario, speed, fully_recomputed);
}

std::array<BlockRun, block_runs_max> block_runs(const StageContent& stage, const BlockCosts& blocks, const Plan& plan) {
  const auto dense = static_cast<double>(stage.dense_layers), moe = static_cast<double>(stage.moe_layers);
  const RedoneLayers redone = redone_layers(stage, plan);
  return {{{BlockKind::embedding, &blocks.embedding, stage.embedding ? 1.0 : 0.0},
           {BlockKind::dense_layer, &blocks.dense_redone, redone.dense},
           {BlockKind::dense_layer, &blocks.dense, dense - redone.dense},
           {BlockKind::moe_layer, &blocks.moe_redone, redone.moe},
           {BlockKind::moe_layer, &blocks.moe, moe - redone.moe},
           {BlockKind::mtp_layer, &blocks.mtp, static_cast<double>(stage.mtp_layers)},
           {BlockKind::head, &blocks.head, stage.head ? 1.0 : 0.0}}};
}

StageUnits stage_units(const std::array<BlockRun, block_runs_max>& runs, const Plan& plan) {
  const bool split = splits_backward(plan);
  StageUnits units;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const StageCost& block = *runs[i].cost;
    const Seconds gather = block.communication.gather_once;
    const Seconds scatter = max(Seconds{}, block.communication.gather - gather * 2);
    const Seconds input = block.recompute.total() + block.backward_input.total(),
                  weight = block.backward_weight.total();
    units.main[i] = {runs[i].count, block.forward.total(), split ? input : input + weight, gather,
                     split ? Seconds{} : scatter};
    units.weights[i] = {runs[i].count, Seconds{}, weight, Seconds{}, scatter};
  }
  return units;
}

StageCost stage_cost(const StageContent& stage, const BlockCosts& blocks, const Plan& plan) {
  StageCost cost;
  const std::array<BlockRun, block_runs_max> runs = block_runs(stage, blocks, plan);
  for (const BlockRun& run : runs)
    if (run.count != 0) cost += run.count * *run.cost;
  if (!gathers_in_passes(plan)) return cost;
  const Contention contention = contention_beside(cost, Seconds{}, blocks.beside_gathers);
  const bool split = splits_backward(plan);
  const std::int64_t ahead = plan.prefetch_layers.value_or(1);
  const StageUnits units = stage_units(runs, plan);
  const GatherExposure shown = gather_exposure(units.main, ahead, contention);
  cost.forward.gather = shown.forward;
  if (runs_backward(plan)) cost.backward_input.gather = shown.backward;
  if (split) cost.backward_weight.gather = gather_exposure(units.weights, ahead, contention).backward;
  return cost;
}

std::vector<StageCost> stage_costs(const Scenario& scenario, const std::vector<StageContent>& layout,
                                   const MachineSpeed& speed) {
  return stage_costs(block_costs(scenario, layout, speed), layout, scenario.plan);
}

std::vector<StageCost> stage_costs(const BlockCosts& blocks, const std::vector<StageContent>& layout,
                                   const Plan& plan) {
  std::vector<StageCost> stages;
  stages.reserve(layout.size());
  for (std::size_t i = 0; i < layout.size(); ++i) {
    const bool as_before = i > 0 && hold_the_same(layout[i - 1], layout[i]);  // as most of a pipeline's
    stages.push_back(as_before ? stages.back() : stage_cost(layout[i], blocks, plan));
  }
  return stages;
}

Seconds overlapped_time(const StageCost& forward, const StageCost& backward, const Contention& contention) {
  PassCost both = forward.forward;
  both += backward.recompute;
  both += backward.backward_input;
  both += backward.backward_weight;
  const Seconds rest = both.total() - both.ep;
  return rest + shown_beside(rest, both.ep, contention);
}

TransferCost transfer_cost(const Scenario& scenario) {
  const Plan& plan = scenario.plan;
  if (plan.pp <= 1) return {};
  const double tokens =
      static_cast<double>(plan.micro_batch) * static_cast<double>(plan.sequence_length) / degree(plan.cp);
  const Bytes slice{facts_of(plan.precision).value.bytes * tokens * static_cast<double>(scenario.model.hidden_size) /
                    degree(plan.tp)};
  const GroupSpan group = group_span(GroupKind::pp, scenario.cluster, plan);
  GroupSpan near = group;  // few neighbours lie in different sites; core/traffic/site_traffic.h has their time
  near.sites = 1;
  const CollectiveCost cost = collective_cost(Collective::point_to_point, slice, near, scenario.cluster);
  const bool over_sites = group.sites > near.sites;
  return {cost.time, cost.sent_per_gpu,
          (over_sites ? collective_cost(Collective::point_to_point, slice, group, scenario.cluster) : cost).carried()};
}

}  // namespace shardscope
