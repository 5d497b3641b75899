#include "core/base/number_text.h"

#include <array>
#include <charconv>
#include <cmath>
#include <string>

namespace shardscope {

namespace {

std::optional<double> multiplier(std::string_view suffix) {
  if (suffix.empty()) return 1.0;
  if (suffix.size() != 1) return std::nullopt;
  switch (suffix.front()) {
    case 'k':
    case 'K':
      return 1e3;
    case 'm':
    case 'M':
      return 1e6;
    case 'b':
    case 'B':
    case 'g':
    case 'G':
      return 1e9;
    case 't':
    case 'T':
      return 1e12;
    case 'p':
    case 'P':
      return 1e15;
    default:
      return std::nullopt;
  }
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

}  // namespace shardscope
