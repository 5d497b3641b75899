// A number that an object of JSON may have.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

namespace shardscope {

/// The number that an object has under the key; nothing where it has none, or is no object.
template <class Json>
[[nodiscard]] std::optional<double> number_at(const Json& object, std::string_view key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_number() ? std::optional(found->template get<double>()) : std::nullopt;
}

}  // namespace shardscope
