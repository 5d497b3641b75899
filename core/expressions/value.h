// A value as launch flags and rules know it: nothing, a switch, a number, text, or a list (a set where order and
// repetition don't count). What Python would say of it, since the frameworks' own checks are Python.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace shardscope {

struct Value {
  using List = std::vector<Value>;

  std::variant<std::monostate, bool, std::int64_t, double, std::string, List> held;

  Value() = default;
  Value(bool on) : held(on) {}
  Value(int count) : held(std::int64_t{count}) {}
  Value(std::int64_t count) : held(count) {}
  Value(double number) : held(number) {}
  Value(const char* text) : held(std::string(text)) {}
  Value(std::string text) : held(std::move(text)) {}
  Value(List list) : held(std::move(list)) {}

  [[nodiscard]] bool none() const { return held.index() == 0; }
  [[nodiscard]] const bool* toggle() const { return std::get_if<bool>(&held); }
  [[nodiscard]] const std::int64_t* count() const { return std::get_if<std::int64_t>(&held); }
  [[nodiscard]] const std::string* text() const { return std::get_if<std::string>(&held); }
  [[nodiscard]] const List* list() const { return std::get_if<List>(&held); }
  /// A switch, a count or a real as a number.
  [[nodiscard]] std::optional<double> number() const;
  /// A switch or a count as a whole number, and a real that is one.
  [[nodiscard]] std::optional<std::int64_t> whole() const;

  /// By value, as in Python: 1 == 1.0 == True.
  bool operator==(const Value& other) const;
};

/// Values by name: "plan.tp", "world_size".
using Names = std::map<std::string, Value, std::less<>>;

/// The value of a name, nothing where there is none.
[[nodiscard]] const Value& value_at(const Names& names, std::string_view name);

/// Whether Python takes it for true: neither nothing, False, 0, "" nor [].
[[nodiscard]] bool is_true(const Value& value);

/// "8", "0.5", "True", "text", "[1, 2]".
[[nodiscard]] std::string words_of(const Value& value);

}  // namespace shardscope
