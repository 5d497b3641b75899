#include "core/fields/fields.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "core/base/number_text.h"
#include "core/fields/number_range.h"

namespace shardscope {

namespace {

std::string refusal_of_number(const Field& field, double value) {
  if (!std::isfinite(value)) return "it isn't a finite number";
  if (value >= field.min && value <= field.max) return {};
  const std::string why = refusal_of(value, {field.min, field.max}, number_text);
  return why.empty() ? why : number_text(value) + " " + why;
}

}  // namespace

std::span<const Field> fields() {
  static const std::vector<Field> table = [] {
    std::vector<Field> all;
    for (const std::span<const Field> section :
         {model_fields(), gpu_fields(), cluster_fields(), plan_fields(), run_fields()})
      all.insert(all.end(), section.begin(), section.end());
    return all;
  }();
  return table;
}

const Field* find_field(std::string_view path) {
  static const std::unordered_map<std::string_view, const Field*> by_path = [] {
    std::unordered_map<std::string_view, const Field*> map;
    for (const Field& field : fields()) {
      map.emplace(field.path, &field);
      for (const Field& part : field.parts) map.emplace(part.path, &part);
    }
    return map;
  }();
  const auto found = by_path.find(path);
  return found == by_path.end() ? nullptr : found->second;
}

std::string text_of(const Field& field, const FieldValue& value) {
  if (const auto* on = std::get_if<bool>(&value)) return *on ? "true" : "false";
  if (const auto* count = std::get_if<std::int64_t>(&value)) {
    const bool named =
        field.kind == FieldKind::choice && *count >= 0 && static_cast<std::size_t>(*count) < field.choices.size();
    return named ? std::string(field.choices[static_cast<std::size_t>(*count)].json) : std::to_string(*count);
  }
  if (const auto* real = std::get_if<double>(&value)) return number_text(*real);
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* list = std::get_if<std::vector<std::int64_t>>(&value)) {
    std::string text = "[";
    for (const std::int64_t entry : *list) {
      if (text.size() > 1) text += ',';
      text += field.kind == FieldKind::names
                  ? '"' + std::string(field.choices[static_cast<std::size_t>(entry)].json) + '"'
                  : std::to_string(entry);
    }
    return text + "]";
  }
  return "default";
}

bool holds_path(std::span<const std::string_view> paths, std::string_view path) {
  return std::find(paths.begin(), paths.end(), path) != paths.end();
}

std::string_view term_of(const Field& field) {
  return field.term.empty() ? field.label : field.term;
}

std::string_view brief_label(std::string_view path) {
  const Field* field = find_field(path);
  return field == nullptr ? path : field->brief.empty() ? field->label : field->brief;
}

std::string brief_title(std::string_view path) {
  std::string words(brief_label(path));
  if (!words.empty() && words[0] >= 'a' && words[0] <= 'z') words[0] = static_cast<char>(words[0] - 'a' + 'A');
  return words;
}

std::span<const Field* const> weighty_fields() {
  static const std::vector<const Field*> sorted = [] {
    std::vector<const Field*> all;
    for (const Field& field : fields())
      if (field.weight.place > 0) all.push_back(&field);
    std::sort(all.begin(), all.end(), [](const Field* a, const Field* b) { return a->weight.place < b->weight.place; });
    return all;
  }();
  return sorted;
}

bool holds_object(const Field& field) {
  return field.path == "model.rope_scaling";
}

std::string refusal(const Field& field, const FieldValue& value) {
  if (std::holds_alternative<std::monostate>(value)) return field.optional ? "" : "it can't be absent";
  switch (field.kind) {
    case FieldKind::count:
      if (const auto* count = std::get_if<std::int64_t>(&value))
        return refusal_of_number(field, static_cast<double>(*count));
      return "it isn't a whole number";
    case FieldKind::real:
      if (const auto* real = std::get_if<double>(&value)) return refusal_of_number(field, *real);
      return "it isn't a number";
    case FieldKind::toggle:
      return std::holds_alternative<bool>(value) ? "" : "it isn't true or false";
    case FieldKind::choice: {
      const auto* index = std::get_if<std::int64_t>(&value);
      const bool known = index != nullptr && *index >= 0 && static_cast<std::size_t>(*index) < field.choices.size();
      return known ? "" : "it isn't one of the choices";
    }
    case FieldKind::text:
      return std::holds_alternative<std::string>(value) ? "" : "it isn't text";
    case FieldKind::list:
      if (const auto* list = std::get_if<std::vector<std::int64_t>>(&value)) {
        for (const std::int64_t entry : *list)
          if (std::string why = refusal_of_number(field, static_cast<double>(entry)); !why.empty()) return why;
        return {};
      }
      return "it isn't a list of whole numbers";
    case FieldKind::names: {
      const auto* list = std::get_if<std::vector<std::int64_t>>(&value);
      const auto known = [&](std::int64_t i) { return i >= 0 && static_cast<std::size_t>(i) < field.choices.size(); };
      return list != nullptr && std::all_of(list->begin(), list->end(), known) ? "" : "it isn't a list of the choices";
    }
  }
  return {};
}

}  // namespace shardscope
