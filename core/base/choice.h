// Enumerations with a table of what is known of each value: of those that people read and write a JSON name, a label
// and a sentence of help, which parser, writer, window and help all read; of others their words and traits. Enumeration
// and table come from one list, so that neither can lack what the other has.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>

namespace shardscope {

/// A value's place in its enumeration, and in whatever is indexed by it.
template <class Enumeration>
requires std::is_enum_v<Enumeration>
constexpr std::size_t index_of(Enumeration value) {
  return static_cast<std::size_t>(value);
}

/// An enumeration's table: a value's entry stands at its number.
template <class Enumeration>
inline constexpr std::nullptr_t table_of = nullptr;

template <class Enumeration>
inline constexpr std::size_t count_of = std::size(table_of<Enumeration>);

template <class Enumeration>
constexpr const auto& entry_of(Enumeration value) {
  return table_of<Enumeration>[index_of(value)];
}

/// Whether each row of a table that is written by hand stands at the number of its value, the member `of`.
template <class Row, std::size_t count, class Enumeration>
constexpr bool stand_in_order(const std::array<Row, count>& rows, Enumeration Row::*of) {
  for (std::size_t i = 0; i < count; ++i)
    if (index_of(rows[i].*of) != i) return false;
  return count == count_of<Enumeration>;
}

/// Whether an enumeration's entries are names and nothing else.
template <class Enumeration>
inline constexpr bool is_named =
    std::is_same_v<std::remove_extent_t<decltype(table_of<Enumeration>)>, const std::string_view>;

template <class Enumeration>
requires is_named<Enumeration>
constexpr std::string_view name_of(Enumeration value) {
  return entry_of(value);
}

/// What people read and write of a value.
struct Choice {
  std::string_view json;
  std::string_view label;
  std::string_view help;
};

template <class Enumeration>
std::span<const Choice> choices() {
  return table_of<Enumeration>;
}

template <class Enumeration>
const Choice& choice_of(Enumeration value) {
  return choices<Enumeration>()[index_of(value)];
}

template <class Enumeration>
std::string_view json_name(Enumeration value) {
  return choice_of(value).json;
}

template <class Enumeration>
std::string_view label_of(Enumeration value) {
  return choice_of(value).label;
}

/// What an entry's value is called: all that it is, or that member which people write.
template <class Entry>
constexpr std::string_view name_in(const Entry& entry) {
  if constexpr (std::is_convertible_v<const Entry&, std::string_view>)
    return entry;
  else if constexpr (requires { entry.json; })
    return entry.json;
  else
    return entry.name;
}

/// The value of that name; nothing where none is called so.
template <class Enumeration>
std::optional<Enumeration> value_named(std::string_view name) {
  const auto entries = [] {
    if constexpr (std::is_null_pointer_v<std::remove_const_t<decltype(table_of<Enumeration>)>>)
      return choices<Enumeration>();
    else
      return std::span(table_of<Enumeration>);
  }();
  for (std::size_t i = 0; i < entries.size(); ++i)
    if (name_in(entries[i]) == name) return static_cast<Enumeration>(i);
  return std::nullopt;
}

}  // namespace shardscope

// Each declares an enumeration and its table from a list, in the namespace shardscope: of `entry(name, members of
// Entry...)`; of `name(value)`, where values are called as they are written; and where people read and write them of
// `choice(name, json, label, help)`, as core/scenario/parts/choices.h has them.
#define SHARDSCOPE_TABLE(Enumeration, Entry, list)                  \
  enum class Enumeration : std::uint8_t { list(SHARDSCOPE_VALUE) }; \
  template <>                                                       \
  inline constexpr Entry table_of<Enumeration>[] = {list(SHARDSCOPE_ENTRY)};
#define SHARDSCOPE_NAMED(Enumeration, list)                         \
  enum class Enumeration : std::uint8_t { list(SHARDSCOPE_VALUE) }; \
  template <>                                                       \
  inline constexpr std::string_view table_of<Enumeration>[] = {list(SHARDSCOPE_OWN_NAME)};
#define SHARDSCOPE_CHOICES(Enumeration, list)        \
  enum class Enumeration { list(SHARDSCOPE_VALUE) }; \
  template <>                                        \
  inline constexpr Choice table_of<Enumeration>[] = {list(SHARDSCOPE_ENTRY)};
#define SHARDSCOPE_VALUE(name, ...) name,
#define SHARDSCOPE_ENTRY(name, ...) {__VA_ARGS__},
#define SHARDSCOPE_OWN_NAME(name, ...) #name,
