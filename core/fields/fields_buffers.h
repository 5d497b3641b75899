// The plan's fields of buffers: what travels together, what is gathered ahead, and what libraries keep.
#pragma once

#include "core/fields/fields.h"

namespace shardscope {

[[nodiscard]] std::vector<Field> buffer_fields();

}  // namespace shardscope
