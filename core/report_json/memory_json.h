// The report's "memory" as JSON: part of the contract of report_json.h.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/report_json/report_json.h"

namespace shardscope {

/// Null where nothing is known of a stage.
[[nodiscard]] nlohmann::ordered_json peak_json(const MemoryReport& memory);
/// The memory's own figures, without its stages. `memory` in whole bytes.
[[nodiscard]] nlohmann::ordered_json memory_totals_json(const MemoryReport& memory);
[[nodiscard]] nlohmann::ordered_json memory_json(const Report& report, TensorLists tensors);

}  // namespace shardscope
