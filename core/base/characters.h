// What kind of character this is, in ASCII whatever the locale, and text in small letters.
#pragma once

#include <string>
#include <string_view>

namespace shardscope {

[[nodiscard]] constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// What a name of a variable begins with and goes on with, in a shell as in Python.
[[nodiscard]] constexpr bool is_name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
[[nodiscard]] constexpr bool is_name(char c) {
  return is_name_start(c) || is_digit(c);
}

[[nodiscard]] constexpr char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
[[nodiscard]] inline std::string lower(std::string_view text) {
  std::string small(text);
  for (char& c : small) c = lower(c);
  return small;
}

}  // namespace shardscope
