#include "core/profiler_trace/trace_beside.h"

namespace shardscope {

TracedStep traced_step(const TraceReading& reading) {
  return {reading.facts, step_profile(reading)};
}

TracedStep charted_step(const TraceReading& reading) {
  TracedStep traced = traced_step(reading);
  if (std::optional<StepBars> bars = typical_step_bars(reading))
    traced.bars = std::make_shared<const StepBars>(std::move(*bars));
  return traced;
}

TraceBeside beside_report(TracedStep traced, const Report* report) {
  TraceBeside trace{std::move(traced), {}, {}};
  if (report == nullptr) return trace;
  trace.predicted = predicted_profile(*report, trace.traced.facts);
  if (trace.predicted) return trace;
  for (const Problem& problem : report->problems)
    if (problem.severity == Severity::error) trace.problems.push_back(problem);
  return trace;
}

std::vector<KindBeside> kinds_beside(const TraceBeside& trace) {
  std::vector<KindBeside> kinds;
  if (!trace.traced.profile) return kinds;
  for (std::size_t i = 0; i < kernel_kind_count; ++i) {
    const auto kind = static_cast<KernelKind>(i);
    const KindBeside each{kind, trace.traced.profile->seconds[i], trace.predicted_of(kind)};
    if (each.measured.value > 0 || each.predicted.value_or(Seconds{}).value > 0) kinds.push_back(each);
  }
  return kinds;
}

std::optional<Seconds> TraceBeside::predicted_of(KernelKind kind) const {
  if (!predicted || kind == KernelKind::host_copies) return std::nullopt;
  return predicted->seconds[index_of(kind)];
}

}  // namespace shardscope
