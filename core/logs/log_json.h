// A log's figures as JSON: the contract is the interface's; what a log doesn't say is null. `explanations` as
// core/diagnosis/explanations_json.h has them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/logs/beside.h"
#include "core/logs/log_plan.h"

namespace shardscope {

[[nodiscard]] nlohmann::ordered_json log_json(const std::string& file, const MeasuredLog& log, const LogPlan& plan,
                                              const std::optional<BesidePrediction>& beside,
                                              const nlohmann::ordered_json& explanations);

}  // namespace shardscope
