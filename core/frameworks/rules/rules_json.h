// What a framework says of a plan as JSON: the report's "rules", beside what core/report_json writes, which knows no
// frameworks.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "core/frameworks/rules/rules.h"

namespace shardscope {

/// {"framework", "release", "checked", "unchecked", "broken": [{"id", "severity", "message", "requires", "source",
/// "keys", "flags"}], "changes", "cannot_express"}: the last two as core/launch/inexpressible.h has them.
[[nodiscard]] nlohmann::ordered_json rules_json(const RulesReport& report, const std::vector<std::string>& changes,
                                                const std::vector<std::string>& cannot_express);

}  // namespace shardscope
