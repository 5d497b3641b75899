// What kind of character this is, in ASCII whatever the locale; text in small letters; words in a row.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

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
[[nodiscard]] constexpr bool is_letter_or_digit(char c) {
  return is_name(c) && c != '_';
}

[[nodiscard]] constexpr char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
[[nodiscard]] inline std::string lower(std::string_view text) {
  std::string small(text);
  for (char& c : small) c = lower(c);
  return small;
}

/// Whatever letters are capitals.
[[nodiscard]] inline bool same_words(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return lower(x) == lower(y); });
}
[[nodiscard]] inline bool contains_words(std::string_view text, std::string_view words) {
  return std::search(text.begin(), text.end(), words.begin(), words.end(),
                     [](char x, char y) { return lower(x) == lower(y); }) != text.end();
}

/// "a, b".
[[nodiscard]] inline std::string joined(const std::vector<std::string>& words, std::string_view between = ", ") {
  std::string all;
  for (std::size_t i = 0; i < words.size(); ++i) all.append(i > 0 ? between : std::string_view()).append(words[i]);
  return all;
}

}  // namespace shardscope
