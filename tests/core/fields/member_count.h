// How many members a plain struct has, so that a test finds the one without a row in the table of fields.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace shardscope::tests {

namespace member_count {

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;
template <class T>
inline constexpr bool is_vector = false;
template <class T>
inline constexpr bool is_vector<std::vector<T>> = true;

// What stands for a member's value in T{…}. Classes that take whatever is converted to what they hold have one of
// their own: what stands for any type would do for two of their constructors.
struct AnyOptional {
  template <class T>
  requires is_optional<T>
  operator T() const;
};
struct AnyVector {
  template <class T>
  requires is_vector<T>
  operator T() const;
};
struct AnyString {
  operator std::string() const;
};
struct AnyOther {
  template <class T>
  requires(!is_optional<T> && !is_vector<T> && !std::is_same_v<T, std::string>) operator T() const;
};

template <class T, class... Members>
concept Takes = requires {
  T{std::declval<Members>()...};
};

template <class T, class... Members>
consteval std::size_t from() {
  if constexpr (Takes<T, Members..., AnyOther>)
    return from<T, Members..., AnyOther>();
  else if constexpr (Takes<T, Members..., AnyOptional>)
    return from<T, Members..., AnyOptional>();
  else if constexpr (Takes<T, Members..., AnyVector>)
    return from<T, Members..., AnyVector>();
  else if constexpr (Takes<T, Members..., AnyString>)
    return from<T, Members..., AnyString>();
  else
    return sizeof...(Members);
}

}  // namespace member_count

template <class T>
inline constexpr std::size_t members_of = member_count::from<T>();

}  // namespace shardscope::tests
