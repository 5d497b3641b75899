// A number as people type it for a field: "13T", "8k".
#pragma once

#include <optional>
#include <string_view>

#include "core/fields/fields.h"

namespace shardscope {

/// In the field's own unit. A k of a sequence's length is 1,024 tokens, as everyone says it: 8k is 8,192.
[[nodiscard]] std::optional<double> typed_number(const Field& field, std::string_view text);

}  // namespace shardscope
