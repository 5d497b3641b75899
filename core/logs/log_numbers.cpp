#include "core/logs/log_numbers.h"

#include <array>
#include <charconv>
#include <cmath>
#include <string>

#include "core/base/characters.h"
#include "core/base/elementary.h"
#include "core/base/number_text.h"
#include "core/base/units.h"

namespace shardscope {

namespace {

struct UnitName {
  std::string_view name;
  double factor, binary;  // SI units in one; the same where the format's MB are 2^20 bytes
};

constexpr std::array unit_names = {UnitName{"ms", 1e-3, 1e-3},
                                   UnitName{"s", 1, 1},
                                   UnitName{"sec", 1, 1},
                                   UnitName{"us", 1e-6, 1e-6},
                                   UnitName{"TiB", bytes_per_tib, bytes_per_tib},
                                   UnitName{"GiB", bytes_per_gib, bytes_per_gib},
                                   UnitName{"gib", bytes_per_gib, bytes_per_gib},
                                   UnitName{"MiB", bytes_per_mib, bytes_per_mib},
                                   UnitName{"KiB", bytes_per_kib, bytes_per_kib},
                                   UnitName{"TB", 1e12, bytes_per_tib},
                                   UnitName{"GB", 1e9, bytes_per_gib},
                                   UnitName{"MB", 1e6, bytes_per_mib},
                                   UnitName{"KB", 1e3, bytes_per_kib},
                                   UnitName{"TFLOPS", 1e12, 1e12},
                                   UnitName{"TFLOPs", 1e12, 1e12},
                                   UnitName{"PFLOPS", 1e15, 1e15},
                                   UnitName{"GFLOPS", 1e9, 1e9}};

/// The factor of a unit by its name; nothing for another word.
std::optional<double> factor_of(std::string_view name, const LogUnit& unit) {
  for (const UnitName& each : unit_names)
    if (name == each.name) return unit.binary ? each.binary : each.factor;
  return std::nullopt;
}

std::string_view letters_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && is_letter_or_digit(text[end]) && !is_digit(text[end])) ++end;
  return text.substr(at, end - at);
}

/// Digits, their thousands apart or not, without the commas.
std::string digits_from(std::string_view text, std::size_t& at) {
  std::string digits;
  const auto group_follows = [&] {
    return at + 3 < text.size() && is_digit(text[at + 1]) && is_digit(text[at + 2]) && is_digit(text[at + 3]) &&
           (at + 4 >= text.size() || !is_digit(text[at + 4]));
  };
  for (; at < text.size(); ++at) {
    if (is_digit(text[at])) {
      digits += text[at];
    } else if (text[at] != ',' || digits.empty() || !group_follows()) {
      break;
    }
  }
  return digits;
}

/// A number with its sign, point and exponent; `at` goes behind it.
std::optional<double> plain_number(std::string_view text, std::size_t& at) {
  std::string word;
  std::size_t end = at;
  if (end < text.size() && (text[end] == '-' || text[end] == '+')) word += text[end++] == '-' ? "-" : "";
  const std::string whole = digits_from(text, end);
  word += whole;
  bool any = !whole.empty();
  if (end + 1 < text.size() && text[end] == '.' && is_digit(text[end + 1])) {
    word += '.';
    for (++end; end < text.size() && is_digit(text[end]); ++end) word += text[end];
    any = true;
  }
  if (!any) return std::nullopt;
  std::size_t power = end + 1;
  if (end < text.size() && (text[end] == 'e' || text[end] == 'E')) {
    if (power < text.size() && (text[power] == '-' || text[power] == '+')) ++power;
    if (power < text.size() && is_digit(text[power])) {
      for (word += 'e', ++end; end < text.size() && (end < power || is_digit(text[end])); ++end)
        if (text[end] != '+') word += text[end];
    }
  }
  double value = 0;
  const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || !std::isfinite(value)) return std::nullopt;
  at = end;
  return value;
}

/// Passes over signs between a word and its number; a unit in parentheses counts as the factor.
std::size_t behind_signs(std::string_view text, std::size_t at, const LogUnit& unit, std::optional<double>& factor) {
  constexpr std::string_view between = " \t:=|\"'`*\\";
  while (at < text.size()) {
    if (between.find(text[at]) != std::string_view::npos) {
      ++at;
    } else if (text[at] == '(' && !unit.of_total) {
      const std::size_t close = text.find(')', at);
      if (close == std::string_view::npos || close - at > 24) return at;
      if (const auto found = factor_of(text.substr(at + 1, close - at - 1), unit)) factor = found;
      at = close + 1;
    } else {
      return at;
    }
  }
  return at;
}

/// The factor of the letters right behind a number, or behind one blank where they are a unit's.
std::optional<double> factor_behind(std::string_view text, std::size_t at, const LogUnit& unit) {
  const std::string_view joined = letters_at(text, at);
  if (unit.thousands && joined.size() == 1) {
    constexpr std::string_view powers = "KMGTP";
    const std::size_t power = joined == "B" ? 2 : powers.find(joined[0]);
    if (power != std::string_view::npos) return shardscope::power(1000.0, static_cast<double>(power + 1)) * unit.factor;
  }
  if (const auto found = factor_of(joined, unit)) return found;
  if (joined.empty() && at < text.size() && text[at] == ' ') return factor_of(letters_at(text, at + 1), unit);
  return std::nullopt;
}

bool total_follows(std::string_view text, std::size_t at) {
  while (at < text.size() && (text[at] == ' ' || text[at] == 'K' || text[at] == 'M')) ++at;
  if (at >= text.size() || text[at] != '/') return false;
  ++at;
  while (at < text.size() && text[at] == ' ') ++at;
  return at >= text.size() || is_digit(text[at]) || text[at] == ',';
}

}  // namespace

std::optional<FieldNumber> number_behind(std::string_view text, std::size_t at, const LogUnit& unit,
                                         bool* missing_at_end) {
  std::optional<double> factor;
  at = behind_signs(text, at, unit, factor);
  if (missing_at_end != nullptr) *missing_at_end = at >= text.size();
  const std::optional<double> number = plain_number(text, at);
  if (!number || (unit.of_total && !total_follows(text, at))) return std::nullopt;
  const auto own = factor_behind(text, at, unit);
  if (own) factor = own;
  const double value = *number * factor.value_or(unit.factor);
  if (!std::isfinite(value)) return std::nullopt;
  return FieldNumber{value, at, own && unit.thousands && *own != unit.factor};
}

std::optional<FieldNumber> number_before(std::string_view text, std::size_t at, const LogUnit& unit) {
  std::size_t begin = at;
  while (begin > 0 && text[begin - 1] == ' ') --begin;
  const std::size_t end = begin;
  while (begin > 0 && (is_digit(text[begin - 1]) || text[begin - 1] == '.' || text[begin - 1] == ',')) --begin;
  std::size_t stop = begin;
  const std::optional<double> number = plain_number(text.substr(0, end), stop);
  if (!number || stop != end || !std::isfinite(*number * unit.factor)) return std::nullopt;
  return FieldNumber{*number * unit.factor, at, false};
}

std::optional<double> clock_seconds(std::string_view text) {
  double days = 0;
  if (const std::size_t comma = text.find(", "); comma != std::string_view::npos && text.find("day") < comma) {
    const auto count = parse_whole(text.substr(0, text.find(' ')));
    if (!count) return std::nullopt;
    days = static_cast<double>(*count);
    text.remove_prefix(comma + 2);
  }
  double seconds = 0;
  int parts = 0;
  for (std::string_view rest = text; parts < 3;) {
    const std::size_t colon = rest.find(':');
    const auto part = parse_whole(rest.substr(0, colon));
    if (!part || *part < 0) return std::nullopt;
    seconds = seconds * 60 + static_cast<double>(*part);
    ++parts;
    if (colon == std::string_view::npos)
      return parts >= 2 ? std::optional(days * seconds_per_day + seconds) : std::nullopt;
    rest.remove_prefix(colon + 1);
  }
  return std::nullopt;
}

}  // namespace shardscope
