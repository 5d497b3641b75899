// A field's value as people read it: panel, history, comparisons and launches say it so.
#pragma once

#include <string>
#include <string_view>

#include "core/fields/fields.h"

namespace shardscope {

/// What a field is where it is absent, where that is said shortly: "none", "all"; else empty.
[[nodiscard]] std::string_view short_default(const Field& field);

/// "8", "29,500 h", "$0.078/kWh", "1.3 GB", "24 hours", "13 T", "on"; a choice by its label; where it is absent its
/// short default, or "default".
[[nodiscard]] std::string spoken_value(const Field& field, const FieldValue& value);

/// The plan's degrees and the GPUs that they put to work: "8 × 6 × 4 = 192", with context's where there is some.
[[nodiscard]] std::string degrees_multiplied(const Plan& plan);

}  // namespace shardscope
