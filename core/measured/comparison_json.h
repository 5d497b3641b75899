// Comparison → JSON: a row a run, and the summary by field and group. What isn't known is null.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>

#include "core/measured/compare.h"

namespace shardscope {

/// {"runs": [{"id", …, "predicted": {field: figure}, "error": {field: relative}, "range": {field: [low, high]}}],
///  "summary": {field: {group: {"count", "median_absolute_error", …}}}, "counts": {"runs", "invalid"}}.
/// `error` and `range` have the fields that were measured; `predicted` has all.
[[nodiscard]] nlohmann::ordered_json comparison_json(std::span<const MeasuredRun> runs, const Comparison& comparison);

}  // namespace shardscope
