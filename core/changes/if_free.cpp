#include "core/changes/if_free.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/evaluate/evaluate.h"

namespace shardscope {

Scenario with_free(Scenario scenario, std::span<const WorkKind> kinds) {
  constexpr double next_to_nothing = 1e-9;
  for (const WorkKind kind : kinds) scenario.cluster.work.of[index_of(kind)] = next_to_nothing;
  return scenario;
}

Scenario with_free(Scenario scenario, WorkKind kind) {
  return with_free(std::move(scenario), std::span(&kind, 1));
}

std::optional<Seconds> step_if_free(const Report& report, std::span<const WorkKind> kinds) {
  if (!report.time) return std::nullopt;
  const PlanReport without = evaluate_figures(with_free(report.scenario, kinds));
  return without.time ? std::optional(without.time->step) : std::nullopt;
}

std::optional<Seconds> step_if_free(const Report& report, WorkKind kind) {
  return step_if_free(report, std::span(&kind, 1));
}

std::vector<IfFree> steps_if_free(const Report& report) {
  constexpr double least_gain = 1e-6;  // of the step: less than that is rounding
  std::vector<IfFree> steps;
  for (std::size_t i = 0; i < count_of<WorkKind>; ++i) {
    const auto kind = static_cast<WorkKind>(i);
    const std::optional<Seconds> step = step_if_free(report, kind);
    if (step && *step < report.time->step * (1 - least_gain)) steps.push_back({kind, *step});
  }
  std::stable_sort(steps.begin(), steps.end(), [](const IfFree& a, const IfFree& b) { return a.step < b.step; });
  return steps;
}

std::span<const WorkKind> work_of(LaneKind lane) {
  static constexpr std::array kernels = {WorkKind::products, WorkKind::attention, WorkKind::memory_bound};
  static constexpr std::array others = {WorkKind::tensor, WorkKind::context, WorkKind::expert, WorkKind::data,
                                        WorkKind::launches};
  switch (lane) {
    case LaneKind::compute:
      return kernels;
    case LaneKind::tensor:
      return std::span(others).subspan(0, 1);
    case LaneKind::context:
      return std::span(others).subspan(1, 1);
    case LaneKind::expert:
      return std::span(others).subspan(2, 1);
    case LaneKind::data_in:
    case LaneKind::data_out:
      return std::span(others).subspan(3, 1);
    case LaneKind::host:
      break;
  }
  return std::span(others).subspan(4, 1);
}

WorkKind work_of(OperationKind kind) {
  switch (kind) {
    case OperationKind::matrix:
    case OperationKind::grouped_matrix:
      return WorkKind::products;
    case OperationKind::attention:
      return WorkKind::attention;
    case OperationKind::memory_bound:
      break;
  }
  return WorkKind::memory_bound;
}

}  // namespace shardscope
