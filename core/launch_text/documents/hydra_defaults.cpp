#include "core/launch_text/documents/hydra_defaults.h"

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>

#include "core/base/characters.h"
#include "core/base/rule_names.h"
#include "core/expressions/json_value.h"
#include "core/fields/fields.h"
#include "core/launch_text/documents/interpolation.h"
#include "core/launch_text/documents/launch_documents.h"
#include "core/shell/shell.h"

namespace shardscope {

namespace {

using Json = nlohmann::ordered_json;
using Files = ShellFiles;

constexpr std::string_view list_name = "defaults";
constexpr std::string_view own_place = "_self_";

bool is_open(const std::string& name) {
  return name.empty() || name == "???" || name.find("${") != std::string::npos;
}

/// "override /train@_global_" as its group and package; a group of Hydra's own is empty.
HydraPart part_of(std::string key, const std::string& name, int line) {
  for (const std::string_view word : {"override ", "optional "})
    if (key.starts_with(word)) key.erase(0, word.size());
  HydraPart part{{}, {}, {}, false, line};
  if (const std::size_t at = key.find('@'); at != std::string::npos) {
    part.package = key.substr(at + 1);
    if (part.package.starts_with("_")) part.package.clear();  // _global_, _group_, _here_
    key.erase(at);
  }
  key.erase(0, key.find_first_not_of('/') == std::string::npos ? key.size() : key.find_first_not_of('/'));
  part.group = key;
  part.path =
      key + (key.empty() ? "" : "/") + name + (name.ends_with(".yaml") || name.ends_with(".yml") ? "" : ".yaml");
  return part;
}

void take_entry(std::vector<HydraPart>& parts, const Json& entry, int line) {
  const auto take = [&](const std::string& key, const Json& name) {
    const bool hydras = key.find("hydra/") != std::string::npos || key == "hydra";
    const Value said = value_from_json(name);  // 7b is a word that may be no text
    if (const std::string* text = said.text(); text != nullptr && !hydras && !is_open(*text))
      parts.push_back(part_of(key, *text, line));
  };
  if (entry.is_string()) {
    const auto name = entry.get<std::string>();
    const std::size_t slash = name.rfind('/');
    const bool below = slash != std::string::npos;
    if (!is_open(name))
      parts.push_back(part_of(below ? name.substr(0, slash) : "", below ? name.substr(slash + 1) : name, line));
    return;
  }
  if (!entry.is_object()) return;
  for (const auto& each : entry.items()) {
    if (each.value().is_array())
      for (const Json& name : each.value()) take(each.key(), name);
    else
      take(each.key(), each.value());
  }
}

/// How many of the keys some framework's configuration knows, below `before`.
std::ptrdiff_t known_below(const std::string& before, const std::vector<GivenFlag>& flags,
                           std::span<const LaunchFramework> frameworks) {
  return std::count_if(flags.begin(), flags.end(), [&](const GivenFlag& each) {
    return std::any_of(frameworks.begin(), frameworks.end(), [&](const LaunchFramework& framework) {
      return framework.form == LaunchForm::yaml && framework.flag(before + each.flag) != nullptr;
    });
  });
}

Outcome<std::vector<GivenFlag>> flags_of_part(const HydraPart& part, const std::string& text,
                                              std::span<const LaunchFramework> frameworks) {
  Outcome<std::vector<GivenFlag>> read = read_launch_document(LaunchForm::yaml, text);
  if (!succeeded(read)) {
    std::vector<Problem> problems = problems_of(read);
    for (Problem& problem : problems) {
      if (problem.places.empty()) problem.places.emplace_back();
      for (TextPlace& place : problem.places) place.file = part.path;
    }
    return problems;
  }
  std::vector<GivenFlag>& flags = std::get<0>(read);
  std::string before = part.package.empty() ? part.group : part.package;
  std::replace(before.begin(), before.end(), '/', '.');
  if (!before.empty()) before += '.';
  const bool below =
      !part.package.empty() || known_below(before, flags, frameworks) > known_below({}, flags, frameworks);
  for (GivenFlag& each : flags) {
    if (below) each.flag = before + each.flag;
    each.file = part.path;
  }
  return read;
}

}  // namespace

std::vector<HydraPart> hydra_parts(std::span<const GivenFlag> flags) {
  const auto list =
      std::find_if(flags.begin(), flags.end(), [](const GivenFlag& each) { return each.flag == list_name; });
  std::vector<HydraPart> parts;
  if (list == flags.end() || list->value.list() == nullptr) return parts;
  const Json entries = list->json.empty() ? json_from_value(list->value) : Json::parse(list->json, nullptr, false);
  bool over = std::find(entries.begin(), entries.end(), own_place) == entries.end();  // it stands first where unsaid
  for (const Json& entry : entries) {
    const std::size_t before = parts.size();
    entry == own_place ? void(over = true) : take_entry(parts, entry, list->line);
    for (std::size_t i = before; i < parts.size(); ++i) parts[i].over = over;
  }
  return parts;
}

namespace {

/// The flags with those of the parts that are among the files.
Outcome<std::vector<GivenFlag>> with_hydra_parts(std::vector<GivenFlag> own, const Files& files,
                                                 std::span<const LaunchFramework> frameworks,
                                                 std::vector<std::string>& used) {
  std::vector<GivenFlag> under, over;
  for (const HydraPart& part : hydra_parts(own)) {
    const auto file = file_meant(files, part.path);
    if (file == files.end()) continue;
    Outcome<std::vector<GivenFlag>> read = flags_of_part(part, file->second, frameworks);
    if (!succeeded(read)) return read;
    std::vector<GivenFlag>& place = part.over ? over : under;
    for (GivenFlag& each : std::get<0>(read)) place.push_back(std::move(each));
    used.push_back(file->first);
  }
  if (under.empty() && over.empty()) return own;
  under.insert(under.end(), std::make_move_iterator(own.begin()), std::make_move_iterator(own.end()));
  under.insert(under.end(), std::make_move_iterator(over.begin()), std::make_move_iterator(over.end()));
  std::vector<GivenFlag> all;  // each once: what is said last is what Hydra merges to
  std::set<std::string, std::less<>> said;
  for (auto each = under.rbegin(); each != under.rend(); ++each)
    if (said.insert(each->flag).second) all.push_back(std::move(*each));
  std::reverse(all.begin(), all.end());
  fill_in(all);
  return all;
}

}  // namespace

Outcome<std::vector<GivenFlag>> read_composed_document(LaunchForm form, std::string_view text,
                                                       std::span<const LaunchFramework> frameworks, const Files& files,
                                                       std::span<const std::string> arguments,
                                                       std::vector<std::string>& used) {
  const std::vector<GivenFlag> on_top = flags_of_arguments(arguments);
  Outcome<std::vector<GivenFlag>> flags = read_launch_document(form, text, on_top);
  if (!succeeded(flags) || form != LaunchForm::yaml || hydra_parts(value_of(flags)).empty()) return flags;
  flags = read_launch_document(form, text);
  if (succeeded(flags)) flags = with_hydra_parts(std::move(std::get<0>(flags)), files, frameworks, used);
  if (succeeded(flags)) std::get<0>(flags).insert(std::get<0>(flags).end(), on_top.begin(), on_top.end());
  return flags;
}

std::vector<HydraPart> hydra_parts_elsewhere(std::span<const GivenFlag> flags, const Files& files) {
  std::vector<HydraPart> parts = hydra_parts(flags);
  std::erase_if(parts, [&](const HydraPart& part) { return file_meant(files, part.path) != files.end(); });
  return parts;
}

std::optional<Problem> composed_elsewhere(const LaunchFramework* framework, std::span<const GivenFlag> flags,
                                          const Files& files) {
  const std::vector<HydraPart> parts = hydra_parts_elsewhere(flags, files);
  if (parts.empty()) return std::nullopt;
  std::vector<std::string> paths;
  for (const HydraPart& part : parts) paths.push_back(part.path);
  const bool plan = framework != nullptr && std::any_of(flags.begin(), flags.end(), [&](const GivenFlag& given) {
                      const FlagSpec* spec = framework->flag(given.flag);
                      return spec != nullptr && is_of_plan_or_model(spec->key);
                    });
  return Problem{plan ? Severity::hint : Severity::error, TextPlace{{}, parts.front().line, std::string(list_name)},
                 "the configuration is composed of " + shown(joined(paths, " and ")) + " too, which " +
                     (paths.size() == 1 ? "isn't here; name that file" : "aren't here; name those files") +
                     " behind it",
                 plan ? std::string(rule_name::taken_for_granted) : "launch-text"};
}

}  // namespace shardscope
