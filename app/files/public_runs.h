// The runs that others measured, which come with the presets: presets/measured/public_runs.json.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/problem.h"
#include "core/measured/cross_validation.h"
#include "core/measured/measured.h"
#include "core/plan_search/evidence.h"
#include "core/presets/presets.h"

namespace shardscope {

[[nodiscard]] std::string public_runs_file();
[[nodiscard]] Outcome<std::vector<MeasuredRun>> load_public_runs(const Presets& presets);

/// What they measured, beside plans of a search; empty where the file can't be read.
[[nodiscard]] std::vector<EvidenceRun> public_evidence(const Presets& presets);

/// What cross-validation on these runs found: presets/measured/cross_validation.json; nothing where it can't be read.
[[nodiscard]] std::optional<CrossValidation> load_cross_validation();

}  // namespace shardscope
