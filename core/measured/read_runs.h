// JSON of measured runs → values. What is wrong with one run stays with that run; only what is wrong with the whole
// file (no JSON, another format, too many runs) is a failure.
#pragma once

#include <string_view>
#include <vector>

#include "core/base/problem.h"
#include "core/measured/measured.h"
#include "core/scenario/catalogue.h"

namespace shardscope {

/// `{"shardscope_runs": 1, "models": {NAME: model…}, "runs": [{"id", "source", "scenario", "measured", …}]}`. A run's
/// model is a name of `models`, else a preset's, or an object as in any scenario. Further keys are ignored.
[[nodiscard]] Outcome<std::vector<MeasuredRun>> read_runs(std::string_view json, const Catalogue& presets);

}  // namespace shardscope
