#include "core/fields/reader.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/edits.h"
#include "core/base/limits.h"
#include "core/base/number_lists.h"
#include "core/base/rule_names.h"
#include "core/base/units.h"

namespace shardscope {

namespace {

using GivenJson = nlohmann::json;

std::string number_words(double value) {
  // Short where it can be: 1048576, 0.001, 1e+18.
  return std::abs(value) < 1e15 && value == std::floor(value) ? std::to_string(static_cast<std::int64_t>(value))
                                                              : GivenJson(value).dump();
}

std::optional<FieldValue> list_value(const GivenJson& value) {
  if (!value.is_array()) return std::nullopt;
  std::vector<std::int64_t> list;
  for (const GivenJson& entry : value) {
    const std::optional<std::int64_t> number = whole_number(entry);
    if (!number) return std::nullopt;
    list.push_back(*number);
  }
  return FieldValue(std::move(list));
}

std::optional<FieldValue> choice_value(const Field& field, const GivenJson& value) {
  if (!value.is_string()) return std::nullopt;
  const auto& name = value.get_ref<const std::string&>();
  for (std::size_t i = 0; i < field.choices.size(); ++i)
    if (field.choices[i].json == name) return FieldValue(static_cast<std::int64_t>(i));
  return std::nullopt;
}

std::optional<FieldValue> names_value(const Field& field, const GivenJson& value) {
  if (!value.is_array()) return std::nullopt;
  std::vector<std::int64_t> indices;
  for (const GivenJson& entry : value) {
    const std::optional<FieldValue> index = choice_value(field, entry);
    if (!index) return std::nullopt;
    indices.push_back(std::get<std::int64_t>(*index));
  }
  sort_distinct(indices);
  return FieldValue(std::move(indices));
}

std::optional<FieldValue> value_for(const Field& field, const GivenJson& value) {
  switch (field.kind) {
    case FieldKind::count:
      if (const std::optional<std::int64_t> number = whole_number(value)) return FieldValue(*number);
      return std::nullopt;
    case FieldKind::real:
      if (value.is_number()) return FieldValue(value.get<double>());
      return std::nullopt;
    case FieldKind::toggle:
      if (value.is_boolean()) return FieldValue(value.get<bool>());
      return std::nullopt;
    case FieldKind::choice:
      return choice_value(field, value);
    case FieldKind::text:
      if (value.is_string()) return FieldValue(value.get<std::string>());
      if (value.is_object() && holds_object(field)) return FieldValue(value.dump());
      return std::nullopt;
    case FieldKind::list:
      return list_value(value);
    case FieldKind::names:
      return names_value(field, value);
  }
  return std::nullopt;
}

std::vector<std::string> keys_under(const std::string& prefix, const Keys& keys) {
  std::vector<std::string> names;
  for (const Field& field : fields()) {
    if (!field.path.starts_with(prefix)) continue;
    const std::string rest(field.path.substr(prefix.size()));
    const std::string name = rest.substr(0, rest.find('.'));
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  for (const std::string_view key : keys.taken) names.emplace_back(key);
  return names;
}

/// Words on an unknown key. What was probably meant: one of another section under its whole path, or one a slip away
/// here; else the nearest one here, whatever it is.
std::string unknown_key_words(const std::string& key, const std::string& prefix, const Keys& keys) {
  const std::string words = "there is no such key";
  for (const char* section : {"plan.", "cluster.", "model.", "run.", "cluster.gpu."})
    if (prefix != section && find_field(section + key) != nullptr)
      return words + "; did you mean \"" + section + key + "\"?";
  const std::vector<std::string> names = keys_under(prefix, keys);
  if (const std::string slip = nearest_name(key, names); !slip.empty())
    return words + "; did you mean \"" + slip + "\"?";
  const std::string nearest = nearest_name(key, names, true);
  return nearest.empty() ? words : words + "; the nearest is \"" + nearest + "\"";
}

bool has_fields_under(const std::string& prefix) {
  const auto under = [&](const Field& field) { return field.path.starts_with(prefix); };
  return std::any_of(fields().begin(), fields().end(), under);
}

bool contains(const std::vector<std::string_view>& keys, std::string_view key) {
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

}  // namespace

void Reader::fail(std::string path, std::string message, std::string rule) {
  if (problems.size() < limits::problems_collected_max)
    problems.push_back({Severity::error, std::move(path), std::move(message), std::move(rule)});
}

void Reader::note(std::string path, std::string message, std::string rule) {
  if (notices.size() < limits::problems_collected_max)
    notices.push_back({Severity::warning, std::move(path), std::move(message), std::move(rule)});
}

std::optional<std::int64_t> whole_number(const GivenJson& value) {
  if (value.is_number_unsigned() && value.get<std::uint64_t>() > static_cast<std::uint64_t>(whole_below))
    return std::nullopt;
  if (value.is_number_integer()) return value.get<std::int64_t>();
  if (!value.is_number_float()) return std::nullopt;
  const double real = value.get<double>();
  if (!std::isfinite(real) || real != std::floor(real) || std::abs(real) > whole_below) return std::nullopt;
  return static_cast<std::int64_t>(real);
}

std::string words_of(const GivenJson& value) {
  if (value.is_string()) return "\"" + shown(value.get_ref<const std::string&>()) + "\"";
  return shown(value.dump(-1, ' ', false, GivenJson::error_handler_t::replace));
}

std::string wanted(const Field& field) {
  const std::string word = field.word.json.empty() ? "" : std::string(field.word.json) + " or ";
  const std::string range = " from " + number_words(field.min) + " to " + number_words(field.max);
  switch (field.kind) {
    case FieldKind::count:
      return word + "a whole number" + range;
    case FieldKind::real:
      return word + "a number" + range;
    case FieldKind::toggle:
      return "true or false";
    case FieldKind::choice:
    case FieldKind::names: {
      std::string names = field.kind == FieldKind::names ? "a list of" : "one of";
      const std::size_t begin = names.size();
      for (const Choice& choice : field.choices)
        if (!choice.json.empty()) names += (names.size() > begin ? ", " : " ") + std::string(choice.json);
      return names;
    }
    case FieldKind::text:
      return holds_object(field) ? "an object" : "text";
    case FieldKind::list:
      return "a list of whole numbers" + range;
  }
  return {};
}

namespace {

void read_value(Reader& reader, const Field& field, std::string path, const GivenJson& value, Scenario& scenario) {
  const std::optional<FieldValue> read = value_for(field, value);
  if (read && refusal(field, *read).empty()) {
    field.set(scenario, *read);
    return;
  }
  std::string message = words_of(value) + " isn't " + wanted(field);
  if (field.kind == FieldKind::choice && value.is_string()) {
    std::vector<std::string> names;
    for (const Choice& choice : field.choices) names.emplace_back(choice.json);
    if (const std::string near = nearest_name(value.get<std::string>(), names); !near.empty())
      message = words_of(value) + " is unknown; did you mean \"" + near + "\"? It takes " + wanted(field);
  }
  reader.fail(std::move(path), std::move(message), "field-value");
}

/// The field as an object: its own value first, since that clears the parts.
void read_parts(Reader& reader, const Field& field, const GivenJson& object, Scenario& scenario) {
  const std::string prefix = std::string(field.path) + ".";
  const std::string own(field.own_key), own_path = prefix + own;
  const auto key_of = [&](const Field& part) { return std::string(part.path.substr(prefix.size())); };
  if (own.empty() && !object.contains(key_of(field.parts.front())))
    fail_missing(reader, std::string(field.parts.front().path));
  else if (!own.empty() && !object.contains(own))
    fail_missing(reader, own_path, wanted(field).c_str());
  else if (!own.empty())
    read_value(reader, field, own_path, object[own], scenario);
  Keys keys;
  if (!own.empty()) keys.taken.push_back(field.own_key);
  for (const Field& part : field.parts) keys.taken.push_back(part.path.substr(prefix.size()));
  for (const auto& [key, value] : object.items()) {
    if (!own.empty() && key == own) continue;
    if (!contains(keys.taken, key))
      reader.fail(prefix + shown(key), unknown_key_words(key, prefix, keys), std::string(rule_name::unknown_key));
    else if (!value.is_null())
      read_value(reader, *find_field(prefix + key), prefix + key, value, scenario);
  }
}

}  // namespace

void read_field(Reader& reader, const Field& field, const GivenJson& value, Scenario& scenario) {
  if (!field.word.json.empty() && value == GivenJson::parse(field.word.json))
    return field.word.take != nullptr ? field.word.take(scenario) : field.set(scenario, FieldValue());
  if (value.is_object() && !field.parts.empty()) return read_parts(reader, field, value, scenario);
  read_value(reader, field, std::string(field.path), value, scenario);
}

bool is_object(Reader& reader, const GivenJson& value, const std::string& path, const char* takes) {
  if (value.is_object()) return true;
  reader.fail(path, words_of(value) + " isn't " + takes, "field-value");
  return false;
}

void fail_missing(Reader& reader, const std::string& path, const char* takes) {
  const Field* field = takes == nullptr ? find_field(path) : nullptr;
  const std::string words = takes != nullptr ? takes : field != nullptr ? wanted(*field) : std::string();
  reader.fail(path, words.empty() ? "is missing" : "is missing; it takes " + words,
              std::string(rule_name::required_key));
}

void read_object(Reader& reader, const GivenJson& object, const std::string& prefix, const Keys& keys,
                 Scenario& scenario) {
  for (const auto& [key, value] : object.items()) {
    if (reader.problems.size() >= limits::problems_collected_max) return;  // looking for what was meant takes time
    if (contains(keys.taken, key) || contains(keys.ignored, key)) continue;
    const std::string path = prefix + key;
    if (const Field* field = find_field(path)) {
      const bool leave_absent = value.is_null() && (field->optional || !field->parts.empty());
      if (leave_absent && field->word.json.empty()) field->set(scenario, FieldValue());
      if (leave_absent) continue;  // a field with a word keeps what holds where it isn't said
      read_field(reader, *field, value, scenario);
    } else if (has_fields_under(path + ".")) {
      if (is_object(reader, value, path)) read_object(reader, value, path + ".", {}, scenario);
    } else {
      reader.fail(prefix + shown(key), unknown_key_words(key, prefix, keys), std::string(rule_name::unknown_key));
    }
  }
}

}  // namespace shardscope
