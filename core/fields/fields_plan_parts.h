// The plan's fields that JSON may write as an object, for their parts are fields too.
#pragma once

#include "core/fields/fields.h"

namespace shardscope {

[[nodiscard]] Field recompute_field();
[[nodiscard]] Field offload_field();

/// Whether a part of the plan does anything in a mode of recomputation, as its row says.
[[nodiscard]] bool counts_in(const Field& part, RecomputeMode mode, bool says_layers);

}  // namespace shardscope
