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

/// Kernel seconds of so many products; each of their kernels is launched once.
struct ProductTimes {
  Seconds forward, input_gradient, weight_gradient;
  double count = 0;

  ProductTimes& operator+=(const ProductTimes& other) {
    forward += other.forward, input_gradient += other.input_gradient, weight_gradient += other.weight_gradient;
    count += other.count;
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
                      operation_time(operation, Direction::weight_gradient, speed), 1};
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

/// What shows of a layer's gathers and scatters, `each` long, beside what its products take up of their passes.
class TensorTraffic {
 public:
  TensorTraffic(const Block& block, Seconds each, const Scenario& scenario, const MachineSpeed& speed)
      : block_(block), each_(each), scenario_(scenario), speed_(speed) {
    if (!is_layer(block)) return;
    branches_ = branches_of(block, speed);
    if (scenario.model.use_parallel_residual) branches_ = merged(branches_);
  }

  [[nodiscard]] Seconds shown_forward(PassRoom& room) const {
    Seconds shown = each_ * block_.traffic.tp_collectives_forward;
    for (const Branch& branch : branches_)
      if (branch.outward.forward.value > 0) shown += forward(branch, room) - each_ * 2;
    return shown;
  }
  [[nodiscard]] Seconds shown_backward(PassRoom& room) const {
    Seconds shown = each_ * block_.traffic.tp_collectives_backward;
    for (const Branch& branch : branches_)
      if (branch.outward.forward.value > 0) shown += backward(branch, room) - each_ * 2;
    return shown;
  }

 private:
  const Block& block_;
  Seconds each_;
  const Scenario& scenario_;
  const MachineSpeed& speed_;
  std::array<Branch, 2> branches_;

  [[nodiscard]] bool in_chunks() const { return scenario_.plan.overlap.tp.value_or(false); }
  [[nodiscard]] bool scatters() const { return scenario_.plan.sequence_parallel.value_or(false); }

  /// Of so much traffic, what shows beside a part of the products' kernels.
  [[nodiscard]] Seconds beside(PassRoom& room, const ProductTimes& products, Seconds ProductTimes::*kernels,
                               Seconds traffic, double part = 1) const {
    const Seconds taken = room.take(products.*kernels, products.count, speed_) * part;
    return shown_beside(taken, traffic, exchange_contention(scenario_.cluster.constants));
  }
  /// Of a product taken in tp chunks.
  [[nodiscard]] double chunked() const {
    const double chunks = static_cast<double>(scenario_.plan.tp);
    return (chunks - 1) / chunks;
  }

  /// Of one gather and one scatter; without sequence parallelism of an all-reduce, which no product takes in chunks.
  [[nodiscard]] Seconds forward(const Branch& branch, PassRoom& room) const {
    if (!scatters() || !in_chunks()) return each_ * 2;
    return beside(room, branch.inward, &ProductTimes::forward, each_, chunked()) +
           beside(room, branch.outward, &ProductTimes::forward, each_, chunked());
  }
  [[nodiscard]] Seconds backward(const Branch& branch, PassRoom& room) const {
    const bool early = sends_gradients_early(scenario_), split = splits_backward(scenario_.plan);
    const auto beside_weights = [&](Seconds traffic) {
      return beside(room, branch.inward, &ProductTimes::weight_gradient, traffic);
    };
    if (!scatters()) return early || (in_chunks() && !split) ? beside_weights(each_ * 2) : each_ * 2;
    if (!in_chunks()) return each_ + (early ? beside_weights(each_) : each_);
    // A split backward has the weight gradient in another pass: what leaves then travels beside the product it comes
    // of.
    return beside(room, branch.outward, &ProductTimes::input_gradient, each_, chunked()) +
           (split ? beside(room, branch.inward, &ProductTimes::input_gradient, each_, chunked())
                  : beside_weights(each_));
  }
};

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
  cost.communication.expert_rows = rows.time * rounds;
  cost.communication.expert_rows_sent = rounds * rows.carried();
  cost.communication.tp += cost.communication.expert_rows;
  cost.communication.tp_sent += cost.communication.expert_rows_sent;
}

void add_tensor_traffic(StageCost& cost, const Block& block, const Scenario& scenario, const MachineSpeed& speed,
                        LayerRoom& room, bool fully_recomputed) {
  const BlockTraffic& traffic = block.traffic;
  if (traffic.tp_collectives_forward + traffic.tp_collectives_backward <= 0) return;
  const GroupSpan group = group_span(GroupKind::tp, scenario.cluster, scenario.plan);
  const CollectiveCost each = collective_cost(
      Collective::all_gather, traffic.tp_bytes_each * sent_of_tensor_bytes(block, scenario), group, scenario.cluster);
  const TensorTraffic tensor(block, each.time, scenario, speed);
  const double again = fully_recomputed ? tensor_collectives_redone(block, scenario) : 0;
  cost.forward.tp = tensor.shown_forward(room.forward);
  cost.backward_input.tp = tensor.shown_backward(room.backward);
  if (again > 0) cost.recompute.tp = tensor.shown_forward(room.backward) * (again / traffic.tp_collectives_forward);
  const double count = traffic.tp_collectives_forward + traffic.tp_collectives_backward + again;
  cost.communication.tp = each.time * count;
  cost.communication.tp_sent = count * each.carried();
}

/// What attention takes up of a pass, as far as a ring of cp chunks hides beside it.
Seconds beside_attention(const Block& block, Direction direction, const Scenario& scenario, const MachineSpeed& speed,
                         PassRoom& room) {
  const double chunks = static_cast<double>(scenario.plan.cp);
  Seconds taken;
  for (const Operation& operation : block.operations)
    if (operation.kind == OperationKind::attention && scenario.plan.overlap.cp.value_or(true))
      taken += room.take(operation_time(operation, direction, speed), 1, speed);
  return taken * ((chunks - 1) / chunks);
}

/// Ring attention passes keys and values on, and their gradients beside them on the way back.
void add_context_traffic(StageCost& cost, const Block& block, const Scenario& scenario, const MachineSpeed& speed,
                         LayerRoom& room, bool fully_recomputed) {
  const Plan& plan = scenario.plan;
  if (plan.cp <= 1) return;
  const GroupSpan group = group_span(GroupKind::cp, scenario.cluster, plan);
  const BytesPerSecond bandwidth = group_bandwidth(group, scenario.cluster);
  const Seconds forward = block.traffic.cp_bytes_forward / bandwidth;
  const Seconds backward = block.traffic.cp_bytes_backward / bandwidth;
  const auto shown = [&](Direction direction, Seconds traffic, PassRoom& pass) {
    return shown_beside(beside_attention(block, direction, scenario, speed, pass), traffic,
                        exchange_contention(scenario.cluster.constants));
  };
  cost.forward.cp = shown(Direction::forward, forward, room.forward);
  cost.backward_input.cp = shown(Direction::input_gradient, backward, room.backward);
  // Recomputed attention needs the keys of the others once more.
  if (fully_recomputed) cost.recompute.cp = shown(Direction::forward, forward, room.backward);
  const double again = fully_recomputed ? 1 : 0;
  cost.communication.cp = forward * (1 + again) + backward;
  // Handed on from neighbour to neighbour, as an all-gather's ring does.
  const Bytes sent = block.traffic.cp_bytes_forward * (1 + again) + block.traffic.cp_bytes_backward;
  const Carried ring = collective_cost(Collective::all_gather, sent, group, scenario.cluster).carried();
  if (ring.sent > Bytes{}) cost.communication.cp_sent = (sent / ring.sent) * ring;
}

/// Schedules whose passes run beside each other hide it themselves (overlapped_time). Kernels that tensor and context
/// traffic run beside hide no other.
double shown_of_experts(const StageCost& cost, Seconds exchanges, const Scenario& scenario) {
  const Plan& plan = scenario.plan;
  if (!plan.overlap.ep.value_or(false) || ways_of(plan).overlaps_passes || exchanges.value <= 0) return 1;
  const PassCost passes = cost.all_passes();
  const Seconds hidden = (cost.communication.tp - passes.tp) + (cost.communication.cp - passes.cp);
  const Seconds kernels = max(Seconds{}, passes.kernels - hidden);
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
                       LayerRoom room, bool fully_recomputed) {
  add_tensor_traffic(cost, block, scenario, speed, room, fully_recomputed);
  add_rows_of_split_experts(cost, block, scenario, fully_recomputed);
  add_context_traffic(cost, block, scenario, speed, room, fully_recomputed);
  add_expert_traffic(cost, block, scenario, fully_recomputed);
}

}  // namespace shardscope
