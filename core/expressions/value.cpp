#include "core/expressions/value.h"

#include <cmath>

#include "core/base/number_text.h"
#include "core/base/units.h"

namespace shardscope {

std::optional<double> Value::number() const {
  if (const bool* on = toggle()) return *on ? 1.0 : 0.0;
  if (const std::int64_t* whole_count = count()) return static_cast<double>(*whole_count);
  if (const double* real = std::get_if<double>(&held)) return *real;
  return std::nullopt;
}

std::optional<std::int64_t> Value::whole() const {
  if (const bool* on = toggle()) return *on ? 1 : 0;
  if (const std::int64_t* whole_count = count()) return *whole_count;
  if (const double* real = std::get_if<double>(&held); real != nullptr && std::abs(*real) < whole_below)
    if (std::floor(*real) == *real) return static_cast<std::int64_t>(*real);
  return std::nullopt;
}

bool Value::operator==(const Value& other) const {
  if (count() != nullptr && other.count() != nullptr) return *count() == *other.count();
  const std::optional<double> left = number(), right = other.number();
  if (left && right) return *left == *right;
  return held == other.held;
}

const Value& value_at(const Names& names, std::string_view name) {
  static const Value nothing;
  const auto found = names.find(name);
  return found == names.end() ? nothing : found->second;
}

bool is_true(const Value& value) {
  if (const std::optional<double> number = value.number()) return *number != 0;
  if (const std::string* text = value.text()) return !text->empty();
  if (const Value::List* list = value.list()) return !list->empty();
  return false;
}

std::string words_of(const Value& value) {
  if (const bool* on = value.toggle()) return *on ? "True" : "False";
  if (const std::int64_t* count = value.count()) return std::to_string(*count);
  if (const std::optional<double> number = value.number()) return number_text(*number);
  if (const std::string* text = value.text()) return *text;
  if (const Value::List* list = value.list()) {
    std::string words = "[";
    for (std::size_t i = 0; i < list->size(); ++i) words += (i == 0 ? "" : ", ") + words_of((*list)[i]);
    return words + "]";
  }
  return "None";
}

}  // namespace shardscope
