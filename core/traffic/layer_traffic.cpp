#include "core/traffic/layer_traffic.h"

#include <algorithm>
#include <array>
#include <vector>

#include "core/cluster/collectives.h"
#include "core/memory/activations.h"
#include "core/scenario/plan_counts.h"
#include "core/scenario/plan_schedule.h"
#include "core/scenario/software_traits.h"
#include "core/schedules/schedules.h"
#include "core/traffic/expert_traffic.h"
#include "core/traffic/redone_exchanges.h"
#include "core/traffic/shared_links.h"
#include "core/traffic/tensor_branches.h"
#include "core/traffic/unit_gathers.h"

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

/// A branch with no split product has zeros: nothing of its traffic hides.
std::array<Branch, 2> branches_of(const Block& block, const Model& model, const MachineSpeed& speed) {
  std::array<Branch, 2> branches;
  const std::vector<BranchPlace> places = branch_places(block, model);
  for (std::size_t i = 0; i < block.operations.size(); ++i) {
    const BranchPlace& place = places[i];
    if (place.part == BranchPart::none) continue;
    const Operation& operation = block.operations[i];
    Branch& branch = branches[place.branch];
    (place.part == BranchPart::outward ? branch.outward : branch.inward) +=
        {operation_time(operation, Direction::forward, speed),
         operation_time(operation, Direction::input_gradient, speed),
         operation_time(operation, Direction::weight_gradient, speed), 1};
  }
  return branches;
}

/// Of a layer's gathers and scatters over tp, what travels: cast to tensorwise fp8 before a gather, forward and
/// backward, and scattered in 16 bits; there are as many of one as of the other, but for recomputation that stops
/// early, whose second forward is taken alike.
double sent_of_tensor_bytes(const Block& block, const Scenario& scenario) {
  const bool cast = traits_of(scenario.software).traffic.gathers_in_fp8 &&
                    scenario.plan.precision == Precision::fp8_tensorwise && is_sequence_parallel(scenario.plan);
  return is_layer(block) && cast ? 0.75 : 1;
}

/// What shows of a layer's gathers and scatters, `each` long, beside what its products take up of their passes.
class TensorTraffic {
 public:
  TensorTraffic(const Block& block, Seconds each, const Scenario& scenario, const MachineSpeed& speed)
      : block_(block), each_(each), scenario_(scenario), speed_(speed) {
    if (is_layer(block)) branches_ = branches_of(block, scenario.model, speed);
  }

  [[nodiscard]] Seconds shown_forward(HidingTime& hiding) const {
    return shown(hiding, forward_ways(scenario_), block_.traffic.tp_collectives_forward, all_ways);
  }
  [[nodiscard]] Seconds shown_backward(HidingTime& hiding) const {
    return shown(hiding, backward_ways(scenario_), block_.traffic.tp_collectives_backward, all_ways);
  }
  /// Of the forward's collectives that recomputation runs once more.
  [[nodiscard]] Seconds shown_again(HidingTime& hiding, const RedoneExchanges& again) const {
    return shown(hiding, forward_ways(scenario_), again.tensor, again.ways);
  }

 private:
  const Block& block_;
  Seconds each_;
  const Scenario& scenario_;
  const MachineSpeed& speed_;
  std::array<Branch, 2> branches_;

  static constexpr SentWays all_ways = {{{true, true}, {true, true}}};

  [[nodiscard]] Seconds shown(HidingTime& hiding, const BranchWays& ways, double collectives,
                              const SentWays& sent) const {
    Seconds sum = each_ * collectives;
    for (std::size_t b = 0; b < branches_.size(); ++b) {
      if (!(branches_[b].outward.forward.value > 0)) continue;
      for (std::size_t way = 0; way < ways.size(); ++way)
        if (sent[b][way]) sum -= hidden(hiding, branches_[b], ways[way]);
    }
    return sum;
  }

  /// Of one way of a branch's traffic, what its products hide.
  [[nodiscard]] Seconds hidden(HidingTime& hiding, const Branch& branch, const BranchTraffic& way) const {
    if (way.beside == BranchPart::none || way.collectives <= 0) return Seconds{};
    const ProductTimes& products = way.beside == BranchPart::inward ? branch.inward : branch.outward;
    const Seconds kernels = way.kernels == Direction::forward          ? products.forward
                            : way.kernels == Direction::input_gradient ? products.input_gradient
                                                                       : products.weight_gradient;
    const double part = way.in_chunks ? chunked_share(scenario_.plan) : 1;
    const Seconds traffic = each_ * way.collectives;
    return traffic - shown_beside(hiding.take(kernels, products.count, speed_) * part, traffic,
                                  exchange_contention(scenario_.cluster.constants));
  }
};

/// Rows of experts that are split over etp are gathered after the dispatch and scattered before the combine.
void add_rows_of_split_experts(StageCost& cost, const Block& block, const Scenario& scenario,
                               const RedoneExchanges& again) {
  const BlockTraffic& traffic = block.traffic;
  if (traffic.etp_collectives_forward <= 0) return;
  const CollectiveCost rows = split_experts_collective(block, scenario);
  const double redone = again.experts ? traffic.etp_collectives_forward : 0;
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
                        LayerHidingTime& hiding, const RedoneExchanges& again) {
  const BlockTraffic& traffic = block.traffic;
  if (traffic.tp_collectives_forward + traffic.tp_collectives_backward <= 0) return;
  const CollectiveCost each = tensor_collective(block, scenario);
  const TensorTraffic tensor(block, each.time, scenario, speed);
  cost.forward.tp = tensor.shown_forward(hiding.forward);
  cost.backward_input.tp = tensor.shown_backward(hiding.backward);
  if (again.tensor > 0) cost.recompute.tp = tensor.shown_again(hiding.backward, again);
  const double count = traffic.tp_collectives_forward + traffic.tp_collectives_backward + again.tensor;
  cost.communication.tp = each.time * count;
  cost.communication.tp_sent = count * each.carried();
}

/// What attention takes up of a pass, as far as a ring of cp chunks hides beside it.
Seconds beside_attention(const Block& block, Direction direction, const Scenario& scenario, const MachineSpeed& speed,
                         HidingTime& hiding) {
  const double chunks = static_cast<double>(scenario.plan.cp);
  Seconds taken;
  for (const Operation& operation : block.operations)
    if (operation.kind == OperationKind::attention && scenario.plan.overlap.cp.value_or(true))
      taken += hiding.take(operation_time(operation, direction, speed), 1, speed);
  return taken * ((chunks - 1) / chunks);
}

/// Ring attention passes keys and values on, and their gradients beside them on the way back.
void add_context_traffic(StageCost& cost, const Block& block, const Scenario& scenario, const MachineSpeed& speed,
                         LayerHidingTime& hiding, const RedoneExchanges& again) {
  const Plan& plan = scenario.plan;
  if (plan.cp <= 1) return;
  const GroupSpan group = group_span(GroupKind::cp, scenario.cluster, plan);
  const auto [forward, backward] = context_rings(block, scenario);
  const auto shown = [&](Direction direction, Seconds traffic, HidingTime& pass) {
    return shown_beside(beside_attention(block, direction, scenario, speed, pass), traffic,
                        exchange_contention(scenario.cluster.constants));
  };
  cost.forward.cp = shown(Direction::forward, forward, hiding.forward);
  cost.backward_input.cp = shown(Direction::input_gradient, backward, hiding.backward);
  // Recomputed attention needs the keys of the others once more.
  if (again.ring) cost.recompute.cp = shown(Direction::forward, forward, hiding.backward);
  const double forwards = again.ring ? 2 : 1;
  cost.communication.cp = forward * forwards + backward;
  // Handed on from neighbour to neighbour, as an all-gather's ring does.
  const Bytes sent = block.traffic.cp_bytes_forward * forwards + block.traffic.cp_bytes_backward;
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

void add_expert_traffic(StageCost& cost, const Block& block, const Scenario& scenario, const RedoneExchanges& again) {
  const BlockTraffic& traffic = block.traffic;
  if (traffic.ep_collectives_forward + traffic.ep_collectives_backward <= 0) return;
  const CollectiveCost each = expert_exchange(traffic.ep_bytes_each, traffic.ep_tokens_each, scenario);
  const double redone = again.experts ? traffic.ep_collectives_forward : 0;
  const double count = traffic.ep_collectives_forward + traffic.ep_collectives_backward + redone;
  const double shown = shown_of_experts(cost, each.time * count, scenario);
  cost.forward.ep = each.time * (traffic.ep_collectives_forward * shown);
  cost.backward_input.ep = each.time * (traffic.ep_collectives_backward * shown);
  cost.recompute.ep = each.time * (redone * shown);
  cost.communication.ep = each.time * count;
  cost.communication.ep_sent = count * each.carried();
}

}  // namespace

bool is_layer(const Block& block) {
  return block.kind != BlockKind::embedding && block.kind != BlockKind::head;
}

CollectiveCost tensor_collective(const Block& block, const Scenario& scenario) {
  return collective_cost(Collective::all_gather, block.traffic.tp_bytes_each * sent_of_tensor_bytes(block, scenario),
                         group_span(GroupKind::tp, scenario.cluster, scenario.plan), scenario.cluster);
}

CollectiveCost split_experts_collective(const Block& block, const Scenario& scenario) {
  return collective_cost(Collective::all_gather, block.traffic.etp_bytes_each,
                         expert_tensor_group_span(scenario.cluster, scenario.plan), scenario.cluster);
}

ContextRings context_rings(const Block& block, const Scenario& scenario) {
  const GroupSpan group = group_span(GroupKind::cp, scenario.cluster, scenario.plan);
  const BytesPerSecond bandwidth = group_bandwidth(group, scenario.cluster);
  return {block.traffic.cp_bytes_forward / bandwidth * group.taken,
          block.traffic.cp_bytes_backward / bandwidth * group.taken};
}

double passes_alone(const Plan& plan) {
  const double ranks = static_cast<double>(plan.pp), chunks = static_cast<double>(plan.virtual_stages);
  const double passes = static_cast<double>(micro_batches_of(plan)) * chunks;
  return std::min(1.0, ((ranks - 1) + (chunks - 1) * ranks + 1) / passes);
}

void add_layer_traffic(StageCost& cost, const Block& block, const Scenario& scenario, const MachineSpeed& speed,
                       LayerHidingTime hiding, bool fully_recomputed) {
  const RedoneExchanges again = redone_exchanges(block, scenario, fully_recomputed);
  add_tensor_traffic(cost, block, scenario, speed, hiding, again);
  add_rows_of_split_experts(cost, block, scenario, again);
  add_context_traffic(cost, block, scenario, speed, hiding, again);
  add_expert_traffic(cost, block, scenario, again);
}

}  // namespace shardscope
