// The report's "run" as JSON: part of the contract of report_json.h.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/report/report.h"

namespace shardscope {

/// Every key is always there; what isn't known is null.
[[nodiscard]] nlohmann::ordered_json run_json(const Report& report);

}  // namespace shardscope
