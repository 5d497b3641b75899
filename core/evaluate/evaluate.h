// core/evaluate: from a Scenario to its Report, a pure function that reads no file, clock or global. evaluate.cpp is
// the list of stages, each a line whose arguments are all that it depends on; what mixed clusters, several sites and
// the run add has a file each.
#pragma once

#include "core/report/report.h"
#include "core/scenario/scenario.h"
#include "core/schedules/schedule.h"

namespace shardscope {

/// Never throws on bad input: an impossible scenario gives valid = false, its problems, and whatever can be computed.
/// Every number of the report is finite.
[[nodiscard]] Report evaluate(const Scenario& scenario);

/// What the plan's schedule is made from. zb-auto may hold as much as 1F1B does, unless the plan says.
[[nodiscard]] ScheduleRequest schedule_request(const Plan& plan, const PassTimes* times);

}  // namespace shardscope
