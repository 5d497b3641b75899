// An unknown flag or key → whether it is called as sizes of a model or degrees of a plan are.
#pragma once

#include "core/frameworks/read_flags.h"

namespace shardscope {

/// Whether a flag that no table knows may carry the model or the plan: its name has a word of theirs (layers, heads,
/// experts, parallel), and no word of what stands beside them (a teacher, data, logs, a checkpoint); and its value is a
/// count above one, a list of numbers, what only a run knows, or which layers are of which kind.
[[nodiscard]] bool is_size_like(const GivenFlag& given);

}  // namespace shardscope
