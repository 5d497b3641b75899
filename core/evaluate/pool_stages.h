// Mixed clusters whose pools hold pipeline stages: uneven layers for uneven GPUs (pools.h has the batch's shares).
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "core/report/report.h"
#include "core/step/step.h"

namespace shardscope {

/// Why pools can't hold the plan's stages; empty where they can.
[[nodiscard]] std::string_view why_no_stages(const Scenario& filled);

/// Pipeline ranks in each pool, in the pools' order, as many as its GPUs hold; layers go one by one to the stage whose
/// rank is done first with one more, of its chunks the one that has least to do. The step is simulated with each rank's
/// own GPU and network: passes, exchange, optimizer; a transfer between pools takes the slower of both ends, and
/// between sites the fibre. Nothing where why_no_stages() says so, or the schedule can't be made.
[[nodiscard]] std::optional<PoolsReport> split_by_stages(const Scenario& filled);

/// A split into stages as it runs: the scenario with its layers, the schedule, and the step on each stage's own GPU.
struct StageRun {
  Scenario scenario;
  std::vector<StageContent> layout;
  std::vector<StageCost> stages;
  Schedule schedule;
  StepResult step;
};
[[nodiscard]] std::optional<StageRun> run_of_stages(const Scenario& filled,
                                                    const std::vector<std::size_t>& pool_of_stage,
                                                    const std::vector<std::int64_t>& stage_layers);

}  // namespace shardscope
