#include "core/traffic/layer_traffic.h"

#include <algorithm>
#include <array>

#include "core/cluster/collectives.h"
#include "core/memory/activations.h"
#include "core/scenario/plan_counts.h"
#include "core/scenario/plan_schedule.h"
#include "core/scenario/software_traits.h"
#include "core/schedules/schedules.h"
#include "core/traffic/expert_traffic.h"
#include "core/traffic/shared_links.h"
#include "core/traffic/unit_gathers.h"
#include "core/transformer/early_stop.h"

namespace shardscope {

namespace {

/// Kernel seconds of products.
struct ProductTimes {
  Seconds forward, input_gradient, weight_gradient;

  ProductTimes& operator+=(const ProductTimes& other) {
    forward += other.forward, input_gradient += other.input_gradient, weight_gradient += other.weight_gradient;
    return *this;
  }
};

/// Of a branch (attention, MLP) that is split over tp: the products that its gather feeds, and the last one, whose
/// output is scattered or summed.
struct Branch {
  ProductTimes inward, outward;
};

bool is_layer(const Block& block) {
  return block.kind != BlockKind::embedding && block.kind != BlockKind::head;
}

/// A branch with no split product has zeros: nothing of its traffic hides.
std::array<Branch, 2> branches_of(const Block& block, const MachineSpeed& speed) {
  std::array<Branch, 2> branches;
  for (const Operation& operation : block.operations) {
    if (operation.kind != OperationKind::matrix || !operation.in_layer || !operation.split) continue;
    const bool mlp = operation.module == Module::mlp || operation.module == Module::moe;
    Branch& branch = branches[mlp ? 1 : 0];
    branch.inward += branch.outward;
    branch.outward = {operation_time(operation, Direction::forward, speed),
                      operation_time(operation, Direction::input_gradient, speed),
                      operation_time(operation, Direction::weight_gradient, speed)};
  }
  return branches;
}

/// Branches side by side share one gather and one scatter.
std::array<Branch, 2> merged(std::array<Branch, 2> branches) {
  branches[0].inward += branches[1].inward;
  branches[0].outward += branches[1].outward;
  return {branches[0], {}};
}

/// Of a layer's gathers and scatters over tp, what travels: cast to tensorwise fp8 before a gather, forward and
/// backward, and scattered in 16 bits; there are as many of one as of the other, but for recomputation that stops
/// early, whose second forward is taken alike.
double sent_of_tensor_bytes(const Block& block, const Scenario& scenario) {
  const bool layer = block.kind == BlockKind::dense_layer || block.kind == BlockKind::moe_layer;
  const bool cast = traits_of(scenario.software).traffic.gathers_in_fp8 &&
                    scenario.plan.precision == Precision::fp8_tensorwise &&
                    scenario.plan.sequence_parallel.value_or(false);
  return layer && cast ? 0.75 : 1;
}

/// Whether a branch's outgoing gradient travels beside a weight gradient.
bool sends_gradients_early(const Scenario& scenario) {
  return traits_of(scenario.software).traffic.early_gradients && !splits_backward(scenario.plan);
}

struct Shown {
  Seconds forward, backward;
};

/// Of one gather and one scatter each way, `each` long; without sequence parallelism of one all-reduce each way, twice
/// as long, which no product takes in chunks.
Shown shown_of_branch(const Branch& branch, Seconds each, const Scenario& scenario) {
  const Plan& plan = scenario.plan;
  const Contention contention = exchange_contention(scenario.cluster.constants);
  const auto beside = [&](Seconds kernels, Seconds traffic) { return shown_beside(kernels, traffic, contention); };
  const bool early = sends_gradients_early(scenario), split = splits_backward(plan);
  const Seconds beside_weights = branch.inward.weight_gradient;
  if (!plan.sequence_parallel.value_or(false)) {
    const bool hides = early || (plan.overlap.tp.value_or(false) && !split);
    return {each * 2, hides ? beside(beside_weights, each * 2) : each * 2};
  }
  if (!plan.overlap.tp.value_or(false)) return {each * 2, each + (early ? beside(beside_weights, each) : each)};
  const double chunks = static_cast<double>(plan.tp), hides = (chunks - 1) / chunks;
  // A split backward has the weight gradient in another pass: what leaves then travels beside the product it comes of.
  const Seconds beside_outgoing = split ? branch.inward.input_gradient * hides : beside_weights;
  return {beside(branch.inward.forward * hides, each) + beside(branch.outward.forward * hides, each),
          beside(branch.outward.input_gradient * hides, each) + beside(beside_outgoing, each)};
}

Shown shown_of_layer(const Block& block, Seconds each, const Scenario& scenario, const MachineSpeed& speed) {
  const double forward = block.traffic.tp_collectives_forward, backward = block.traffic.tp_collectives_backward;
  Shown shown{each * forward, each * backward};
  if (!is_layer(block)) return shown;
  const std::array<Branch, 2> apart = branches_of(block, speed);
  for (const Branch& branch : scenario.model.use_parallel_residual ? merged(apart) : apart) {
    if (branch.outward.forward.value <= 0) continue;
    const Shown hidden = shown_of_branch(branch, each, scenario);
    shown.forward += hidden.forward - each * 2, shown.backward += hidden.backward - each * 2;
  }
  return shown;
}

/// Rows of experts that are split over etp are gathered after the dispatch and scattered before the combine.
void add_rows_of_split_experts(StageCost& cost, const Block& block, const Scenario& scenario, bool fully_recomputed) {
  const BlockTraffic& traffic = block.traffic;
  if (traffic.etp_collectives_forward <= 0) return;
  const GroupSpan experts = expert_tensor_group_span(scenario.cluster, scenario.plan);
  const CollectiveCost rows =
      collective_cost(Collective::all_gather, traffic.etp_bytes_each, experts, scenario.cluster);
  const double redone = fully_recomputed ? traffic.etp_collectives_forward : 0;
  cost.forward.tp += rows.time * traffic.etp_collectives_forward;
  cost.backward_input.tp += rows.time * traffic.etp_collectives_backward;
  cost.recompute.tp += rows.time * redone;
  const double rounds = traffic.etp_collectives_forward + traffic.etp_collectives_backward + redone;
  cost.communication.tp += rows.time * rounds;
  cost.communication.tp_sent += rounds * rows.carried();
}

void add_tensor_traffic(StageCost& cost, const Block& block, const Scenario& scenario, const MachineSpeed& speed,
                        bool fully_recomputed) {
  const BlockTraffic& traffic = block.traffic;
  if (traffic.tp_collectives_forward + traffic.tp_collectives_backward <= 0) return;
  const GroupSpan group = group_span(GroupKind::tp, scenario.cluster, scenario.plan);
  const CollectiveCost each = collective_cost(
      Collective::all_gather, traffic.tp_bytes_each * sent_of_tensor_bytes(block, scenario), group, scenario.cluster);
  const Shown shown = shown_of_layer(block, each.time, scenario, speed);
  const double again = fully_recomputed ? tensor_collectives_redone(block, scenario) : 0;
  cost.forward.tp = shown.forward;
  cost.backward_input.tp = shown.backward;
  if (again > 0) cost.recompute.tp = shown.forward * (again / traffic.tp_collectives_forward);
  const double count = traffic.tp_collectives_forward + traffic.tp_collectives_backward + again;
  cost.communication.tp = each.time * count;
  cost.communication.tp_sent = count * each.carried();
}

/// Ring attention passes keys and values on, and their gradients beside them on the way back.
void add_context_traffic(StageCost& cost, const Block& block, const Scenario& scenario, const MachineSpeed& speed,
                         bool fully_recomputed) {
  const Plan& plan = scenario.plan;
  if (plan.cp <= 1) return;
  const GroupSpan group = group_span(GroupKind::cp, scenario.cluster, plan);
  const BytesPerSecond bandwidth = group_bandwidth(group, scenario.cluster);
  const Seconds forward = block.traffic.cp_bytes_forward / bandwidth;
  const Seconds backward = block.traffic.cp_bytes_backward / bandwidth;
  const double chunks = static_cast<double>(plan.cp), hides = (chunks - 1) / chunks;
  Seconds beside_forward, beside_backward;
  for (const Operation& operation : block.operations) {
    if (operation.kind != OperationKind::attention || !plan.overlap.cp.value_or(true)) continue;
    beside_forward += operation_time(operation, Direction::forward, speed) * hides;
    beside_backward += operation_time(operation, Direction::input_gradient, speed) * hides;
  }
  cost.forward.cp = shown_beside(beside_forward, forward, exchange_contention(scenario.cluster.constants));
  cost.backward_input.cp = shown_beside(beside_backward, backward, exchange_contention(scenario.cluster.constants));
  const double again = fully_recomputed ? 1 : 0;  // recomputed attention needs the keys of the others once more
  cost.recompute.cp = cost.forward.cp * again;
  cost.communication.cp = forward * (1 + again) + backward;
  // Handed on from neighbour to neighbour, as an all-gather's ring does.
  const Bytes sent = block.traffic.cp_bytes_forward * (1 + again) + block.traffic.cp_bytes_backward;
  const Carried ring = collective_cost(Collective::all_gather, sent, group, scenario.cluster).carried();
  if (ring.sent > Bytes{}) cost.communication.cp_sent = (sent / ring.sent) * ring;
}

/// Schedules whose passes run beside each other hide it themselves (overlapped_time).
double shown_of_experts(const StageCost& cost, Seconds exchanges, const Scenario& scenario) {
  const Plan& plan = scenario.plan;
  if (!plan.overlap.ep.value_or(false) || ways_of(plan).overlaps_passes || exchanges.value <= 0) return 1;
  const Seconds kernels = cost.all_passes().kernels;
  const double alone = passes_alone(plan);
  return alone +
         (1 - alone) * (shown_beside(kernels, exchanges, exchange_contention(scenario.cluster.constants)) / exchanges);
}

void add_expert_traffic(StageCost& cost, const Block& block, const Scenario& scenario, bool fully_recomputed) {
  const BlockTraffic& traffic = block.traffic;
  if (traffic.ep_collectives_forward + traffic.ep_collectives_backward <= 0) return;
  const CollectiveCost each = expert_exchange(traffic.ep_bytes_each, traffic.ep_tokens_each, scenario);
  const double again = fully_recomputed ? traffic.ep_collectives_forward : 0;
  const double count = traffic.ep_collectives_forward + traffic.ep_collectives_backward + again;
  const double shown = shown_of_experts(cost, each.time * count, scenario);
  cost.forward.ep = each.time * (traffic.ep_collectives_forward * shown);
  cost.backward_input.ep = each.time * (traffic.ep_collectives_backward * shown);
  cost.recompute.ep = each.time * (again * shown);
  cost.communication.ep = each.time * count;
  cost.communication.ep_sent = count * each.carried();
}

}  // namespace

double passes_alone(const Plan& plan) {
  const double ranks = static_cast<double>(plan.pp), chunks = static_cast<double>(plan.virtual_stages);
  const double passes = static_cast<double>(micro_batches_of(plan)) * chunks;
  return std::min(1.0, ((ranks - 1) + (chunks - 1) * ranks + 1) / passes);
}

void add_layer_traffic(StageCost& cost, const Block& block, const Scenario& scenario, const MachineSpeed& speed,
                       bool fully_recomputed) {
  add_tensor_traffic(cost, block, scenario, speed, fully_recomputed);
  add_rows_of_split_experts(cost, block, scenario, fully_recomputed);
  add_context_traffic(cost, block, scenario, speed, fully_recomputed);
  add_expert_traffic(cost, block, scenario, fully_recomputed);
}

}  // namespace shardscope
