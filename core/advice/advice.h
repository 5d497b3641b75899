// core/advice: what a plan that could run had better know of itself: it doesn't fit, a stage makes the others wait, a
// figure isn't what it seems. In: a Report. Out: warnings and hints. One piece of advice, one pure function, in a table
// with its name. What the scenario alone tells is a rule of core/validate.
#pragma once

#include <vector>

#include "core/report/report.h"

namespace shardscope {

/// Of a whole report, whose rules' problems count too.
[[nodiscard]] std::vector<Problem> advice_on(const Report& report);

}  // namespace shardscope
