// A traced step as `shardscope measured --json` prints it, beside what is predicted.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "core/profiler_trace/predicted_profile.h"

namespace shardscope {

/// What a trace comes to.
struct TracedStep {
  TraceFacts facts;
  std::optional<StepProfile> profile;  // absent: no kernel has a time
};
[[nodiscard]] TracedStep traced_step(const TraceReading& reading);

/// The same beside what is predicted.
struct TraceBeside {
  TracedStep traced;
  std::optional<PredictedProfile> predicted;  // absent: no plan, or none that can be computed
  std::vector<Problem> problems = {};         // why it can't
};
/// `report`: null where no plan is known.
[[nodiscard]] TraceBeside beside_report(TracedStep traced, const Report* report);

/// How many kernels are listed, the longest first.
inline constexpr std::size_t listed_kernels = 20;

/// The object of a log (shared keys: file, framework, iterations, step_seconds) with the kinds of kernels beside.
[[nodiscard]] nlohmann::ordered_json profile_json(const std::string& file, const TraceBeside& trace);

}  // namespace shardscope
