#include "core/launch/notices/unknown_flags.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "core/base/characters.h"
#include "core/base/rule_names.h"
#include "core/frameworks/size_words.h"

namespace shardscope {

std::string names_with_lines(std::span<const GivenFlag> flags) {
  std::vector<std::string> names;
  for (const GivenFlag& given : flags)
    names.push_back(shown(given.flag) + (given.line > 0        ? " (line " + std::to_string(given.line) + ")"
                                         : !given.file.empty() ? " (" + shown(given.file) + ")"
                                                               : ""));
  return joined(names);
}

std::vector<GivenFlag> unknown_flags(const LaunchText& launch, const FlagReading& reading) {
  std::vector<GivenFlag> unknown = reading.without_effect;
  unknown.insert(unknown.end(), launch.unknown_beside.begin(), launch.unknown_beside.end());
  std::erase_if(unknown, [&](const GivenFlag& each) { return each.flag == launch.machines.name; });
  return unknown;
}

namespace {

/// Of an unknown flag that is on, what its name speaks of.
std::string_view unknown_topic(const LaunchFramework& framework, const GivenFlag& given) {
  constexpr std::string_view no[] = {"0", "no", "off", "false", "False", "none", "None", "null"};
  const std::string* text = given.value.text();
  const bool off = given.value == Value(false) ||
                   (text != nullptr && std::find(std::begin(no), std::end(no), *text) != std::end(no));
  const bool known = framework.flag(given.flag) != nullptr || framework.ignores(given.flag);
  if (off || known) return {};
  const std::string_view topic = topic_of(given.flag);
  return topic.empty() && is_size_like(given) ? "sizes of the model or the plan" : topic;
}

void say_topics(std::vector<Problem>& notices, const LaunchFramework& framework, std::span<const GivenFlag> unknown) {
  std::vector<std::pair<std::string_view, std::vector<GivenFlag>>> topics;
  for (const GivenFlag& given : unknown) {
    const std::string_view topic = unknown_topic(framework, given);
    if (topic.empty()) continue;
    auto found = std::find_if(topics.begin(), topics.end(), [&](const auto& each) { return each.first == topic; });
    if (found == topics.end()) found = topics.insert(found, {topic, {}});
    found->second.push_back(given);
  }
  for (const auto& [topic, flags] : topics)
    notices.push_back(
        {Severity::warning,
         {},
         (flags.size() == 1 ? "unknown here, and its name speaks of " : "unknown here, and their names speak of ") +
             std::string(topic) + ", of which nothing is counted: " + names_with_lines(flags),
         std::string(rule_name::unknown_plan_flag)});
}

/// "doremi" of doremi.domain_names; empty of a key in no table.
std::string top_table(const GivenFlag& given) {
  const std::size_t dot = given.flag.find('.');
  return given.flag.starts_with('-') || dot == std::string::npos ? std::string() : given.flag.substr(0, dot);
}

bool knows_table(const LaunchFramework& framework, const std::string& table) {
  const auto within = [&](const std::string& name) { return name.starts_with(table + ".") || name == table; };
  const auto passed = [&](const std::string& name) {
    return within(name) || (name.ends_with('*') && fits(table + ".", name)) || name == table + "*";
  };
  const auto below = [&](const NamePattern& pattern) { return within(pattern.prefix); };
  return std::any_of(framework.flags.begin(), framework.flags.end(),
                     [&](const FlagSpec& spec) { return within(spec.flag); }) ||
         std::any_of(framework.ignored.begin(), framework.ignored.end(), passed) ||
         std::any_of(framework.names_below.begin(), framework.names_below.end(), below);
}

bool in_unknown_table(const LaunchFramework& framework, const GivenFlag& given) {
  if (framework.form != LaunchForm::toml && framework.form != LaunchForm::yaml) return false;
  const std::string table = top_table(given);
  return !table.empty() && !knows_table(framework, table) && !stands_beside_plan(table);
}

void say_tables(std::vector<Problem>& notices, const LaunchFramework& framework, std::span<const GivenFlag> unknown) {
  std::vector<std::string> tables;
  for (const GivenFlag& given : unknown) {
    const std::string table = shown(top_table(given));
    if (in_unknown_table(framework, given) && std::find(tables.begin(), tables.end(), table) == tables.end())
      tables.push_back(table);
  }
  if (tables.empty()) return;
  notices.push_back({Severity::hint,
                     {},
                     framework.title + " has no such " + (tables.size() == 1 ? "table" : "tables") +
                         " here, and nothing is counted of what " + (tables.size() == 1 ? "it says: " : "they say: ") +
                         joined(tables),
                     std::string(rule_name::unknown_plan_flag)});
}

}  // namespace

void say_unknown(std::vector<Problem>& notices, const LaunchFramework& framework, std::span<const GivenFlag> unknown) {
  say_topics(notices, framework, unknown);
  say_tables(notices, framework, unknown);
}

void say_without_effect(std::vector<Problem>& notices, const LaunchFramework& framework, std::vector<GivenFlag> flags,
                        std::string_view configuration) {
  std::erase_if(flags, [&](const GivenFlag& given) {
    return given.flag == configuration || !unknown_topic(framework, given).empty() ||
           in_unknown_table(framework, given);
  });
  if (flags.empty()) return;
  const auto keys =
      std::count_if(flags.begin(), flags.end(), [](const GivenFlag& given) { return !given.flag.starts_with('-'); });
  const bool all = keys == std::ssize(flags);
  const std::string one = all ? "a key has" : "a flag has", what = all ? "keys" : keys > 0 ? "flags and keys" : "flags";
  notices.push_back({Severity::hint,
                     {},
                     (flags.size() == 1 ? one : std::to_string(flags.size()) + " " + what + " have") +
                         " no effect here: " + names_with_lines(flags),
                     std::string(rule_name::unknown_flag)});
}

}  // namespace shardscope
