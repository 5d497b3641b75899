#include "app/panels/field_rows.h"

#include <algorithm>
#include <cmath>

#include "render/text/format.h"

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
  const auto* count = std::get_if<std::int64_t>(&value);
  return count != nullptr || std::holds_alternative<double>(value) ? text_of(field, value) : std::string();
}

/// What is shown of a value that isn't there: "none", or "all", "1F1B's" where its default says it so shortly.
std::string absent_words(const Field& field) {
  constexpr std::size_t short_words = 6;
  if (!field.shown_absent.empty()) return std::string(field.shown_absent);
  return field.when_absent.empty() || field.when_absent.size() > short_words ? "unknown"
                                                                             : std::string(field.when_absent);
}

/// Bytes and long times in units that people say; nothing where the number stands as it is.
std::optional<std::string> spoken(const Field& field, double number) {
  constexpr double many_bytes = 1000, long_seconds = 600;
  if (field.unit == FieldUnit::bytes_per_second) return format_bandwidth(BytesPerSecond{number}).text();
  if (field.unit == FieldUnit::bytes && number >= many_bytes) return format_bytes(Bytes{number}).text();
  if (field.unit == FieldUnit::seconds && number >= long_seconds) return format_days(number / seconds_per_day).text();
  return std::nullopt;
}

/// The number as it is read: "8", "29,500 h", "$0.078/kWh", "1.3 GB", "24 hours".
std::string number_text(const Field& field, const FieldValue& value) {
  const auto* count = std::get_if<std::int64_t>(&value);
  const auto* real = std::get_if<double>(&value);
  if (count == nullptr && real == nullptr) return absent_words(field);
  const double number = count != nullptr ? static_cast<double>(*count) : *real;
  if (const std::optional<std::string> words = spoken(field, number)) return *words;
  constexpr double many = 1e7;  // of which a short count still says all
  if (count != nullptr && number >= many && std::fmod(number, 1e6) == 0) return format_tokens(number).text();
  if (count != nullptr) return grouped(*count);
  std::string text = text_of(field, value);
  if (text.size() > 8)
    text = format_count(number).text();
  else if (field.unit != FieldUnit::none && number == std::floor(number))
    text = fixed(number, 0);
  const FieldUnitEntry& unit = entry_of(field.unit);
  if (!unit.before.empty()) return std::string(unit.before) + text + std::string(unit.behind);
  return unit.behind.empty() ? text : text + " " + std::string(unit.behind);
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

std::string spoken_value(const Field& field, const FieldValue& value) {
  const auto* number = std::get_if<std::int64_t>(&value);
  if (field.kind == FieldKind::choice && number != nullptr && *number >= 0 &&
      static_cast<std::size_t>(*number) < field.choices.size())
    return std::string(field.choices[static_cast<std::size_t>(*number)].label);
  const bool counts = field.kind == FieldKind::count || field.kind == FieldKind::real;
  return counts ? number_text(field, value) : text_of(field, value);
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
  if (const auto number =
          number_row(frame, path, number_text(field, value), bare_number(field, value), disabled_because))
    set_number(scenario, frame, path, *number);
}

void field_rows(Scenario& scenario, const Frame& frame, std::initializer_list<std::string_view> paths,
                std::string_view disabled_because) {
  for (const std::string_view path : paths) field_row(scenario, frame, path, disabled_because);
}

}  // namespace shardscope
