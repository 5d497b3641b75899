// Text from outside → a JSON document within limits, or one problem with its line and column, or the key's path.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/problem.h"

namespace shardscope {

/// Refuses what isn't JSON (NaN and infinity too), bytes that aren't UTF-8, keys given twice, nesting deeper than
/// limits::json_depth_max, more values than limits::json_values_max and text longer than scenario_file_bytes_max.
[[nodiscard]] Outcome<nlohmann::json> parse_document(std::string_view text);

/// The same with keys in the order in which they are written.
[[nodiscard]] Outcome<nlohmann::ordered_json> parse_document_in_order(std::string_view text);

/// The text that an object has under the key, else nothing.
template <class Json>
[[nodiscard]] std::string text_at(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->template get<std::string>() : std::string();
}

/// Whether the object says true under the key.
template <class Json>
[[nodiscard]] bool flag_at(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_boolean() && found->template get<bool>();
}

/// The texts in the list that the object has under the key.
template <class Json>
[[nodiscard]] std::vector<std::string> texts_at(const Json& object, const char* key) {
  std::vector<std::string> all;
  const auto found = object.find(key);
  if (found == object.end() || !found->is_array()) return all;
  for (const Json& one : *found)
    if (one.is_string()) all.push_back(one.template get<std::string>());
  return all;
}

}  // namespace shardscope
