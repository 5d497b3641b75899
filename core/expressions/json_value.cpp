#include "core/expressions/json_value.h"

#include <limits>
#include <nlohmann/json.hpp>

namespace shardscope {

using Json = nlohmann::ordered_json;

namespace {

constexpr const char* word_key = "//as it stands";

}  // namespace

Json as_it_stands(const std::string& word) {
  return {{word_key, word}};
}

const std::string* word_as_it_stands(const Json& json) {
  if (!json.is_object() || json.size() != 1 || !json.contains(word_key)) return nullptr;
  return json.at(word_key).get_ptr<const std::string*>();
}

Value value_from_json(const Json& json) {
  if (json.is_boolean()) return json.get<bool>();
  if (json.is_number_unsigned() && json.get<std::uint64_t>() > std::uint64_t{std::numeric_limits<std::int64_t>::max()})
    return json.get<double>();
  if (json.is_number_integer()) return json.get<std::int64_t>();
  if (json.is_number_float()) return json.get<double>();
  if (json.is_string()) return json.get<std::string>();
  if (const std::string* word = word_as_it_stands(json)) return *word;
  if (!json.is_array()) return {};
  Value::List list;
  for (const Json& each : json) list.push_back(value_from_json(each));
  return list;
}

Json json_from_value(const Value& value) {
  if (const bool* on = value.toggle()) return *on;
  if (const std::int64_t* count = value.count()) return *count;
  if (const double* real = std::get_if<double>(&value.held)) return *real;
  if (const std::string* text = value.text()) return *text;
  if (value.list() == nullptr) return nullptr;
  Json list = Json::array();
  for (const Value& each : *value.list()) list.push_back(json_from_value(each));
  return list;
}

std::string json_text(const Value& value) {
  return json_from_value(value).dump(-1, ' ', false, Json::error_handler_t::replace);
}

Value value_from_json_text(const std::string& text) {
  const Json json = Json::parse(text, nullptr, false);
  return json.is_discarded() ? Value() : value_from_json(json);
}

}  // namespace shardscope
