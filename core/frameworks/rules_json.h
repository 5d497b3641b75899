// Rules as JSON, for reports.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/frameworks/rules.h"

namespace shardscope {

/// {"framework", "release", "checked", "unchecked", "broken": [{"id", "severity", "message", "requires", "source",
/// "keys", "flags"}]}
[[nodiscard]] nlohmann::ordered_json rules_json(const RulesReport& report);

}  // namespace shardscope
