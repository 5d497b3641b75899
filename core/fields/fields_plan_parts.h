// The plan's fields that JSON may write as an object, for their parts are fields too.
#pragma once

#include "core/fields/fields.h"

namespace shardscope {

[[nodiscard]] Field recompute_field();
[[nodiscard]] Field offload_field();

}  // namespace shardscope
