// core: the model of training, without a window. Scenario in, Report out; a pure function of its argument.
// It reads no file, clock or global. Folders in the order of the data: scenario, transformer, memory, hardware,
// pipeline, run; evaluate.cpp is the list of stages, each a line whose arguments are all that it depends on.
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
