#include "core/frameworks/framework.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/characters.h"
#include "core/expressions/json_value.h"
#include "core/fields/json_document.h"

namespace shardscope {

namespace {

using Json = nlohmann::ordered_json;

/// Reads a file's parts, collecting what is wrong.
class FrameworkReader {
 public:
  std::vector<Problem> problems;

  void fail(const std::string& path, const std::string& message) {
    problems.push_back({Severity::error, path, message, "framework"});
  }

  /// Every key that isn't among `known` is a problem.
  bool object(const Json& value, const std::string& path, std::initializer_list<std::string_view> known) {
    if (!value.is_object()) return fail(path, "this isn't an object"), false;
    for (const auto& entry : value.items())
      if (std::find(known.begin(), known.end(), entry.key()) == known.end())
        fail(path + (path.empty() ? "" : ".") + shown(entry.key()), "there is no such key");
    return true;
  }

  std::string text(const Json& object, const char* key, const std::string& path, bool required = false) {
    const auto found = object.find(key);
    if (found != object.end() && found->is_string()) return found->get<std::string>();
    if (found != object.end() || required) fail(path + "." + key, "text is wanted");
    return {};
  }

  std::vector<std::string> texts(const Json& object, const char* key, const std::string& path) {
    std::vector<std::string> all;
    const auto found = object.find(key);
    if (found == object.end()) return all;
    if (!found->is_array()) return fail(path + "." + key, "a list is wanted"), all;
    for (const Json& each : *found)
      if (each.is_string())
        all.push_back(each.get<std::string>());
      else
        fail(path + "." + key, "a list of texts is wanted");
    return all;
  }

  std::optional<Expression> expression(const Json& value, const std::string& path) {
    if (!value.is_string()) return fail(path, "an expression is wanted"), std::nullopt;
    Outcome<Expression> parsed = parse_expression(value.get_ref<const std::string&>());
    if (succeeded(parsed)) return std::move(std::get<0>(parsed));
    fail(path, problems_of(parsed).front().message);
    return std::nullopt;
  }

  template <class T>
  T named(const Json& object, const char* key, const std::string& path) {
    const std::string word = text(object, key, path, true);
    std::string names;
    for (std::size_t i = 0; i < count_of<T>; ++i) {
      const std::string_view name = name_of(static_cast<T>(i));
      if (word == name) return static_cast<T>(i);
      names += (names.empty() ? "" : ", ") + std::string(name);
    }
    fail(path + (path.empty() ? "" : ".") + key, "\"" + shown(word) + "\" isn't one of " + names);
    return T{};
  }

  /// [["name", "expression"], …]
  std::vector<Assignment> assignments(const Json& object, const char* key, const std::string& path) {
    std::vector<Assignment> all;
    const auto found = object.find(key);
    if (found == object.end()) return all;
    for (std::size_t i = 0; i < found->size(); ++i) {
      const std::string here = path + key + "[" + std::to_string(i) + "]";
      const Json* pair = found->is_array() ? &(*found)[i] : nullptr;
      if (pair == nullptr || !pair->is_array() || pair->size() != 2 || !(*pair)[0].is_string())
        fail(here, "a name and an expression are wanted");
      else if (std::optional<Expression> value = expression((*pair)[1], here))
        all.emplace_back((*pair)[0].get<std::string>(), std::move(*value));
    }
    return all;
  }
};

FlagSpec read_flag(FrameworkReader& reader, const Json& entry, const std::string& path) {
  FlagSpec spec;
  if (!reader.object(entry, path,
                     {"flag", "key", "type", "default", "values", "read", "write", "in_code", "as", "source", "note"}))
    return spec;
  spec.flag = reader.text(entry, "flag", path, true);
  spec.key = reader.text(entry, "key", path, true);
  spec.source = reader.text(entry, "source", path);
  spec.note = reader.text(entry, "note", path);
  spec.type = reader.named<FlagType>(entry, "type", path);
  if (entry.contains("default")) spec.fallback = value_from_json(entry["default"]);
  if (entry.contains("values"))
    for (const Json& value : entry["values"]) spec.values.push_back(value_from_json(value));
  spec.in_code = entry.value("in_code", false);
  spec.as = reader.text(entry, "as", path);
  if (!spec.as.empty() && spec.as.find("{}") == std::string::npos) reader.fail(path + ".as", "it has no {}");
  spec.read = reader.assignments(entry, "read", path + ".");
  if (spec.read.empty() && !spec.key.empty()) spec.read.emplace_back(spec.key, *reader.expression("value", path));
  if (entry.contains("write")) spec.write = reader.expression(entry["write"], path + ".write");
  return spec;
}

FrameworkRule read_rule(FrameworkReader& reader, const Json& entry, const std::string& path) {
  FrameworkRule rule;
  if (!reader.object(entry, path, {"id", "when", "requires", "message", "severity", "source", "check", "at_import"}))
    return rule;
  rule.id = reader.text(entry, "id", path, true);
  rule.when = reader.text(entry, "when", path);
  rule.requires_words = reader.text(entry, "requires", path);
  rule.message = reader.text(entry, "message", path, true);
  rule.source = reader.text(entry, "source", path, true);
  rule.severity = reader.named<RuleSeverity>(entry, "severity", path);
  rule.at_import = entry.value("at_import", false);
  const auto check = entry.find("check");
  if (check == entry.end()) return rule;
  if (!check->is_array() || check->size() != 2) return reader.fail(path + ".check", "a pair is wanted"), rule;
  rule.applies = reader.expression((*check)[0], path + ".check[0]");
  rule.holds = reader.expression((*check)[1], path + ".check[1]");
  for (const std::optional<Expression>* side : {&rule.holds, &rule.applies})
    if (*side)
      for (std::string& name : names_in(**side))
        if (std::find(rule.keys.begin(), rule.keys.end(), name) == rule.keys.end())
          rule.keys.push_back(std::move(name));
  return rule;
}

void read_head(FrameworkReader& reader, const Json& document, LaunchFramework& framework) {
  framework.title = reader.text(document, "title", "", true);
  framework.repository = reader.text(document, "repository", "", true);
  framework.commit = reader.text(document, "commit", "", true);
  framework.date = reader.text(document, "date", "", true);
  framework.program = reader.text(document, "program", "");
  framework.optional = reader.text(document, "option_prefix", "");
  framework.schedule_source = reader.text(document, "schedule_source", "");
  framework.aliases = reader.texts(document, "aliases", "");
  framework.ignored = reader.texts(document, "ignored", "");
  framework.yours = reader.texts(document, "yours", "");
  std::sort(framework.ignored.begin(), framework.ignored.end());
  framework.form = reader.named<LaunchForm>(document, "form", "");
  if (const auto python = document.find("python");
      python != document.end() && reader.object(*python, "python", {"module", "before", "after"})) {
    framework.python.module = reader.text(*python, "module", "python");
    framework.python.before = reader.texts(*python, "before", "python");
    framework.python.after = reader.texts(*python, "after", "python");
  }
  const auto software = document.find("software");
  if (software == document.end() || !reader.object(*software, "software", {"framework", "year"})) return;
  const std::string name = reader.text(*software, "framework", "software", true);
  const auto known = choice_named<Framework>(name);
  if (!known) reader.fail("software.framework", "\"" + shown(name) + "\" isn't known");
  framework.software.framework = known.value_or(framework.software.framework);
  if (software->contains("year") && (*software)["year"].is_number()) framework.software.year = (*software)["year"];
}

}  // namespace

const FlagSpec* LaunchFramework::flag(std::string_view name) const {
  const auto found = std::find_if(flags.begin(), flags.end(), [&](const FlagSpec& spec) { return spec.flag == name; });
  return found == flags.end() ? nullptr : &*found;
}

bool LaunchFramework::ignores(std::string_view name) const {
  if (std::binary_search(ignored.begin(), ignored.end(), name)) return true;
  return std::any_of(ignored.begin(), ignored.end(), [&](std::string_view pattern) {
    return pattern.ends_with('*') && name.starts_with(pattern.substr(0, pattern.size() - 1));
  });
}

Outcome<LaunchFramework> parse_framework(std::string_view text) {
  const Outcome<nlohmann::json> checked = parse_document(text);
  if (!succeeded(checked)) return problems_of(checked);
  const Json document = Json::parse(text, nullptr, false);  // once more, in the order in which it is written
  FrameworkReader reader;
  LaunchFramework framework;
  if (!reader.object(
          document, "",
          {"order", "title",    "repository",  "commit",  "date",           "program",  "option_prefix",  "aliases",
           "form",  "software", "flags",       "ignored", "ignored_source", "defaults", "rule_defaults",  "world",
           "rules", "models",   "environment", "$schema", "yours",          "python",   "schedule_source"}))
    return reader.problems;
  read_head(reader, document, framework);
  framework.defaults = reader.assignments(document, "defaults", "");
  framework.rule_defaults = reader.assignments(document, "rule_defaults", "");
  framework.environment = reader.assignments(document, "environment", "");
  if (document.contains("world")) framework.world = reader.expression(document["world"], "world");
  if (document.contains("models") && document["models"].is_object())
    for (const auto& entry : document["models"].items())
      if (entry.value().is_string()) framework.models.emplace_back(entry.key(), entry.value().get<std::string>());
  for (const char* list : {"flags", "rules"})
    if (!document.contains(list) || !document[list].is_array()) reader.fail(list, "a list is wanted");
  if (!reader.problems.empty()) return reader.problems;
  for (std::size_t i = 0; i < document["flags"].size(); ++i)
    framework.flags.push_back(read_flag(reader, document["flags"][i], "flags[" + std::to_string(i) + "]"));
  for (std::size_t i = 0; i < document["rules"].size(); ++i)
    framework.rules.push_back(read_rule(reader, document["rules"][i], "rules[" + std::to_string(i) + "]"));
  if (!reader.problems.empty()) return reader.problems;
  return framework;
}

ModelFunction model_function(const LaunchFramework& framework, std::string_view model) {
  const std::size_t space = model.find(' ');
  if (space == std::string_view::npos) return {"my_models", "my_model"};
  std::string module = framework.python.module, function = lower(model);
  if (const std::size_t at = module.find("{}"); at != std::string::npos) module.replace(at, 2, model.substr(0, space));
  std::replace_if(
      function.begin(), function.end(), [](char c) { return c == ' ' || c == '-'; }, '_');
  return {module, function};
}

const LaunchFramework* find_framework(std::span<const LaunchFramework> frameworks, std::string_view name) {
  const std::string wanted = lower(name);
  for (const LaunchFramework& each : frameworks)
    if (lower(each.preset) == wanted) return &each;
  for (const LaunchFramework& each : frameworks)
    for (const std::string& alias : each.aliases)
      if (lower(alias) == wanted) return &each;
  return nullptr;
}

std::string framework_names(std::span<const LaunchFramework> frameworks) {
  std::vector<std::string> names;
  for (const LaunchFramework& each : frameworks) names.push_back(each.preset);
  return joined(names);
}

std::optional<LaunchForm> form_of_file(std::string_view file) {
  for (std::size_t i = 0; i < count_of<LaunchForm>; ++i)
    for (const std::string_view ending : table_of<LaunchForm>[i].endings)
      if (!ending.empty() && file.ends_with(ending)) return static_cast<LaunchForm>(i);
  return std::nullopt;
}

}  // namespace shardscope
