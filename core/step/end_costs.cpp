#include "core/step/end_costs.h"

namespace shardscope {

std::vector<StageCost> without_ends(const std::vector<StageContent>& layout, const BlockCosts& blocks,
                                    const Plan& plan) {
  std::vector<StageCost> stages;
  stages.reserve(layout.size());
  for (StageContent stage : layout) {
    stage.embedding = stage.head = false;
    stages.push_back(stage_cost(stage, blocks, plan));
  }
  return stages;
}

EndTimes end_times(const std::vector<StageCost>& stages, const std::vector<StageCost>& bare, const BlockCosts& blocks) {
  EndTimes ends;
  if (stages.empty()) return ends;
  const auto beyond = [&](std::size_t stage, bool backward) {
    const StageTimes with = stages[stage].times(), without = bare[stage].times();
    const Seconds more = backward ? with.whole_backward() - without.whole_backward() : with.forward - without.forward;
    return max(Seconds{}, more);
  };
  if (stages.size() > 1) {
    const std::size_t last = stages.size() - 1;
    return {beyond(0, false), beyond(last, false), beyond(last, true), beyond(0, true)};
  }
  // One stage has both: by what each costs alone.
  const StageTimes table = blocks.embedding.times(), head = blocks.head.times();
  const auto share = [](Seconds part, Seconds other) { return (part + other).value > 0 ? part / (part + other) : 0.5; };
  const double forward = share(table.forward, head.forward);
  const double backward = share(table.whole_backward(), head.whole_backward());
  return {beyond(0, false) * forward, beyond(0, false) * (1 - forward), beyond(0, true) * (1 - backward),
          beyond(0, true) * backward};
}

PassFlops pass_flops_of(const StageCost& cost) {
  return {cost.forward_flops, cost.recompute_flops, cost.input_flops(), cost.weight_flops};
}

}  // namespace shardscope
