// Names of rules (Problem::rule) that more than one file says: who makes the problem and who asks for it take the same
// constant, so that a rule which is renamed goes missing nowhere.
#pragma once

#include <string_view>

namespace shardscope::rule_name {

inline constexpr std::string_view fits_in_memory = "fits-in-memory", stages_balanced = "stages-balanced",
                                  bubble_large = "bubble-large", sites_share_ranks = "sites-share-ranks",
                                  taken_for_granted = "taken-for-granted", gpu_by_word = "gpu-by-word",
                                  unknown_flops_convention = "unknown-flops-convention", unknown_flag = "unknown-flag",
                                  unknown_words = "unknown-words", assumed_branch = "assumed-branch",
                                  several_launches = "several-launches", required_key = "required-key",
                                  step_unknown = "step-unknown", unknown_key = "unknown-key",
                                  scenario_found = "scenario-found";

}  // namespace shardscope::rule_name

namespace shardscope {

/// Problem::path of what a plan does wrong as a whole, and no field of it by itself.
inline constexpr std::string_view whole_plan = "plan";

}  // namespace shardscope
