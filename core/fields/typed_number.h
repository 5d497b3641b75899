// A number as people type it for a field: "13T", "8k", "4 TB/s", "5 min".
#pragma once

#include <optional>
#include <string_view>

#include "core/fields/fields.h"

namespace shardscope {

/// What was typed as a number of the field, in the field's own unit: with that unit, one that people say of it, or
/// none; "500 ms", "24 hours", "1.3 GB", "$0.08/kWh", "6 %", "25k". A k of a sequence's length is 1,024 tokens, as
/// everyone says it: 8k is 8,192. Nothing where it is none.
[[nodiscard]] std::optional<double> typed_number(const Field& field, std::string_view text);

/// The same of a quantity that is no field's.
[[nodiscard]] std::optional<double> typed_quantity(Unit unit, std::string_view text);

}  // namespace shardscope
