#include "app/session/document/beside.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <vector>

#include "core/fields/fields.h"
#include "render/text/format.h"

namespace shardscope {

namespace {

using KeptJson = nlohmann::ordered_json;

KeptJson at(const KeptJson& object, const std::string& key) {
  return object.is_object() && object.contains(key) ? object[key] : KeptJson();
}

std::string words_of_key(std::span<const SettingWords> settings, const std::string& key) {
  const auto known =
      std::find_if(settings.begin(), settings.end(), [&](const SettingWords& each) { return each.key == key; });
  if (known != settings.end()) return std::string(known->words);
  const Field* field = find_field(key);
  return field != nullptr ? std::string(field->label) : key;
}

/// Two numbers in a list are a range, words a choice of them.
std::string words_of_value(std::span<const SettingWords> settings, const KeptJson& value) {
  if (value.is_string()) {  // the path of a field or a figure, or a plain word
    const auto word = value.get<std::string>();
    return word.find('.') != std::string::npos ? words_of_key(settings, word) : word;
  }
  if (value.is_boolean()) return value.get<bool>() ? "on" : "off";
  if (value.is_number()) {
    const double number = value.get<double>();
    constexpr double whole_max = 1e15;
    const bool is_whole = std::abs(number) < whole_max && number == std::floor(number);
    return is_whole ? grouped(static_cast<std::int64_t>(number)) : units_text(number);
  }
  if (!value.is_array() || value.empty()) return "open";
  const bool is_range = value.size() == 2 && value[0].is_number();
  std::string words;
  for (const KeptJson& each : value)
    words += (words.empty() ? "" : is_range ? " to " : ", ") + words_of_value(settings, each);
  return words;
}

/// "objective cost": a line for each value that differs, objects within objects as their members.
void add_changes(std::vector<std::string>& changes, std::span<const SettingWords> settings, const KeptJson& before,
                 const KeptJson& after, const std::string& within) {
  std::vector<std::string> keys;
  for (const KeptJson* object : {&after, &before})
    for (auto each = object->begin(); each != object->end(); ++each)
      if (std::find(keys.begin(), keys.end(), each.key()) == keys.end()) keys.push_back(each.key());
  for (const std::string& key : keys) {
    const KeptJson was = at(before, key), is = at(after, key);
    if (was == is) continue;
    const std::string name = within + words_of_key(settings, key);
    if ((was.is_object() || was.is_null()) && (is.is_object() || is.is_null())) {
      const std::string outer = words_of_key(settings, key);
      add_changes(changes, settings, was.is_null() ? KeptJson::object() : was, is.is_null() ? KeptJson::object() : is,
                  outer.empty() ? within : name + " ");
    } else {
      changes.push_back(name + " " + words_of_value(settings, is));
    }
  }
}

}  // namespace

std::string setting_words(std::string_view of, std::span<const SettingWords> settings, std::string_view before,
                          std::string_view after) {
  const KeptJson was = KeptJson::parse(before, nullptr, false), is = KeptJson::parse(after, nullptr, false);
  std::vector<std::string> changes;
  if (was.is_object() && is.is_object()) add_changes(changes, settings, was, is, {});
  if (changes.empty()) return std::string(of) + ": settings";
  std::string words = std::string(of) + ": " + changes.front();
  if (changes.size() > 1) words += " and " + std::to_string(changes.size() - 1) + " more";
  return words;
}

}  // namespace shardscope
