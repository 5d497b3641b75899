// A field's value as people read it: panel, history, comparisons and launches say it so.
#pragma once

#include <string>

#include "core/fields/fields.h"

namespace shardscope {

/// "8", "29,500 h", "$0.078/kWh", "1.3 GB", "24 hours", "13 T", "on"; a choice by its label; "default" where absent.
[[nodiscard]] std::string spoken_value(const Field& field, const FieldValue& value);

}  // namespace shardscope
