#include "app/panels/field_rows.h"

#include <algorithm>
#include <cmath>

#include "app/panels/control_row.h"
#include "core/base/characters.h"
#include "render/text/format.h"
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

/// A figure that is typed; "auto" leaves it to its default, where it has one.
void typed_row(Scenario& scenario, const Frame& frame, const Field& field, const std::string& shown,
               const std::string& editable, std::string_view disabled_because) {
  const std::string path(field.path);
  const RowScope scope(frame, path, {}, disabled_because, RowKind::figure, shown);
  frame.places.note(path, scope.area.value);
  const std::optional<std::string> typed = value_box(frame, scope, shown, editable);
  if (!typed) return;
  const bool is_auto = field.optional && *typed == "auto";
  const std::optional<double> number = is_auto ? std::nullopt : typed_number(frame, path, *typed);
  if (!is_auto && !number) return;
  frame.touched = field.path;
  is_auto ? field.set(scenario, FieldValue()) : set_number(scenario, frame, path, *number);
}

}  // namespace

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
  typed_row(scenario, frame, field, shown, bare_number(field, value), disabled_because);
}

void field_rows(Scenario& scenario, const Frame& frame, std::initializer_list<std::string_view> paths,
                std::string_view disabled_because) {
  for (const std::string_view path : paths) field_row(scenario, frame, path, disabled_because);
}

}  // namespace shardscope
