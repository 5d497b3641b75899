#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>

#include "core/expressions/json_value.h"
#include "core/fields/json_document.h"
#include "core/frameworks/framework.h"
#include "core/frameworks/framework_reader.h"

namespace shardscope {

namespace {

FlagSpec read_flag(FrameworkReader& reader, const FrameworkJson& entry, const std::string& path) {
  FlagSpec spec;
  if (!reader.object(
          entry, path,
          {"flag", "key", "type", "default", "values", "read", "write", "in_code", "as", "dest", "source", "note"}))
    return spec;
  spec.flag = reader.text(entry, "flag", path, true);
  spec.key = reader.text(entry, "key", path, true);
  spec.source = reader.text(entry, "source", path);
  spec.note = reader.text(entry, "note", path);
  spec.type = reader.named<FlagType>(entry, "type", path);
  if (entry.contains("default")) spec.fallback = value_from_json(entry["default"]);
  if (entry.contains("values"))
    for (const FrameworkJson& value : entry["values"]) spec.values.push_back(value_from_json(value));
  spec.in_code = entry.value("in_code", false);
  spec.as = reader.text(entry, "as", path);
  spec.dest = reader.text(entry, "dest", path);
  if (!spec.as.empty() && spec.as.find("{}") == std::string::npos) reader.fail(path + ".as", "it has no {}");
  spec.read = reader.assignments(entry, "read", path + ".");
  if (spec.read.empty() && !spec.key.empty()) spec.read.emplace_back(spec.key, *reader.expression("value", path));
  if (entry.contains("write")) spec.write = reader.expression(entry["write"], path + ".write");
  return spec;
}

FrameworkRule read_rule(FrameworkReader& reader, const FrameworkJson& entry, const std::string& path) {
  FrameworkRule rule;
  if (!reader.object(
          entry, path,
          {"id", "when", "requires", "message", "severity", "source", "check", "at_import", "since", "until"}))
    return rule;
  rule.id = reader.text(entry, "id", path, true);
  rule.when = reader.text(entry, "when", path);
  rule.requires_words = reader.text(entry, "requires", path);
  rule.message = reader.text(entry, "message", path, true);
  rule.source = reader.text(entry, "source", path, true);
  rule.severity = reader.named<RuleSeverity>(entry, "severity", path);
  rule.at_import = entry.value("at_import", false);
  rule.since = reader.text(entry, "since", path);
  rule.until = reader.text(entry, "until", path);
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

PythonFrame read_frame(FrameworkReader& reader, const FrameworkJson& python) {
  if (!reader.object(python, "python", {"module", "before", "after", "sections", "registries"})) return {};
  return {reader.text(python, "module", "python"), reader.texts(python, "before", "python"),
          reader.texts(python, "after", "python"), reader.pairs(python, "sections", "python."),
          reader.pairs(python, "registries", "python.")};
}

DecoderPrograms read_decoders(FrameworkReader& reader, const FrameworkJson& decoders) {
  if (!reader.object(decoders, "decoders", {"among", "families", "gated", "others"})) return {};
  return {reader.text(decoders, "among", "decoders", true), reader.texts(decoders, "families", "decoders"),
          reader.texts(decoders, "gated", "decoders"), reader.texts(decoders, "others", "decoders")};
}

void read_head(FrameworkReader& reader, const FrameworkJson& document, LaunchFramework& framework) {
  framework.title = reader.text(document, "title", "", true);
  framework.repository = reader.text(document, "repository", "", true);
  framework.commit = reader.text(document, "commit", "", true);
  framework.date = reader.text(document, "date", "", true);
  framework.aliases = reader.texts(document, "aliases", "");
  framework.told_by = reader.texts(document, "told_by", "");
  const std::pair<const char*, std::string*> words[] = {{"program", &framework.program},
                                                        {"option_prefix", &framework.optional},
                                                        {"variables_below", &framework.variables_below},
                                                        {"schedule_source", &framework.schedule_source}};
  for (const auto& [key, word] : words)
    if (document.contains(key)) *word = reader.text(document, key, "");
  for (const auto& [key, texts] :
       {std::pair("yours", &framework.yours), std::pair("model_in_checkpoint", &framework.model_in_checkpoint),
        std::pair("degrees_in_checkpoint", &framework.degrees_in_checkpoint)})
    if (document.contains(key)) *texts = reader.texts(document, key, "");
  for (std::string& name : reader.texts(document, "ignored", "")) framework.ignored.push_back(std::move(name));
  std::sort(framework.ignored.begin(), framework.ignored.end());
  if (framework.extends.empty() || document.contains("form"))
    framework.form = reader.named<LaunchForm>(document, "form", "");
  if (const auto python = document.find("python"); python != document.end())
    framework.python = read_frame(reader, *python);
  framework.takes_dashes = document.contains("takes_dashes") && document["takes_dashes"] == true;
  if (const auto decoders = document.find("decoders"); decoders != document.end())
    framework.decoders = read_decoders(reader, *decoders);
  const auto software = document.find("software");
  if (software == document.end() || !reader.object(*software, "software", {"framework", "year"})) return;
  const std::string name = reader.text(*software, "framework", "software", true);
  const auto known = value_named<Framework>(name);
  if (!known) reader.fail("software.framework", "\"" + shown(name) + "\" isn't known");
  framework.software.framework = known.value_or(framework.software.framework);
  if (software->contains("year") && (*software)["year"].is_number()) framework.software.year = (*software)["year"];
}

std::vector<NamedConfiguration> read_configuration(FrameworkReader& reader, const FrameworkJson& document) {
  std::vector<NamedConfiguration> all;
  for (std::size_t i = 0; document.contains("configuration") && i < document["configuration"].size(); ++i) {
    const FrameworkJson& entry = document["configuration"][i];
    const std::string path = "configuration[" + std::to_string(i) + "]";
    if (!reader.object(entry, path, {"option", "variable", "program", "module", "file", "text", "below_command"}))
      continue;
    for (const auto& [key, said] : entry.items())
      if (said == "") reader.fail(path + "." + key, "it is empty; leave it out where a launch has none");
    all.push_back({reader.text(entry, "option", path), reader.text(entry, "variable", path),
                   reader.text(entry, "program", path), reader.text(entry, "module", path),
                   reader.text(entry, "file", path), reader.texts(entry, "text", path),
                   entry.contains("below_command") && entry["below_command"] == true});
  }
  return all;
}

/// A release's or fork's own before the base's of that name, since the first that gives a value decides; where the base
/// has none, before all.
void put_before(std::vector<Assignment>& base, std::vector<Assignment> own) {
  std::size_t front = 0;
  for (Assignment& each : own) {
    const auto same = std::find_if(base.begin() + static_cast<std::ptrdiff_t>(front), base.end(),
                                   [&](const Assignment& other) { return other.first == each.first; });
    if (same == base.end())
      base.insert(base.begin() + static_cast<std::ptrdiff_t>(front++), std::move(each));
    else
      base.insert(same, std::move(each));
  }
}

std::vector<FlagSpec>::iterator find_flag(LaunchFramework& framework, std::string_view name) {
  return std::find_if(framework.flags.begin(), framework.flags.end(),
                      [&](const FlagSpec& spec) { return spec.flag == name; });
}

/// The flag under another name. In a text of another form than the base's it is the name that is written.
FlagSpec renamed(const FlagSpec& spec, std::string name, bool writes) {
  FlagSpec other = spec;
  other.flag = std::move(name);
  other.same_as = spec.same_as.empty() ? spec.flag : spec.same_as;
  if (!writes) other.write.reset();
  return other;
}

/// "system.*" for "--*": every flag of the base under that table, with underscores for dashes.
void name_all_below(LaunchFramework& framework, const NamePattern& names, bool writes) {
  std::vector<std::string> below;  // of each flag; empty where it has none
  for (const FlagSpec& spec : framework.flags) {
    std::string& name = below.emplace_back();
    if (!spec.same_as.empty() || !spec.flag.starts_with(names.of)) continue;
    name = names.prefix + spec.flag.substr(names.of.size());
    if (!names.of.empty())
      std::replace(name.begin() + static_cast<std::ptrdiff_t>(names.prefix.size()), name.end(), '-', '_');
    if (framework.flag(name) != nullptr) name.clear();
  }
  std::vector<FlagSpec> flags;
  flags.reserve(2 * below.size());
  for (std::size_t i = 0; i < below.size(); ++i) {
    FlagSpec& own = flags.emplace_back(std::move(framework.flags[i]));
    if (!below[i].empty()) flags.push_back(renamed(own, std::move(below[i]), writes));
  }
  framework.flags = std::move(flags);
}

/// Whether it has on its command line what the base has in a JSON, whose keys no command line takes.
bool is_beside_json(const LaunchFramework& dialect, LaunchForm base_form) {
  return !dialect.extends.empty() && dialect.form == LaunchForm::flags && base_form == LaunchForm::json;
}

/// Whether no text of the base's form is one of the dialect's, so that the same names tell it.
bool has_texts_of_its_own(const LaunchFramework& dialect, LaunchForm base_form) {
  return is_beside_json(dialect, base_form) || (base_form == LaunchForm::python && dialect.form == LaunchForm::yaml);
}

/// Further names of flags, each behind the flag's own, so that those which build on it find it read; and of a text in
/// another form than the base's those that are written.
void read_other_names(FrameworkReader& reader, const FrameworkJson& document, LaunchFramework& framework,
                      LaunchForm base_form) {
  if (!document.contains("also")) return;
  std::set<std::string, std::less<>> written;
  const bool words = is_beside_json(framework, base_form);
  const bool other_form = !framework.extends.empty() && framework.form != base_form;
  const auto writes = [&](const std::string& name, const std::string& flag) {
    return other_form && (!words || name.starts_with("--")) && written.insert(flag).second;
  };
  for (const auto& [name, json] : document["also"].items()) {
    const std::string of = json.is_string() ? json.get<std::string>() : std::string();
    if (name.ends_with('*')) continue;
    const auto base = find_flag(framework, of);
    if (base == framework.flags.end())
      reader.fail("also." + name, "there is no such flag");
    else
      framework.flags.insert(base + 1, renamed(*base, name, writes(name, of)));
  }
  bool first = other_form;
  for (const auto& [name, json] : document["also"].items()) {
    if (!name.ends_with('*') || !json.is_string()) continue;
    const std::string of = json.get<std::string>();
    framework.names_below.push_back({name.substr(0, name.size() - 1), of.substr(0, of.find('*'))});
    name_all_below(framework, framework.names_below.back(), std::exchange(first, false));
  }
  if (other_form)
    for (FlagSpec& spec : framework.flags)
      if (spec.same_as.empty() && spec.flag.starts_with("--") != words) spec.write.reset();
}

/// Further values of flags, and the known one that each counts as.
void read_other_values(FrameworkReader& reader, const FrameworkJson& document, LaunchFramework& framework) {
  if (!document.contains("values")) return;
  for (const auto& [name, values] : document["values"].items()) {
    const auto spec = find_flag(framework, name);
    if (spec == framework.flags.end() || !values.is_object()) {
      reader.fail("values." + name, "there is no such flag");
      continue;
    }
    for (const auto& [value, known] : values.items())
      spec->stands_for.emplace_back(Value(value), value_from_json(known));
  }
}

void read_flags_and_rules(FrameworkReader& reader, const FrameworkJson& document, LaunchFramework& framework) {
  for (std::size_t i = 0; document.contains("flags") && i < document["flags"].size(); ++i) {
    FlagSpec spec = read_flag(reader, document["flags"][i], "flags[" + std::to_string(i) + "]");
    const auto same = find_flag(framework, spec.flag);
    same == framework.flags.end() ? framework.flags.push_back(std::move(spec)) : void(*same = std::move(spec));
  }
  for (std::size_t i = 0; document.contains("rules") && i < document["rules"].size(); ++i)
    framework.rules.push_back(read_rule(reader, document["rules"][i], "rules[" + std::to_string(i) + "]"));
  for (auto& slip : reader.pairs(document, "slips", "")) framework.slips.push_back(std::move(slip));
  for (const auto& [name, flag] : framework.slips)
    if (framework.flag(flag) == nullptr) reader.fail("slips." + name, "there is no such flag");
}

void read_recipes(FrameworkReader& reader, const FrameworkJson& document, LaunchFramework& framework) {
  put_before(framework.recipe_says, reader.assignments(document, "recipe_says", ""));
  if (!document.contains("recipes")) return;
  for (std::size_t i = 0; i < document["recipes"].size(); ++i) {
    const FrameworkJson& entry = document["recipes"][i];
    const std::string path = "recipes[" + std::to_string(i) + "]";
    if (!reader.object(entry, path, {"names", "sets"})) continue;
    FrameworkRecipe recipe{reader.texts(entry, "names", path), {}};
    if (recipe.names.empty()) reader.fail(path + ".names", "a name is wanted");
    if (entry.contains("sets") && entry["sets"].is_object())
      for (const auto& [flag, value] : entry["sets"].items()) {
        if (framework.flag(flag) == nullptr) reader.fail(path + ".sets." + flag, "there is no such flag");
        recipe.sets.emplace_back(flag, value_from_json(value));
      }
    framework.recipes.push_back(std::move(recipe));
  }
}

/// The name's own value, in its place.
template <class T>
void put(std::vector<std::pair<std::string, T>>& all, const std::string& name, T value) {
  const auto same = std::find_if(all.begin(), all.end(), [&](const auto& each) { return each.first == name; });
  same == all.end() ? void(all.emplace_back(name, std::move(value))) : void(same->second = std::move(value));
}

void read_models(FrameworkReader& reader, const FrameworkJson& document, LaunchFramework& framework) {
  if (!document.contains("models")) return;
  for (const auto& [name, json] : document["models"].items()) {
    if (!json.is_string() && !json.is_object()) reader.fail("models." + name, "a preset or sizes are wanted");
    const std::string own = json.is_string() ? json.get<std::string>() : std::string();
    const auto same = std::find_if(framework.model_sizes.begin(), framework.model_sizes.end(),
                                   [&](const auto& each) { return own == each.first; });
    if (same != framework.model_sizes.end()) {  // another name of it
      put(framework.model_sizes, name, Names(same->second));
      continue;
    }
    if (json.is_string()) put(framework.models, name, json.get<std::string>());
    if (!json.is_object()) continue;
    Names sizes;
    for (const auto& [key, value] : json.items()) sizes["model." + key] = value_from_json(value);
    put(framework.model_sizes, name, std::move(sizes));
  }
}

void read_releases(FrameworkReader& reader, const FrameworkJson& document, LaunchFramework& framework) {
  if (document.contains("releases")) framework.releases_repository = framework.repository;
  for (std::size_t i = 0; document.contains("releases") && i < document["releases"].size(); ++i) {
    const FrameworkJson& entry = document["releases"][i];
    const std::string path = "releases[" + std::to_string(i) + "]";
    if (!reader.object(entry, path, {"name", "year", "first", "last"})) continue;
    FrameworkRelease release{reader.text(entry, "name", path, true), 0, reader.texts(entry, "first", path),
                             reader.texts(entry, "last", path)};
    if (entry.contains("year") && entry["year"].is_number()) release.year = entry["year"];
    const double before = framework.releases.empty() ? 0 : framework.releases.back().year;
    if (release.year <= before) reader.fail(path + ".year", "a year above that of the release before it is wanted");
    framework.releases.push_back(std::move(release));
  }
  for (const FrameworkRule& rule : framework.rules)
    for (const std::string& name : {rule.since, rule.until})
      if (!name.empty() && std::none_of(framework.releases.begin(), framework.releases.end(),
                                        [&](const FrameworkRelease& each) { return each.name == name; }))
        reader.fail("rules." + rule.id, "there is no release " + shown(name));
}

/// A copy of what a dialect extends, without what the dialect hasn't; an empty framework where it extends none.
LaunchFramework base_of(FrameworkReader& reader, const FrameworkJson& document,
                        std::span<const LaunchFramework> known) {
  const std::string name = reader.text(document, "extends", "");
  if (name.empty()) return {};
  const LaunchFramework* base = find_framework(known, name);
  if (base == nullptr)
    return reader.fail("extends", "there is no framework " + shown(name) + " before it"), LaunchFramework{};
  LaunchFramework copy = *base;
  copy.extends = base->preset;
  for (const std::string& flag : reader.texts(document, "without_flags", ""))
    std::erase_if(copy.flags, [&](const FlagSpec& spec) { return spec.flag == flag; });
  std::erase_if(copy.slips, [&](const auto& slip) { return copy.flag(slip.second) == nullptr; });
  for (const std::string& rule : reader.texts(document, "without_rules", ""))
    std::erase_if(copy.rules, [&](const FrameworkRule& each) { return each.id == rule; });
  return copy;
}

// clang-format off
const std::initializer_list<std::string_view> framework_keys = {
    "order", "title", "repository", "commit", "date", "program", "option_prefix", "aliases", "form", "software",
    "flags", "ignored", "ignored_source", "defaults", "rule_defaults", "world", "rules", "models", "environment",
    "$schema", "yours", "model_in_checkpoint", "degrees_in_checkpoint", "configuration", "idle_arguments", "python",
    "decoders", "variables_below", "schedule_source", "extends", "told_by",
    "also", "values", "without_flags", "without_rules", "recipes", "recipes_source", "slips", "releases",
    "releases_source", "needs", "recipe_says", "takes_dashes"};
// clang-format on

}  // namespace

Outcome<LaunchFramework> parse_framework(std::string_view text, std::span<const LaunchFramework> known) {
  const Outcome<FrameworkJson> parsed = parse_document_in_order(text);
  if (!succeeded(parsed)) return problems_of(parsed);
  const FrameworkJson& document = value_of(parsed);
  FrameworkReader reader;
  if (!reader.object(document, "", framework_keys)) return reader.problems;
  LaunchFramework framework = base_of(reader, document, known);
  for (const char* list : {"flags", "rules"})
    if (document.contains(list) ? !document[list].is_array() : framework.extends.empty())
      reader.fail(list, "a list is wanted");
  for (const char* table : {"also", "values", "models"})
    if (document.contains(table) && !document[table].is_object()) reader.fail(table, "an object is wanted");
  if (!reader.problems.empty()) return reader.problems;
  const LaunchForm base_form = framework.form;
  read_head(reader, document, framework);
  framework.configuration = read_configuration(reader, document);
  framework.idle_arguments = reader.pairs(document, "idle_arguments", "");
  put_before(framework.defaults, reader.assignments(document, "defaults", ""));
  put_before(framework.rule_defaults, reader.assignments(document, "rule_defaults", ""));
  put_before(framework.needs, reader.assignments(document, "needs", ""));
  put_before(framework.environment, reader.assignments(document, "environment", ""));
  if (document.contains("world")) framework.world = reader.expression(document["world"], "world");
  read_models(reader, document, framework);
  read_flags_and_rules(reader, document, framework);
  read_releases(reader, document, framework);
  read_recipes(reader, document, framework);
  std::erase_if(framework.ignored,
                [&](const std::string& name) { return find_flag(framework, name) != framework.flags.end(); });
  read_other_values(reader, document, framework);
  read_other_names(reader, document, framework, base_form);
  if (const LaunchFramework* base = find_framework(known, framework.extends); !framework.extends.empty())
    std::erase_if(
        framework.told_by,  // what the base has too tells nothing; what it only ignores may be long gone there
        [&](const std::string& name) {
          if (has_texts_of_its_own(framework, base->form)) return false;
          return base->flag(name) != nullptr || (base->form != framework.form && base->ignores(name));
        });
  if (!reader.problems.empty()) return reader.problems;
  return framework;
}

}  // namespace shardscope
