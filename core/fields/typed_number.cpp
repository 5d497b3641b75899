#include "core/fields/typed_number.h"

#include <string>
#include <vector>

#include "core/base/characters.h"
#include "core/base/number_text.h"
#include "core/base/units.h"
#include "core/fields/prefixes.h"

namespace shardscope {

namespace {

/// Units that people say of a quantity's own.
struct SpokenUnit {
  Unit unit;
  std::string word;
  double times;
};
const std::vector<SpokenUnit>& spoken_units() {
  static const std::vector<SpokenUnit> all = [] {
    std::vector<SpokenUnit> units = {{Unit::seconds, "us", 1e-6},
                                     {Unit::seconds, "\u03BCs", 1e-6},  // the letter, where SI has the micro sign
                                     {Unit::seconds, "seconds", 1},
                                     {Unit::seconds, "min", 60},
                                     {Unit::seconds, "minute", 60},
                                     {Unit::seconds, "minutes", 60},
                                     {Unit::seconds, "h", seconds_per_hour},
                                     {Unit::seconds, "hour", seconds_per_hour},
                                     {Unit::seconds, "hours", seconds_per_hour},
                                     {Unit::seconds, "day", seconds_per_day},
                                     {Unit::seconds, "days", seconds_per_day},
                                     {Unit::seconds, "years", days_per_year * seconds_per_day},
                                     {Unit::hours, "hours", 1},
                                     {Unit::hours, "days", hours_per_day}};
    for (const auto& [size, letter] : prefix::small) units.push_back({Unit::seconds, std::string(letter) + "s", size});
    for (const auto& [size, letter] : prefix::large) {
      units.push_back({Unit::bytes, std::string(letter) + "B", size});
      units.push_back({Unit::bytes_per_second, std::string(letter) + "B/s", size});
    }
    return units;
  }();
  return all;
}

/// What stands before the unit's word; nothing where another word ends so: "500 ms" has no "s".
std::optional<std::string_view> before_word(std::string_view typed, std::string_view word) {
  if (!typed.ends_with(word)) return std::nullopt;
  typed.remove_suffix(word.size());
  const bool goes_on =
      !typed.empty() && (is_name_start(typed.back()) || static_cast<unsigned char>(typed.back()) > 127);
  return goes_on ? std::nullopt : std::optional(typed);
}

/// "10 m" isn't ten million seconds.
bool has_other_suffix(Unit unit, std::string_view typed) {
  const bool is_time = unit == Unit::seconds || unit == Unit::hours;
  while (!typed.empty() && typed.back() == ' ') typed.remove_suffix(1);
  return is_time && !typed.empty() && !is_digit(typed.back()) && typed.back() != '.' && typed.back() != 'k';
}

/// Of the quantity's unit; `number` reads what stands before it.
std::optional<double> quantity(Unit unit, std::string_view typed, const auto& number) {
  while (typed.ends_with(' ')) typed.remove_suffix(1);
  for (const SpokenUnit& spoken : spoken_units())
    if (const auto before = before_word(typed, spoken.word); before && spoken.unit == unit) {
      if (has_other_suffix(unit, *before)) return std::nullopt;
      const std::optional<double> value = number(*before);
      return value ? std::optional(*value * spoken.times) : std::nullopt;
    }
  const UnitEntry& own = entry_of(unit);
  const std::string_view ending = own.behind.empty() ? own.symbol : own.behind;
  const bool has_ending = !ending.empty() && typed.ends_with(ending);
  if (has_ending) typed.remove_suffix(ending.size());
  const std::optional<double> value = has_other_suffix(unit, typed) ? std::nullopt : number(typed);
  const bool in_percent = has_ending && unit == Unit::share;  // without the sign a share is what it is in JSON
  return value && in_percent ? std::optional(*value / 100) : value;
}

/// A k of a sequence's length is 1,024 tokens.
std::optional<double> length_of_sequence(std::string_view text) {
  constexpr double tokens_of_k = 1024;
  while (text.ends_with(' ')) text.remove_suffix(1);
  if (text.empty() || lower(text.back()) != 'k') return parse_number(text);
  text.remove_suffix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  if (text.empty() || !is_digit(text.back())) return std::nullopt;
  const std::optional<double> number = parse_number(text);
  return number ? std::optional(*number * tokens_of_k) : std::nullopt;
}

}  // namespace

std::optional<double> typed_number(const Field& field, std::string_view text) {
  const bool is_length = field.path == "plan.sequence_length";
  return quantity(field.unit, text, is_length ? length_of_sequence : parse_number);
}

std::optional<double> typed_quantity(Unit unit, std::string_view text) {
  return quantity(unit, text, parse_number);
}

}  // namespace shardscope
