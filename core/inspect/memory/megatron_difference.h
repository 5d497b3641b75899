// From Megatron-LM's theoretical memory report to this program's figure: a chain of steps, each of which gives up one
// of the report's assumptions and has the bytes that this changes. What the report leaves out altogether is named part
// by part. There is no line for a remainder: the steps sum to the whole difference because each starts where the one
// before ended.
#pragma once

#include <string_view>
#include <vector>

#include "core/memory/megatron_report.h"
#include "core/report/report.h"

namespace shardscope {

struct MegatronDifference {
  MemoryComponent component = MemoryComponent::weights;  // of weights, gradients and optimizer together: weights
  std::string_view name;
  Bytes bytes;  // ours less theirs; below 0 where the report says too much
  std::string_view note;
};

/// For the report's fullest stage. The differences sum to that stage's total less the two figures of
/// report.memory.megatron_report. Empty where there is no stage.
[[nodiscard]] std::vector<MegatronDifference> megatron_differences(const Report& report);

/// The same from other arguments than the scenario gives: `theirs` may have what a Model can't say.
[[nodiscard]] std::vector<MegatronDifference> megatron_differences(const MegatronArguments& theirs,
                                                                   const Scenario& scenario,
                                                                   const std::vector<StageContent>& layout,
                                                                   const StageMemory& stage);

/// Those of less than `least` bytes as one, at the end, so that a list in rounded figures has no rows of zeros; one
/// alone stays. The sum is the same.
[[nodiscard]] std::vector<MegatronDifference> fold_small(const std::vector<MegatronDifference>& differences,
                                                         Bytes least);

}  // namespace shardscope
