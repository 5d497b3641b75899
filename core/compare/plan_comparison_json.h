// A comparison as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>

#include "core/compare/plan_path.h"

namespace shardscope {

/// Two valid reports' plans: {"a", "b": each one's headline; "differences": fields with both values; "step_seconds",
/// "breakdown_seconds", "time_lost_seconds", "peak_memory_bytes", "memory_bytes": {"a", "b", "difference"}, of the
/// parts by their names; "path": the settings changed one after another, each with what it brought}. A difference is
/// b − a; what isn't known is null.
[[nodiscard]] nlohmann::ordered_json plan_comparison_json(const Report& a, const Report& b,
                                                          std::span<const FieldDifference> differences,
                                                          std::span<const PathStep> path);

/// "plan.tp", "model", "cluster.gpu": as --set names it.
[[nodiscard]] std::string path_of(const PathSetting& setting);

}  // namespace shardscope
