#include "core/launch_text/launch_writer.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/characters.h"
#include "core/expressions/json_value.h"
#include "core/frameworks/key_path.h"
#include "core/shell/shell_code.h"

namespace shardscope {

namespace {

using Json = nlohmann::ordered_json;

/// A flag with the code behind it, or the code alone.
std::string code_of(const GivenFlag& given) {
  const std::string code = words_of(given.value);
  return code.empty() ? given.flag : given.flag + " " + code;
}

std::string command_line(const std::vector<GivenFlag>& flags) {
  std::string text;
  for (const GivenFlag& given : flags) {
    if (given.run_time) {
      text += "  " + code_of(given) + "\n";
      continue;
    }
    text += "  " + given.flag;
    if (given.value.list() != nullptr)
      for (const Value& each : *given.value.list()) text += " " + shell_word(words_of(each));
    else if (given.value.toggle() == nullptr)
      text += " " + shell_word(words_of(given.value));
    text += "\n";
  }
  return text;
}

Json json_of(const GivenFlag& given) {
  return given.json.empty() ? json_from_value(given.value) : Json::parse(given.json, nullptr, false);
}

bool is_empty_table(const GivenFlag& given) {
  return given.json == "{}";
}

std::string dumped(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// "[a, b]" of the written parts.
std::string enclosed(char open, const std::vector<std::string>& parts, char close) {
  std::string text(1, open);
  for (const std::string& part : parts) text += (text.size() == 1 ? "" : ", ") + part;
  return text + close;
}

std::string toml_value(const Json& value) {
  if (const std::string* word = word_as_it_stands(value)) return *word;
  std::vector<std::string> parts;
  if (value.is_object()) {
    for (const auto& entry : value.items()) parts.push_back(key_word(entry.key()) + " = " + toml_value(entry.value()));
    return enclosed('{', parts, '}');
  }
  if (!value.is_array()) return dumped(value);
  for (const Json& each : value) parts.push_back(toml_value(each));
  return enclosed('[', parts, ']');
}

std::string toml(const std::vector<GivenFlag>& flags) {
  std::vector<std::string> sections;
  const auto add = [&](const std::string& section) {
    if (std::find(sections.begin(), sections.end(), section) == sections.end()) sections.push_back(section);
  };
  for (const GivenFlag& given : flags) add(is_empty_table(given) ? given.flag : table_and_key(given.flag).first);
  std::stable_partition(sections.begin(), sections.end(), [](const std::string& name) { return name.empty(); });
  std::string text;
  for (const std::string& section : sections) {
    if (!section.empty()) text += (text.empty() ? "[" : "\n[") + section + "]\n";
    for (const GivenFlag& given : flags)
      if (const auto [name, key] = table_and_key(given.flag); name == section && !is_empty_table(given))
        text += key + " = " + toml_value(json_of(given)) + "\n";
  }
  return text;
}

Json nested(const std::vector<GivenFlag>& flags) {
  Json root = Json::object();
  for (const GivenFlag& given : flags) {
    Json* at = &root;
    const std::vector<std::string> keys = keys_of_path(given.flag);
    for (std::size_t i = 0; i + 1 < keys.size(); ++i) at = &(*at)[keys[i]];
    if (is_empty_table(given) && at->is_object() && at->contains(keys.back())) continue;  // others stand in it
    if (at->is_null() || at->is_object()) (*at)[keys.back()] = json_of(given);
  }
  return root;
}

/// Whether a reader of YAML 1.1 or 1.2 takes the word without quotes for text.
bool is_yaml_text(const std::string& word) {
  if (!std::all_of(word.begin(), word.end(), is_name_start)) return false;
  for (const char* other : {"null", "true", "false", "yes", "no", "on", "off", "y", "n"})
    if (lower(word) == other) return false;
  return !word.empty();
}

/// In quotes where it might be no text; a number is a key as it stands.
std::string yaml_key(const std::string& key) {
  const bool mixed = key.find_first_of("-0123456789") != std::string::npos;
  return is_yaml_text(key) || mixed ? key_word(key) : dumped(key);
}

/// A value on one line.
std::string yaml_value(const Json& value) {
  if (const std::string* word = word_as_it_stands(value)) return *word;
  if (value.is_string() && is_yaml_text(value.get<std::string>())) return value.get<std::string>();
  std::vector<std::string> parts;
  if (value.is_object()) {
    for (const auto& entry : value.items()) parts.push_back(yaml_key(entry.key()) + ": " + yaml_value(entry.value()));
    return enclosed('{', parts, '}');
  }
  if (value.is_array()) {
    for (const Json& each : value) parts.push_back(yaml_value(each));
    return enclosed('[', parts, ']');
  }
  std::string text = dumped(value);
  if (const std::size_t power = text.find('e');
      value.is_number_float() && text.find('.') == text.npos && power != text.npos)
    text.insert(power, ".0");  // YAML 1.1 takes 1e-05 for a word
  return text;
}

bool is_full_table(const Json& value) {
  return value.is_object() && !value.empty() && word_as_it_stands(value) == nullptr;
}

/// Tables and lists of tables go over many lines, other lists on one. `begin`: what stands before the first key in the
/// place of its indent.
void put_yaml(std::string& text, const Json& table, std::size_t indent, std::string begin = {}) {
  for (const auto& entry : table.items()) {
    const Json& value = entry.value();
    text += (begin.empty() ? std::string(indent, ' ') : begin) + yaml_key(entry.key()) + ":";
    begin.clear();
    if (is_full_table(value)) {
      text += "\n";
      put_yaml(text, value, indent + 2);
    } else if (value.is_array() && !value.empty() && std::all_of(value.begin(), value.end(), is_full_table)) {
      text += "\n";
      for (const Json& each : value) put_yaml(text, each, indent + 2, std::string(indent, ' ') + "- ");
    } else {
      text += " " + yaml_value(value) + "\n";
    }
  }
}

std::string python_literal(const Value& value) {
  if (value.text() != nullptr) return Json(*value.text()).dump(-1, ' ', false, Json::error_handler_t::replace);
  if (value.list() == nullptr) return words_of(value);
  std::vector<std::string> parts;
  for (const Value& each : *value.list()) parts.push_back(python_literal(each));
  return enclosed('[', parts, ']');
}

/// "FullAC.Config()" of "{}.Config()"; None where there is none of it.
std::string written_as(const FlagSpec* spec, const Value& value) {
  if (spec == nullptr || spec->as.empty()) return python_literal(value);
  if (value == Value("none")) return "None";
  std::string text = spec->as;
  return text.replace(text.find("{}"), 2, words_of(value));
}

std::string python(const LaunchFramework* framework, const std::vector<GivenFlag>& flags) {
  std::string text;
  for (const GivenFlag& given : flags)
    text += "cfg." + given.flag + " = " +
            written_as(framework != nullptr ? framework->flag(given.flag) : nullptr, given.value) + "\n";
  return text;
}

}  // namespace

std::string launch_body(LaunchForm form, const std::vector<GivenFlag>& flags, const LaunchFramework* framework) {
  switch (form) {
    case LaunchForm::flags:
      return command_line(flags);
    case LaunchForm::toml:
      return toml(flags);
    case LaunchForm::json:
      return nested(flags).dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
    case LaunchForm::yaml: {
      std::string text;
      put_yaml(text, nested(flags), 0);
      return text;
    }
    case LaunchForm::python:
    case LaunchForm::snippet:
      break;
  }
  return python(framework, flags);
}

}  // namespace shardscope
