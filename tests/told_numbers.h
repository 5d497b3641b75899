// Numbers in words, and whether other words tell them: as tests ask of a lesson's texts, and of a card that says how a
// number comes about.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/characters.h"

namespace shardscope::tests {

/// "24,960", "30.6", "8k" of "8k tokens". What a letter stands before is a name: "H100", "GPT-4", "1F1B".
struct WrittenNumber {
  std::string words;  // with its thousandfold: "8k", "1.25 M"
  double value = 0;   // with it
  double half = 0;    // of the last place that is written: how far the number may be from what it rounds
  std::size_t begin = 0, end = 0;
};

inline bool is_part_of_name(std::string_view words, std::size_t begin) {
  if (begin == 0) return false;
  const char before = words[begin - 1];
  if (is_letter_or_digit(before) && !is_digit(before)) return true;
  const bool joined = before == '-' || before == '.' || before == '_' || before == '/';
  return joined && begin > 1 && is_letter_or_digit(words[begin - 2]) && !is_digit(words[begin - 2]);
}

/// Where the number that begins there ends: digits, commas between thousands, a point, decimals, an exponent.
inline std::size_t number_end(std::string_view words, std::size_t at) {
  const auto digit = [&](std::size_t i) { return i < words.size() && is_digit(words[i]); };
  while (digit(at)) ++at;
  while (at < words.size() && words[at] == ',' && digit(at + 1) && digit(at + 2) && digit(at + 3) && !digit(at + 4))
    at += 4;
  if (at < words.size() && words[at] == '.' && digit(at + 1))
    for (++at; digit(at);) ++at;
  if (at < words.size() && words[at] == 'e') {
    const std::size_t sign = at + 1 < words.size() && (words[at + 1] == '+' || words[at + 1] == '-') ? at + 2 : at + 1;
    if (digit(sign))
      for (at = sign; digit(at);) ++at;
  }
  return at;
}

/// The thousandfold that a letter behind a number means: "k", " M", " GB", "T".
inline double thousandfold(std::string_view words, std::size_t& at) {
  const std::size_t letter = at < words.size() && words[at] == ' ' ? at + 1 : at;
  if (letter >= words.size()) return 1;
  constexpr std::string_view letters = "kMGTPEZ";
  const std::size_t power = letters.find(words[letter]);
  const char after = letter + 1 < words.size() ? words[letter + 1] : ' ';
  const bool unit = after == 'B' || after == 'W' || after == 'F' || after == 'J' || after == 'b';
  double is = 1;
  if (power != std::string_view::npos && (!is_letter_or_digit(after) || unit))
    is = std::pow(1000.0, static_cast<double>(power) + 1);
  else if (words.substr(letter).starts_with("B ") || words.substr(letter) == "B")
    is = letter == at ? 1e9 : 1;
  else if (words.substr(letter).starts_with("ms"))
    is = 1e-3;
  else if (words.substr(letter).starts_with("\xC2\xB5s"))
    is = 1e-6;
  if (is != 1) at = letter + 1;
  return is;
}

[[nodiscard]] inline std::vector<WrittenNumber> written_numbers(std::string_view words) {
  std::vector<WrittenNumber> numbers;
  for (std::size_t at = 0; at < words.size();) {
    if (!is_digit(words[at])) {
      ++at;
      continue;
    }
    const std::size_t begin = at, digits_end = number_end(words, at);
    at = digits_end;
    if (is_part_of_name(words, begin) ||
        (at + 1 < words.size() && is_letter_or_digit(words[at]) && is_digit(words[at + 1]))) {
      while (at < words.size() && is_letter_or_digit(words[at])) ++at;
      continue;
    }
    std::string digits(words.substr(begin, digits_end - begin));
    digits.erase(std::remove(digits.begin(), digits.end(), ','), digits.end());
    const std::size_t exponent = std::min(digits.find('e'), digits.size()), point = digits.find('.');
    const double decimals = point < exponent ? static_cast<double>(exponent - point - 1) : 0;
    const double power = exponent < digits.size() ? std::atof(digits.c_str() + exponent + 1) : 0;
    const double unit = thousandfold(words, at);
    numbers.push_back({std::string(words.substr(begin, at - begin)), std::atof(digits.c_str()) * unit,
                       0.5 * std::pow(10.0, power - decimals) * unit, begin, at});
  }
  return numbers;
}

/// Whether one of the words' numbers is that one, as exactly as either is written; of a share its percentage is, too.
[[nodiscard]] inline bool tells(std::string_view words, const WrittenNumber& number) {
  constexpr double slack = 1.02, coarsest = 0.06;
  constexpr double prefixes[] = {100, 1e3, 1e6, 1e9, 1e12, 1e15, 1e18, 1e-3, 1e-6, 1e-9, 1e-12, 1e-15, 1e-18};
  const std::vector<WrittenNumber> all = written_numbers(words);
  return std::any_of(all.begin(), all.end(), [&](const WrittenNumber& each) {
    const auto is = [&](double times) {
      const double half = each.half * times;
      return half <= std::max(number.half, number.value * coarsest) &&
             std::abs(each.value * times - number.value) <= slack * std::max(number.half, half);
    };
    const bool has_digits = number.value >= 19 * number.half;  // two at least: one alone any thousandth would tell
    return is(1) || (has_digits && std::any_of(std::begin(prefixes), std::end(prefixes), is));
  });
}

}  // namespace shardscope::tests
