// From the costs of stages to the step: the simulated timeline, the gradient exchange and optimizer behind it, and
// where the critical rank's seconds go.
#pragma once

#include <vector>

#include "core/report.h"
#include "core/step/stage_cost.h"

namespace shardscope {

/// What a rank does once a step, after its last pass.
struct RankTail {
  Seconds gradients;  // reduce-scatter of gradients and all-gather of parameters, hidden or not
  Seconds exposed;    // what of it the backward and forward passes don't hide
  Seconds optimizer;
  Bytes sent;  // by one GPU for the exchange
};

/// One entry a pipeline rank. `stages` as stage_costs() gives them.
[[nodiscard]] std::vector<RankTail> rank_tails(const Scenario& scenario, const std::vector<StageContent>& layout,
                                               const std::vector<StageCost>& stages, const MachineSpeed& speed);

/// What the passes of the plan's schedule take; `stages` as stage_costs() gives them.
[[nodiscard]] PassTimes pass_times(const Scenario& scenario, const std::vector<StageCost>& stages);

/// The scenario's slow rank and jitter.
[[nodiscard]] Trouble trouble_of(const Scenario& scenario);

struct StepResult {
  TimeReport time;
  Timeline timeline;
  std::vector<Communication> communication;
  Flops hardware_recompute_flops;  // of all GPUs in a step: what recomputation runs again
};

/// The step of a plan whose schedule exists, run with the scenario's trouble. The breakdown sums to the step.
[[nodiscard]] StepResult run_step(const Scenario& scenario, const std::vector<StageContent>& layout,
                                  const Schedule& schedule, const MachineSpeed& speed);
/// The same with the costs of the layout's stages at hand.
[[nodiscard]] StepResult run_step(const Scenario& scenario, const std::vector<StageContent>& layout,
                                  const std::vector<StageCost>& stages, const Schedule& schedule,
                                  const MachineSpeed& speed);

}  // namespace shardscope
