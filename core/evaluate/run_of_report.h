// The training run of a report's step: what evaluate() ends with, and what is made anew alone where only the run
// changed.
#pragma once

#include "core/report/report.h"

namespace shardscope {

/// Of a mixed cluster power and money are the pools' mean.
[[nodiscard]] RunReport run_of_report(const Report& report);

}  // namespace shardscope
