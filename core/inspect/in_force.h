// What the run model takes where a scenario leaves a field of the run to it.
#pragma once

#include <optional>
#include <string_view>

#include "core/report/report.h"

namespace shardscope {

/// In the field's unit: the GPU-hours of Llama 3's log, the storage's bandwidth of so many GPUs, the computed stall,
/// the best interval, the predicted critical batch, the whole batch. Nothing for every other path, where the report
/// doesn't know it, or where nothing is taken (nodes' failures, no ramp).
[[nodiscard]] std::optional<double> run_value_in_force(std::string_view path, const Report& report);

}  // namespace shardscope
