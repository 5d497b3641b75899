// A value from JSON and back. An object has no value: its keys are flags of their own, but where it stands in a list.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/expressions/value.h"

namespace shardscope {

/// None for null and for objects but those of as_it_stands(), which are their text. A number beyond 64 bits is a real.
[[nodiscard]] Value value_from_json(const nlohmann::ordered_json& json);

[[nodiscard]] nlohmann::ordered_json json_from_value(const Value& value);

/// A word of a configuration that is neither text nor anything else that JSON has, such as a date, as an object; and
/// the word of such an object, nullptr of anything else.
[[nodiscard]] nlohmann::ordered_json as_it_stands(const std::string& word);
[[nodiscard]] const std::string* word_as_it_stands(const nlohmann::ordered_json& json);

/// The JSON on one line, and the value that such a line says (None where it isn't JSON).
[[nodiscard]] std::string json_text(const Value& value);
[[nodiscard]] Value value_from_json_text(const std::string& text);

}  // namespace shardscope
