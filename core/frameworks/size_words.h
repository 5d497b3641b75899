// An unknown flag or key → whether it is called as sizes of a model or degrees of a plan are.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/frameworks/read_flags.h"

namespace shardscope {

namespace rule_name {
/// Of notices on flags: known, and that nothing here counts; unknown, and called as what changes the model or the plan.
inline constexpr std::string_view not_modelled = "not-modelled", unknown_plan_flag = "unknown-plan-flag";
}  // namespace rule_name

/// Whether a flag that no table knows may carry the model or the plan: its name has a word of theirs (layers, heads,
/// experts, parallel), and no word of what stands beside them (a teacher, data, logs, a checkpoint); and its value is a
/// count above one, a list of numbers, what only a run knows, or which layers are of which kind.
[[nodiscard]] bool is_size_like(const GivenFlag& given);

/// The name of the plan that such a flag is called after, in other tools' words: "plan.sequence_length" of
/// --max-seq-len, "microbatches" of gradient_accumulation_steps, "plan.dp" of --dp-size; empty where it is none's.
[[nodiscard]] std::string_view plan_name_of(std::string_view flag);

/// Whether its name, or that of a table it stands in, is of what isn't the plan: "model.data.max_seq_length".
[[nodiscard]] bool stands_beside_plan(std::string_view flag);

/// What the name of a flag that no table knows speaks of, where that is of a plan or a model: "recomputation",
/// "parallelism"; empty where it is none's.
[[nodiscard]] std::string_view topic_of(std::string_view flag);

/// That a text of the framework has these and no others that say as much: a default would give another plan.
[[nodiscard]] Problem unknown_sizes(const std::string& title, const std::vector<GivenFlag>& flags);

}  // namespace shardscope
