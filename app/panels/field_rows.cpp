#include "app/panels/field_rows.h"

#include <algorithm>
#include <cmath>

#include "core/base/characters.h"
#include "core/base/number_text.h"
#include "core/fields/typed_number.h"
#include "render/text/format.h"
#include "render/text/prefixes.h"
#include "render/text/spoken_value.h"

namespace shardscope {

namespace {

/// The value that counts: the default filled in where the scenario leaves the field to it.
FieldValue value_in_force(const Field& field, const Scenario& scenario, const Frame& frame) {
  const FieldValue said = field.get(scenario);
  if (!std::holds_alternative<std::monostate>(said)) return said;
  return field_value_in_force(field, frame.report);
}

/// The number as it is typed: without unit and separators.
std::string bare_number(const Field& field, const FieldValue& value) {
  if (field.unit == Unit::share) return {};  // as it is shown
  const auto* count = std::get_if<std::int64_t>(&value);
  return count != nullptr || std::holds_alternative<double>(value) ? text_of(field, value) : std::string();
}

/// What is shown of a value that isn't there: "none", or "all", "1F1B's" where its default says it so shortly.
std::string absent_words(const Field& field) {
  const std::string_view words = short_default(field);
  return words.empty() ? "unknown" : std::string(words);
}

/// Units that people say of a field's own: in which its value is shown, and in which it is typed.
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
bool has_other_suffix(const Field& field, std::string_view typed) {
  const bool is_time = field.unit == Unit::seconds || field.unit == Unit::hours;
  while (!typed.empty() && typed.back() == ' ') typed.remove_suffix(1);
  return is_time && !typed.empty() && !is_digit(typed.back()) && typed.back() != '.' && typed.back() != 'k';
}

void choice_row(Scenario& scenario, const Frame& frame, const Field& field, std::string_view disabled_because) {
  const FieldValue value = value_in_force(field, scenario, frame);
  const auto* present = std::get_if<std::int64_t>(&value);
  std::vector<Option> options;
  for (const Choice& choice : field.choices)
    options.push_back({std::string(choice.label), {}, std::string(choice.help)});
  const std::optional<std::size_t> index =
      present != nullptr ? std::optional(static_cast<std::size_t>(*present)) : std::nullopt;
  const std::string shown = index && *index < options.size() ? options[*index].name : absent_words(field);
  if (const auto chosen = combo_row(frame, {field.path, {}, shown, options, index, false, disabled_because}))
    field.set(scenario, FieldValue(static_cast<std::int64_t>(*chosen)));
}

}  // namespace

std::optional<double> read_number(std::string_view typed, const Field* field) {
  if (field == nullptr) return parse_number(typed);
  while (!typed.empty() && typed.back() == ' ') typed.remove_suffix(1);
  for (const SpokenUnit& unit : spoken_units())
    if (const auto before = before_word(typed, unit.word); before && field->unit == unit.unit) {
      if (has_other_suffix(*field, *before)) return std::nullopt;
      const std::optional<double> number = typed_number(*field, *before);
      return number ? std::optional(*number * unit.times) : std::nullopt;
    }
  const UnitEntry& own = entry_of(field->unit);
  const std::string_view ending = own.behind.empty() ? own.symbol : own.behind;
  const bool has_ending = !ending.empty() && typed.ends_with(ending);
  if (has_ending) typed.remove_suffix(ending.size());
  const std::optional<double> number = has_other_suffix(*field, typed) ? std::nullopt : typed_number(*field, typed);
  const bool in_percent = has_ending && field->unit == Unit::share;  // without the sign a share is what it is in JSON
  return number && in_percent ? std::optional(*number / 100) : number;
}

void set_number(Scenario& scenario, const Frame& frame, std::string_view path, double value) {
  const Field& field = *find_field(path);
  const FieldValue given = field.kind == FieldKind::count
                               ? FieldValue(static_cast<std::int64_t>(std::llround(std::clamp(value, -9e15, 9e15))))
                               : FieldValue(value);
  if (const std::string why = refusal(field, given); why.empty())
    field.set(scenario, given);
  else
    frame.said = std::string(field.label) + ": " + why;
}

void count_slider(Scenario& scenario, const Frame& frame, std::string_view path, std::span<const double> values,
                  bool* held, std::string_view disabled_because) {
  const Field& field = *find_field(path);
  const FieldValue value = value_in_force(field, scenario, frame);
  const auto* count = std::get_if<std::int64_t>(&value);
  const std::int64_t present = count != nullptr ? *count : 1;
  const SliderRow row{path, {}, static_cast<double>(present), values, grouped(present), disabled_because, held};
  if (const std::optional<double> chosen = slider_row(frame, row)) set_number(scenario, frame, path, *chosen);
}

void field_row(Scenario& scenario, const Frame& frame, std::string_view path, std::string_view disabled_because) {
  const Field& field = *find_field(path);
  const FieldValue value = value_in_force(field, scenario, frame);
  if (field.kind == FieldKind::choice) return choice_row(scenario, frame, field, disabled_because);
  if (field.kind == FieldKind::toggle) {
    const auto* on = std::get_if<bool>(&value);
    if (const auto chosen = toggle_row(frame, path, on != nullptr && *on, disabled_because))
      field.set(scenario, FieldValue(*chosen));
    return;
  }
  const bool is_absent = std::holds_alternative<std::monostate>(value);
  const std::string shown = is_absent ? absent_words(field) : spoken_value(field, value);
  if (const auto number = number_row(frame, path, shown, bare_number(field, value), disabled_because))
    set_number(scenario, frame, path, *number);
}

void field_rows(Scenario& scenario, const Frame& frame, std::initializer_list<std::string_view> paths,
                std::string_view disabled_because) {
  for (const std::string_view path : paths) field_row(scenario, frame, path, disabled_because);
}

}  // namespace shardscope
