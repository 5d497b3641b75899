// What the step would be if a kind of its work took no time: what it is worth to make that faster, at most.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/report/report.h"
#include "core/scenario/parts/work_factors.h"
#include "core/traffic/lane_simulation.h"

namespace shardscope {

/// The same scenario with a kind of work next to free: a billionth of its time, so that no rate is infinite. Its bytes
/// and FLOPs stay.
[[nodiscard]] Scenario with_free(Scenario scenario, WorkKind kind);

/// The same of several kinds at once.
[[nodiscard]] Scenario with_free(Scenario scenario, std::span<const WorkKind> kinds);

/// The step then, evaluated whole: what was hidden behind the work shows, what waited for it begins at once, and a
/// schedule that is searched for is searched anew. Nothing where the report has no time.
[[nodiscard]] std::optional<Seconds> step_if_free(const Report& report, WorkKind kind);
[[nodiscard]] std::optional<Seconds> step_if_free(const Report& report, std::span<const WorkKind> kinds);

/// Of those kinds that the step is shorter without, those that are worth most first.
struct IfFree {
  WorkKind kind = WorkKind::products;
  Seconds step;
};
[[nodiscard]] std::vector<IfFree> steps_if_free(const Report& report);

/// The kinds of work that a lane runs: every kind of kernel, or the traffic of its group. Both of data traffic's lanes
/// have the same.
[[nodiscard]] std::span<const WorkKind> work_of(LaneKind lane);

/// The kind that an operation is.
[[nodiscard]] WorkKind work_of(OperationKind kind);

}  // namespace shardscope
