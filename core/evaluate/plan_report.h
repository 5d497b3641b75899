// One plan on GPUs of one kind: what evaluate() begins with, and what its stages and searches call for other plans.
#pragma once

#include <stop_token>

#include "core/base/detail.h"
#include "core/report/report.h"

namespace shardscope {

/// Of a mixed cluster every GPU counts as the first pool's; several sites count with what crosses them.
/// Once a stop is asked for it returns soon, with a report that isn't valid and says nothing.
[[nodiscard]] PlanReport evaluate_plan(const Scenario& scenario, Detail detail = Detail::whole,
                                       const std::stop_token& stop = {});

/// The same without what takes time to find: times and what hangs on them. Its memory is that of evaluate_plan().
[[nodiscard]] PlanReport memory_of_plan(const Scenario& scenario);

/// The plan's schedule, with embedding and loss apart where the plan has them so, or why there is none.
[[nodiscard]] Outcome<Schedule> schedule_of(const Plan& plan, const PassTimes* times);

}  // namespace shardscope
