// The runs that others measured, which come with the presets: presets/measured/public_runs.json.
#pragma once

#include <string>
#include <vector>

#include "core/measured/measured.h"
#include "core/problem.h"
#include "core/scenario/presets.h"

namespace shardscope {

[[nodiscard]] std::string public_runs_file();
[[nodiscard]] Outcome<std::vector<MeasuredRun>> load_public_runs(const Presets& presets);

}  // namespace shardscope
