// The name of the rule (Problem::rule) that a word leads to a scenario: a preset's, a file's or a code.
#pragma once

#include <string_view>

namespace shardscope::rule_name {

inline constexpr std::string_view scenario_found = "scenario-found";

}  // namespace shardscope::rule_name
