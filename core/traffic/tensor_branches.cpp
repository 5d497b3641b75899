#include "core/traffic/tensor_branches.h"

#include <optional>

#include "core/scenario/plan_schedule.h"
#include "core/scenario/software_traits.h"

namespace shardscope {

namespace {

bool in_chunks(const Plan& plan) {
  return plan.overlap.tp.value_or(false);
}

/// Without sequence parallelism a branch's output is summed, which no product takes in chunks.
bool scatters(const Plan& plan) {
  return is_sequence_parallel(plan);
}

/// Whether a branch's outgoing gradient travels beside a weight gradient.
bool sends_gradients_early(const Scenario& scenario) {
  return traits_of(scenario.software).traffic.early_gradients && !splits_backward(scenario.plan);
}

}  // namespace

std::vector<BranchPlace> branch_places(const Block& block, const Model& model) {
  std::vector<BranchPlace> places(block.operations.size());
  std::array<std::optional<std::size_t>, 2> last;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Operation& operation = block.operations[i];
    if (operation.kind != OperationKind::matrix || !operation.in_layer || !operation.split) continue;
    const bool mlp = operation.module == Module::mlp || operation.module == Module::moe;
    std::optional<std::size_t>& before = last[mlp ? 1 : 0];
    if (before) places[*before].part = BranchPart::inward;
    places[i] = {BranchPart::outward, mlp && !model.use_parallel_residual ? 1U : 0U};
    before = i;
  }
  return places;
}

BranchWays forward_ways(const Scenario& scenario) {
  const Plan& plan = scenario.plan;
  if (!scatters(plan)) return {{{}, {2, BranchPart::none, {}, false}}};
  if (!in_chunks(plan)) return {{{1, BranchPart::none, {}, false}, {1, BranchPart::none, {}, false}}};
  return {{{1, BranchPart::inward, Direction::forward, true}, {1, BranchPart::outward, Direction::forward, true}}};
}

BranchWays backward_ways(const Scenario& scenario) {
  const Plan& plan = scenario.plan;
  const bool early = sends_gradients_early(scenario), split = splits_backward(plan);
  const auto beside_weights = [](double collectives, bool so) {
    return BranchTraffic{collectives, so ? BranchPart::inward : BranchPart::none, Direction::weight_gradient, false};
  };
  if (!scatters(plan)) return {{{}, beside_weights(2, early || (in_chunks(plan) && !split))}};
  if (!in_chunks(plan)) return {{{1, BranchPart::none, {}, false}, beside_weights(1, early)}};
  // A split backward has the weight gradient in another pass: what leaves then travels beside the product it comes of.
  const BranchTraffic leaves =
      split ? BranchTraffic{1, BranchPart::inward, Direction::input_gradient, true} : beside_weights(1, true);
  return {{{1, BranchPart::outward, Direction::input_gradient, true}, leaves}};
}

double chunked_share(const Plan& plan) {
  const auto chunks = static_cast<double>(plan.tp);
  return (chunks - 1) / chunks;
}

}  // namespace shardscope
