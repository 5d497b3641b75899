// Enumerations that people read and write: each value has a JSON name, a label and a sentence of help, which parser,
// writer, window and help all read from one table. Enumeration and table come from one list, so that neither can lack
// what the other has.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace shardscope {

/// One value of an enumeration: its position in the table is its numeric value.
struct Choice {
  std::string_view json;
  std::string_view label;
  std::string_view help;
};

template <class Enumeration>
inline constexpr std::nullptr_t choice_table = nullptr;

/// The table of an enumeration, in the order of its values.
template <class Enumeration>
std::span<const Choice> choices() {
  return choice_table<Enumeration>;
}

template <class Enumeration>
const Choice& choice_of(Enumeration value) {
  return choices<Enumeration>()[static_cast<std::size_t>(value)];
}

template <class Enumeration>
std::string_view json_name(Enumeration value) {
  return choice_of(value).json;
}

template <class Enumeration>
std::string_view label_of(Enumeration value) {
  return choice_of(value).label;
}

template <class Enumeration>
std::optional<Enumeration> choice_named(std::string_view json) {
  const std::span<const Choice> table = choices<Enumeration>();
  for (std::size_t i = 0; i < table.size(); ++i)
    if (table[i].json == json) return static_cast<Enumeration>(i);
  return std::nullopt;
}

}  // namespace shardscope

/// Declares an enumeration and its table from a list of `choice(name, json, label, help)`, as core/scenario/choices.h
/// has them. In the namespace shardscope.
#define SHARDSCOPE_CHOICES(Enumeration, list)              \
  enum class Enumeration { list(SHARDSCOPE_CHOICE_NAME) }; \
  template <>                                              \
  inline constexpr Choice choice_table<Enumeration>[] = {list(SHARDSCOPE_CHOICE)};
#define SHARDSCOPE_CHOICE_NAME(name, json, label, help) name,
#define SHARDSCOPE_CHOICE(name, json, label, help) Choice{json, label, help},
