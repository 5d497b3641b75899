// The report's "parameters" as JSON: part of the contract of report_json.h.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/report/report.h"

namespace shardscope {

/// Counts of parameters: in all, by component, by stage, by layer, and every part with its shape in symbols.
[[nodiscard]] nlohmann::ordered_json parameters_json(const ParameterCounts& counts);

}  // namespace shardscope
