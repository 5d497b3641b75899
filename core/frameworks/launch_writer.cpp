#include "core/frameworks/launch_writer.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/frameworks/json_value.h"
#include "core/frameworks/shell_code.h"

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

/// The section and the key of "parallelism.tensor_parallel_degree".
std::pair<std::string, std::string> parts_of(const std::string& flag) {
  const std::size_t dot = flag.rfind('.');
  if (dot == std::string::npos) return {"", flag};
  return {flag.substr(0, dot), flag.substr(dot + 1)};
}

std::string toml(const std::vector<GivenFlag>& flags) {
  std::vector<std::string> sections;
  for (const GivenFlag& given : flags)
    if (const std::string section = parts_of(given.flag).first;
        std::find(sections.begin(), sections.end(), section) == sections.end())
      sections.push_back(section);
  std::stable_partition(sections.begin(), sections.end(), [](const std::string& name) { return name.empty(); });
  std::string text;
  for (const std::string& section : sections) {
    if (!section.empty()) text += (text.empty() ? "[" : "\n[") + section + "]\n";
    for (const GivenFlag& given : flags)
      if (const auto [name, key] = parts_of(given.flag); name == section)
        text += key + " = " + json_text(given.value) + "\n";
  }
  return text;
}

Json nested(const std::vector<GivenFlag>& flags) {
  Json root = Json::object();
  for (const GivenFlag& given : flags) {
    Json* at = &root;
    std::string_view path = given.flag;
    for (std::size_t dot = path.find('.'); dot != std::string_view::npos; dot = path.find('.')) {
      at = &(*at)[std::string(path.substr(0, dot))];
      path.remove_prefix(dot + 1);
    }
    if (at->is_null() || at->is_object()) (*at)[std::string(path)] = json_from_value(given.value);
  }
  return root;
}

/// Block style for tables; values as JSON writes them, which YAML reads alike. Plain words stand without quotes.
void put_yaml(std::string& text, const Json& object, std::size_t indent) {
  for (const auto& entry : object.items()) {
    text += std::string(indent, ' ') + entry.key() + ":";
    if (entry.value().is_object()) {
      text += "\n";
      put_yaml(text, entry.value(), indent + 2);
      continue;
    }
    std::string value = entry.value().dump(-1, ' ', false, Json::error_handler_t::replace);
    const bool reserved = value == "\"null\"" || value == "\"true\"" || value == "\"false\"";
    const bool word =
        !reserved && entry.value().is_string() && value.size() > 2 &&
        value.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_", 1) == value.size() - 1;
    if (const std::size_t power = value.find('e');
        entry.value().is_number_float() && value.find('.') == value.npos && power != value.npos)
      value.insert(power, ".0");  // YAML 1.1 takes 1e-05 for a word
    text += " " + (word ? value.substr(1, value.size() - 2) : value) + "\n";
  }
}

std::string python_literal(const Value& value) {
  if (value.text() != nullptr) return Json(*value.text()).dump(-1, ' ', false, Json::error_handler_t::replace);
  if (value.list() == nullptr) return words_of(value);
  std::string text = "[";
  for (const Value& each : *value.list()) text += (text.size() == 1 ? "" : ", ") + python_literal(each);
  return text + "]";
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
    default:
      return python(framework, flags);
  }
}

}  // namespace shardscope
