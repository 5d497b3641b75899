// core: the model of training, without a window. Scenario in, Report out; a pure function of its argument.
// It reads no file, clock or global. Folders in the order of the data: scenario, transformer, memory, hardware,
// pipeline, run; evaluate.cpp is the list of stages, each a line whose arguments are all that it depends on.
#pragma once

#include "core/report.h"
#include "core/scenario/scenario.h"

namespace shardscope {

/// Never throws on bad input: an impossible scenario gives valid = false, its problems, and whatever can be computed.
/// Every number of the report is finite.
[[nodiscard]] Report evaluate(const Scenario& scenario);

}  // namespace shardscope
