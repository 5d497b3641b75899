// core/diagnosis: why a run differs from what its plan predicts: hypotheses, each a change of the scenario that is
// evaluated whole, ranked by how well they explain all that was measured. In: a MeasuredLog, the plan's Report. Out:
// explanations with their likelihood (explain.h), as JSON too (explanations_json.h). What each hypothesis is stands in
// hypotheses.h; what a log shows of it, and how far each figure strays by itself, is here.
#pragma once

#include <array>
#include <optional>

#include "core/logs/measured_log.h"
#include "core/report/report.h"

namespace shardscope {

/// What of a log is held against a hypothesis. Logarithms: of the typical step's seconds; of its jitter, the standard
/// deviation over the mean; of 0.2% and the share of time that outliers take; of the bytes allocated at most, and of
/// those reserved over them. `growth` is the step's over the run. Of Megatron's timers: log of 0.1% and the share that
/// waits for data; the share that gradients and parameters take; logs of the forward passes' slowest over fastest rank,
/// of backward over forward, and of what both take of the step.
#define SHARDSCOPE_SIGN(name)                                                                                  \
  name(step) name(jitter) name(growth) name(stalls) name(allocated) name(slack) name(data) name(gradient_sync) \
      name(rank_gap) name(backward) name(passes)
SHARDSCOPE_NAMED(Sign, SHARDSCOPE_SIGN)

/// Absent where the log doesn't say it.
using SeenSigns = std::array<std::optional<double>, count_of<Sign>>;

/// Where a sign would lie, and how far from it below and above, as standard deviations.
struct ExpectedSign {
  double value = 0, below = 1, above = 1;
};
using ExpectedSigns = std::array<std::optional<ExpectedSign>, count_of<Sign>>;

namespace sign_scale {
inline constexpr double stalls_least = 0.002, data_least = 0.001, jitter_least = 0.0005;
// Of a run that goes well, the first two with the least above: steps vary by half a percent to two, the public logs' by
// 0.2% to 3%.
inline constexpr double quiet_stalls = 0.004, quiet_data = 0.008, quiet_jitter = 0.007;
}  // namespace sign_scale

[[nodiscard]] SeenSigns seen_signs(const MeasuredLog& log);

/// Of a run that goes as the report says. A step and memory stray as the report's ranges do; the others by assumptions
/// that stand beside them.
[[nodiscard]] ExpectedSigns expected_signs(const Report& report);

}  // namespace shardscope
