// Comparison → JSON: a row per run, and the summary by field and group. What isn't known is null.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>

#include "core/measured/compare.h"
#include "core/measured/cross_validation.h"

namespace shardscope {

/// {"runs": [{"id", …, "predicted": {field: figure}, "error": {field: relative}, "range": {field: [low, high]}}],
///  "summary": {field: {group: {"count", "median_absolute_error", …}}}, "counts": {"runs", "invalid"}}.
/// `error` and `range` have the fields that were measured; `predicted` has all. A run has its `rival`'s figures and
/// errors beside, `rivals` both programs' errors over the same runs, `headline` names the group that heads the tables,
/// and `cross_validated` is presets/measured/cross_validation.json where it is given.
[[nodiscard]] nlohmann::ordered_json comparison_json(std::span<const MeasuredRun> runs, const Comparison& comparison,
                                                     const CrossValidation* cross_validated = nullptr);

}  // namespace shardscope
