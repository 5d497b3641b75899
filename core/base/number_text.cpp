#include "core/base/number_text.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <string>

#include "core/base/characters.h"

namespace shardscope {

namespace {

std::optional<double> multiplier(std::string_view suffix) {
  if (suffix.empty()) return 1.0;
  if (suffix.size() != 1) return std::nullopt;
  double factor = 1;
  for (const std::string_view letters : {"k", "m", "bg", "t", "p"}) {
    factor *= 1000;
    if (letters.find(lower(suffix.front())) != std::string_view::npos) return factor;
  }
  return std::nullopt;
}

}  // namespace

std::optional<double> parse_number(std::string_view text) {
  std::string bare;
  for (const char c : text)
    if (c != ' ' && c != ',' && c != '_' && c != '$') bare.push_back(c);
  double value = 0;
  const auto [end, error] = std::from_chars(bare.data(), bare.data() + bare.size(), value);
  if (error != std::errc{}) return std::nullopt;
  const auto factor = multiplier({end, static_cast<std::size_t>(bare.data() + bare.size() - end)});
  if (!factor || !std::isfinite(value * *factor)) return std::nullopt;
  return value * *factor;
}

std::optional<std::int64_t> parse_whole(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string number_text(double value) {
  std::array<char, 32> digits = {};
  const auto result = std::to_chars(digits.data(), digits.data() + digits.size(), value);
  return {digits.data(), result.ptr};
}

std::string short_number(double value, int digits) {
  std::array<char, 48> text = {};
  std::snprintf(text.data(), text.size(), "%.*g", digits, value);
  std::string words = text.data();
  if (const std::size_t plus = words.find("e+"); plus != std::string::npos)
    words.erase(plus + 1, words[plus + 2] == '0' ? 2 : 1);
  return words;
}

}  // namespace shardscope
