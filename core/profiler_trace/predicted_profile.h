// What a report predicts of the seconds that a trace shows, kind by kind.
#pragma once

#include <cstdint>
#include <optional>

#include "core/profiler_trace/step_profile.h"
#include "core/report/report.h"

namespace shardscope {

struct PredictedProfile {
  std::int32_t pipeline_rank = 0;
  bool of_the_trace = false;  // the trace says which rank it is of; else it is the critical one
  std::int64_t plan_ranks = 0;
  Seconds step;
  KindSeconds seconds{};  // they add up to the step
};

/// Of the pipeline rank that the trace's rank is on, where its world is the plan's; else of the critical one. Kernels
/// come from the operations, recomputed ones among them; launches that no kernel covers, waits for the host and what a
/// step has beside its passes are idle; what is left of the step is traffic that nothing hides and waits for others.
/// Copies to the host of a plan that offloads aren't told apart from that. Nothing where the report has no time.
[[nodiscard]] std::optional<PredictedProfile> predicted_profile(const Report& report, const TraceFacts& facts);

}  // namespace shardscope
