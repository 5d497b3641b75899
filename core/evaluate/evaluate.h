// core/evaluate: from a Scenario to its Report, a pure function that reads no file, clock or global. One plan on GPUs
// of one kind is plan_report.h's; what mixed clusters, several sites and the run add are stages behind it, each of
// which calls it for other plans and takes its result as a value. evaluate() puts them together.
#pragma once

#include <stop_token>

#include "core/report/report.h"
#include "core/scenario/scenario.h"

namespace shardscope {

/// Never throws on bad input: an impossible scenario gives valid = false, its problems, and whatever can be computed.
/// Every number of the report is finite. Once a stop is asked for it returns soon, with a report that isn't valid and
/// says nothing.
[[nodiscard]] Report evaluate(const Scenario& scenario, const std::stop_token& stop = {});

/// Whether it is valid, and the figures of Detail::figures: those of evaluate(), to the last digit. For lists of plans,
/// of which nothing else is to be looked at.
[[nodiscard]] PlanReport evaluate_figures(const Scenario& scenario);

}  // namespace shardscope
