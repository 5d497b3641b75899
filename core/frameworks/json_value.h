// A value from JSON and back. An object has no value: its keys are flags of their own.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/frameworks/value.h"

namespace shardscope {

/// None for null and for objects. A number beyond 64 bits is a real.
[[nodiscard]] Value value_from_json(const nlohmann::ordered_json& json);

[[nodiscard]] nlohmann::ordered_json json_from_value(const Value& value);

/// The JSON on one line, and the value that such a line says (None where it isn't JSON).
[[nodiscard]] std::string json_text(const Value& value);
[[nodiscard]] Value value_from_json_text(const std::string& text);

}  // namespace shardscope
