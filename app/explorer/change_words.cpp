#include "app/explorer/change_words.h"

#include <vector>

#include "core/scenario/fields.h"
#include "render/format.h"

namespace shardscope {

namespace {

std::string value_words(const Field& field, const FieldValue& value) {
  if (const auto* count = std::get_if<std::int64_t>(&value)) {
    if (field.kind == FieldKind::choice && *count >= 0 && static_cast<std::size_t>(*count) < field.choices.size())
      return std::string(field.choices[static_cast<std::size_t>(*count)].label);
    return grouped(*count);
  }
  if (const auto* real = std::get_if<double>(&value)) return format_count(*real).text();
  if (const auto* on = std::get_if<bool>(&value)) return *on ? "on" : "off";
  return text_of(field, value);
}

std::string words_for(const Field& field, const Scenario& before, const Scenario& after) {
  return std::string(field.label) + " " + value_words(field, field.get(before)) + " → " +
         value_words(field, field.get(after));
}

}  // namespace

std::string change_words(const Scenario& before, const Scenario& after, const std::string& path) {
  if (before == after) return {};
  if (before.name != after.name) return after.name;
  if (before.model.preset != after.model.preset) return "Model " + after.model.title;
  if (before.cluster.gpu.preset != after.cluster.gpu.preset) return "GPU " + after.cluster.gpu.title;
  const Field* touched = find_field(path);
  if (touched != nullptr && touched->get(before) != touched->get(after)) return words_for(*touched, before, after);
  std::vector<const Field*> differing;
  for (const Field& field : fields())
    if (field.get(before) != field.get(after)) differing.push_back(&field);
  if (differing.empty()) return {};
  std::string words = words_for(*differing.front(), before, after);
  if (differing.size() > 1) words += " and " + grouped(static_cast<std::int64_t>(differing.size()) - 1) + " more";
  return words;
}

}  // namespace shardscope
