// The plan's fields that JSON may write as an object, for their parts are fields too.
#pragma once

#include "core/fields/fields.h"

namespace shardscope {

[[nodiscard]] Field recompute_field();
[[nodiscard]] Field offload_field();

/// Whether a part of the plan does anything in a mode of recomputation: of recomputation the modules in selective, in
/// full the number of layers and, where that is said, which ones; all other parts in any.
[[nodiscard]] bool counts_in(const Field& part, RecomputeMode mode, bool says_layers);

}  // namespace shardscope
