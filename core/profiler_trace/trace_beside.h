// A traced step beside what is predicted of the same.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "core/profiler_trace/predicted_profile.h"
#include "core/profiler_trace/step_bars.h"

namespace shardscope {

/// What a trace comes to.
struct TracedStep {
  TraceFacts facts;
  std::optional<StepProfile> profile;         // absent: no kernel has a time
  std::shared_ptr<const StepBars> bars = {};  // of its typical step, where a chart is wanted; shared, for they are many
};
[[nodiscard]] TracedStep traced_step(const TraceReading& reading);
/// With its bars.
[[nodiscard]] TracedStep charted_step(const TraceReading& reading);

/// The same beside what is predicted.
struct TraceBeside {
  TracedStep traced;
  std::optional<PredictedProfile> predicted;  // absent: no plan, or none that can be computed
  std::vector<Problem> problems = {};         // why it can't

  /// Nothing is predicted of copies to the host: no part of a report tells them apart.
  [[nodiscard]] std::optional<Seconds> predicted_of(KernelKind kind) const;
};
/// `report`: null where no plan is known.
[[nodiscard]] TraceBeside beside_report(TracedStep traced, const Report* report);

struct KindBeside {
  KernelKind kind = KernelKind::products;
  Seconds measured;
  std::optional<Seconds> predicted;  // absent where no plan is known, or nothing is predicted of the kind
};
/// The kinds that take time in either, in their order.
[[nodiscard]] std::vector<KindBeside> kinds_beside(const TraceBeside& trace);

/// How many kernels are listed, the longest first.
inline constexpr std::size_t listed_kernels = 20;

}  // namespace shardscope
