#include "core/launch_text/documents/launch_documents.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

#include "core/base/characters.h"
#include "core/expressions/json_value.h"
#include "core/frameworks/fsdp_snippet.h"
#include "core/frameworks/key_path.h"
#include "core/frameworks/write_flags.h"
#include "core/launch_text/documents/interpolation.h"

// The library asserts (and with NDEBUG assumes) what its next line then checks and reports as an error of the text.
#undef NDEBUG
#define TOML_ASSERT(condition) static_cast<void>(0)
#include <toml++/toml.h>

namespace shardscope {

namespace {

using Flags = std::vector<GivenFlag>;
using Json = nlohmann::ordered_json;

std::vector<Problem> unreadable(int line, const std::string& why) {
  return {{Severity::error, TextPlace{{}, line, {}}, why, "launch-syntax"}};
}

/// What a walk of nested tables collects.
struct DocumentWalk {
  Flags flags;
  bool too_much = false;
  std::size_t seen = 0;  // values within values: an anchor may be repeated without end

  bool stops(int depth) {
    too_much = too_much || depth > limits::launch_depth_max || flags.size() > limits::launch_values_max;
    return too_much;
  }
  void take(const std::string& path, const Json& value, int line) { flags.push_back(flag_of_json(path, value, line)); }
};

Outcome<Flags> outcome_of(DocumentWalk&& walk) {
  if (walk.too_much) return unreadable(0, "it holds more, or nests deeper, than any launch configuration does");
  return std::move(walk.flags);
}

template <class Date>
Json spelled(const Date& date) {
  std::ostringstream text;
  text << date;
  return as_it_stands(text.str());
}

Json toml_value(DocumentWalk& walk, const toml::node& node, int depth) {
  if (const auto* on = node.as_boolean()) return on->get();
  if (const auto* count = node.as_integer()) return std::int64_t{count->get()};
  if (const auto* real = node.as_floating_point()) {
    const double number = real->get();
    if (std::isfinite(number)) return number;
    return as_it_stands(std::isnan(number) ? "nan" : number < 0 ? "-inf" : "inf");
  }
  if (const auto* text = node.as_string()) return text->get();
  if (const auto* date = node.as_date()) return spelled(date->get());
  if (const auto* time = node.as_time()) return spelled(time->get());
  if (const auto* moment = node.as_date_time()) return spelled(moment->get());
  if (walk.stops(depth)) return {};
  if (const toml::table* inner = node.as_table()) {
    Json table = Json::object();
    for (const auto& [key, each] : *inner) table[std::string(key.str())] = toml_value(walk, each, depth + 1);
    return table;
  }
  Json list = Json::array();
  for (const toml::node& each : *node.as_array()) list.push_back(toml_value(walk, each, depth + 1));
  return list;
}

void walk_toml(DocumentWalk& walk, const toml::table& table, const std::string& path, int depth) {
  if (walk.stops(depth)) return;
  for (const auto& [key, node] : table) {
    const std::string name = under(path, std::string(key.str()));
    if (const toml::table* inner = node.as_table(); inner != nullptr && !inner->empty())
      walk_toml(walk, *inner, name, depth + 1);
    else
      walk.take(name, toml_value(walk, node, depth), static_cast<int>(node.source().begin.line));
  }
}

Outcome<Flags> read_toml(std::string_view text) {
  try {
    const toml::table table = toml::parse(text);
    DocumentWalk walk;
    walk_toml(walk, table, "", 0);
    return outcome_of(std::move(walk));
  } catch (const toml::parse_error& error) {
    return unreadable(static_cast<int>(error.source().begin.line),
                      "it isn't TOML: " + shown(std::string(error.description())));
  }
}

/// A whole number or a real as every reader of YAML has it: "-3", "1.0e-05".
std::optional<Json> yaml_number(const std::string& text) {
  const char* end = text.data() + text.size();
  const std::string_view digits = std::string_view(text).substr(text.starts_with('-') ? 1 : 0);
  if (digits.empty() || !is_digit(digits[0])) return std::nullopt;
  std::int64_t whole = 0;
  const bool octal = digits.size() > 1 && digits[0] == '0' && is_digit(digits[1]);
  if (const auto read = std::from_chars(text.data(), end, whole); read.ec == std::errc() && read.ptr == end && !octal)
    return Json(whole);
  double real = 0;
  const bool dotted = text.find('.') != std::string::npos;
  if (const auto read = std::from_chars(text.data(), end, real); read.ec == std::errc() && read.ptr == end && dotted)
    return Json(real);
  return std::nullopt;
}

/// A word without quotes that some reader takes for no text: a date, 1e5, 0x1f, yes.
bool may_be_no_text(const std::string& text) {
  for (const char* word : {"yes", "no", "on", "off", "y", "n"})
    if (lower(text) == word) return true;
  const bool plain = std::all_of(text.begin(), text.end(), [](char c) {
    return is_name(c) || std::string_view(".:+- ").find(c) != std::string::npos;
  });
  const bool pair = text.find(": ") != std::string::npos || text.ends_with(':');
  return plain && !pair && (is_digit(text[0]) || std::string_view("+-.").find(text[0]) != std::string::npos);
}

/// What is quoted is text. What isn't has the types that YAML 1.1 and 1.2 agree on; else its spelling stays.
Json yaml_scalar(const YAML::Node& node) {
  const std::string& text = node.Scalar();
  if (node.Tag() == "!" || node.Tag() == "tag:yaml.org,2002:str") return text;
  if (text.empty() || text == "~" || text == "null" || text == "Null" || text == "NULL") return {};
  if (text == "true" || text == "True" || text == "TRUE") return true;
  if (text == "false" || text == "False" || text == "FALSE") return false;
  if (std::optional<Json> number = yaml_number(text)) return *std::move(number);
  return may_be_no_text(text) ? as_it_stands(text) : Json(text);
}

Json yaml_value(DocumentWalk& walk, const YAML::Node& node, int depth) {
  if (++walk.seen > limits::launch_values_max) walk.too_much = true;
  if (node.IsScalar()) return yaml_scalar(node);
  if (node.IsNull() || walk.stops(depth)) return {};
  if (node.IsMap()) {
    Json table = Json::object();
    for (const auto& entry : node)
      table[entry.first.IsScalar() ? entry.first.Scalar() : "?"] = yaml_value(walk, entry.second, depth + 1);
    return table;
  }
  Json list = Json::array();
  for (const YAML::Node& each : node) list.push_back(yaml_value(walk, each, depth + 1));
  return list;
}

void walk_yaml(DocumentWalk& walk, const YAML::Node& node, const std::string& path, int depth);

/// What "<<: *base" takes from another table, where the table itself doesn't say it.
void walk_merged(DocumentWalk& walk, const YAML::Node& node, const std::string& path, int depth) {
  const YAML::Node merged = node["<<"];
  if (!merged || walk.stops(depth)) return;
  YAML::Node rest(YAML::NodeType::Map);
  const auto add = [&](const YAML::Node& base) {
    if (!base.IsMap()) return;
    for (const auto& entry : base)
      if (entry.first.IsScalar() && !node[entry.first.Scalar()] && !rest[entry.first.Scalar()])
        rest.force_insert(entry.first, entry.second);
  };
  if (merged.IsSequence())
    for (const YAML::Node& base : merged) add(base);
  else
    add(merged);
  walk_yaml(walk, rest, path, depth + 1);
}

void walk_yaml(DocumentWalk& walk, const YAML::Node& node, const std::string& path, int depth) {
  if (walk.stops(depth)) return;
  walk_merged(walk, node, path, depth);
  for (const auto& entry : node) {
    const std::string key = entry.first.IsScalar() ? entry.first.Scalar() : "?";
    if (key == "<<") continue;
    const std::string name = key.starts_with("--") ? key : under(path, key);  // Megatron's test files list flags
    if (entry.second.IsMap() && entry.second.size() > 0)
      walk_yaml(walk, entry.second, name, depth + 1);
    else
      walk.take(name, yaml_value(walk, entry.second, depth), entry.first.Mark().line + 1);
  }
}

Outcome<Flags> read_yaml(std::string_view text, std::span<const GivenFlag> added) {
  try {
    const YAML::Node root = YAML::Load(std::string(text));
    const bool tables = root.IsSequence() && root.size() > 0 &&
                        std::all_of(root.begin(), root.end(), [](const YAML::Node& each) { return each.IsMap(); });
    if (!root.IsMap() && !tables) return unreadable(1, "it isn't a YAML file with sections");
    DocumentWalk walk;
    if (root.IsMap()) walk_yaml(walk, root, "", 0);
    if (tables)  // as tools that serve models have them; what they say tells whose it is
      for (const YAML::Node& each : root) walk_yaml(walk, each, "", 0);
    walk.flags.insert(walk.flags.end(), added.begin(), added.end());
    fill_in(walk.flags);
    return outcome_of(std::move(walk));
  } catch (const YAML::Exception& error) {
    return unreadable(error.mark.line + 1, "it isn't YAML: " + shown(error.msg));
  }
}

void walk_json(DocumentWalk& walk, const Json& object, const std::string& path, int depth) {
  if (walk.stops(depth)) return;
  for (const auto& entry : object.items()) {
    if (entry.key() == "//") continue;  // as people comment where JSON has no comments
    const std::string name = under(path, entry.key());
    if (entry.value().is_object() && !entry.value().empty())
      walk_json(walk, entry.value(), name, depth + 1);
    else
      walk.take(name, entry.value(), 0);
  }
}

int depth_of_brackets(std::string_view text) {
  int depth = 0, deepest = 0;
  for (const char c : text) {
    if (c == '{' || c == '[') deepest = std::max(deepest, ++depth);
    if (c == '}' || c == ']') --depth;
  }
  return deepest;
}

/// "CONFIG_BATCH_SIZE" of a JSON where a script puts numbers in the place of such words; empty where none stands.
std::string stand_in_of(std::string_view text) {
  for (std::size_t colon = text.find(':'); colon != std::string_view::npos; colon = text.find(':', colon + 1)) {
    const std::size_t begin = std::min(text.find_first_not_of(" \t\n\r", colon + 1), text.size());
    std::size_t end = begin;
    while (end < text.size() && (text[end] == '_' || is_digit(text[end]) || (text[end] >= 'A' && text[end] <= 'Z')))
      ++end;
    if (end > begin + 1 && !is_digit(text[begin])) return std::string(text.substr(begin, end - begin));
  }
  return {};
}

Outcome<Flags> read_json(std::string_view text) {
  if (depth_of_brackets(text) > 4 * limits::launch_depth_max) return unreadable(0, "it nests too deeply");
  try {
    const Json json = Json::parse(text, nullptr, true, true);
    if (!json.is_object()) return unreadable(1, "it isn't a JSON object");
    DocumentWalk walk;
    walk_json(walk, json, "", 0);
    return outcome_of(std::move(walk));
  } catch (const Json::parse_error& error) {
    const std::string_view before = text.substr(0, std::min<std::size_t>(error.byte, text.size()));
    const std::string left = stand_in_of(text);
    return unreadable(static_cast<int>(std::count(before.begin(), before.end(), '\n')) + 1,
                      left.empty() ? "it isn't JSON"
                                   : "it is a template: " + shown(left) +
                                         " stands for what a script writes there; give the file that it makes");
  } catch (const Json::exception&) {  // a number beyond a double
    return unreadable(0, "it isn't JSON");
  }
}

}  // namespace

namespace {

Outcome<Flags> with_added(Outcome<Flags> read, std::span<const GivenFlag> added) {
  if (Flags* flags = std::get_if<0>(&read)) flags->insert(flags->end(), added.begin(), added.end());
  return read;
}

}  // namespace

Outcome<Flags> read_launch_document(LaunchForm form, std::string_view text, std::span<const GivenFlag> added) {
  switch (form) {
    case LaunchForm::toml:
      return with_added(read_toml(text), added);
    case LaunchForm::yaml:
      return read_yaml(text, added);
    case LaunchForm::json:
      return with_added(read_json(text), added);
    case LaunchForm::snippet:
      return read_fsdp_snippet(text);
    case LaunchForm::flags:
    case LaunchForm::python:
      break;
  }
  return unreadable(0, "it is no document");
}

Flags flags_of_arguments(std::span<const std::string> arguments) {
  Flags flags;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& argument = arguments[i];
    const std::size_t name = argument.find_first_not_of("-+"), equals = argument.find('=');
    if (name == std::string::npos) continue;
    const bool split = equals == std::string::npos && argument.starts_with("--") && i + 1 < arguments.size() &&
                       !arguments[i + 1].starts_with("--");
    if (equals == std::string::npos && !split && !argument.starts_with("--")) continue;
    const std::string text = split                         ? arguments[++i]
                             : equals == std::string::npos ? "true"
                                                           : argument.substr(equals + 1);
    const Value value = value_from_json_text(text);
    flags.push_back({argument.substr(name, equals == std::string::npos ? equals : equals - name),
                     value.none() ? Value(text) : value, 0});
  }
  return flags;
}

}  // namespace shardscope
