// Explanations as JSON: what `measured --json` has under that key.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "core/diagnosis/explain.h"

namespace shardscope {

[[nodiscard]] nlohmann::ordered_json explanations_json(const std::vector<WeighedCause>& explanations);

}  // namespace shardscope
