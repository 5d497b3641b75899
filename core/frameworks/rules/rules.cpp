#include "core/frameworks/rules/rules.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <set>

#include "core/expressions/json_value.h"
#include "core/fields/fields.h"
#include "core/frameworks/derived/derived_functions.h"
#include "core/frameworks/flag_values.h"
#include "core/frameworks/launch_flags.h"
#include "core/frameworks/read_flags.h"
#include "core/frameworks/releases.h"
#include "core/frameworks/scenario_names.h"
#include "core/scenario/gpu_family.h"
#include "core/scenario/plan_schedule.h"

namespace shardscope {

namespace {

/// Names that the framework's flags and defaults can say.
std::set<std::string, std::less<>> own_names(const LaunchFramework& framework) {
  std::set<std::string, std::less<>> names;
  for (const FlagSpec& spec : framework.flags) {
    if (!spec.in_code) names.insert(spec.key);
    if (!spec.in_code)
      for (const auto& [name, expression] : spec.read) names.insert(name);
  }
  for (const auto* defaults : {&framework.defaults, &framework.rule_defaults})
    for (const auto& [name, expression] : *defaults) names.insert(name);
  return names;
}

/// What a rule may ask of the machine.
void add_machine(Names& names, const Scenario& scenario) {
  const FamilyFacts facts = facts_of(scenario.cluster.gpu.family);
  names["gpu.older_than_blackwell"] = facts.older_than_blackwell;
  names["gpu.named_cuda"] = facts.maker == GpuMaker::nvidia || facts.maker == GpuMaker::amd;  // as PyTorch calls it
}

/// What the framework would find: its flags read back, and of the rest (what code says, not flags) the plan's own.
Names names_for_rules(const LaunchedScenario& filled, const LaunchFramework& framework,
                      const std::vector<GivenFlag>& given, const Catalogue& presets) {
  LaunchWorld world = world_of_plan(framework, filled);
  if (filled.launch.framework == framework.preset)
    for (const auto& [name, text] : filled.launch.environment) world.environment[name] = value_from_json_text(text);
  Names own = names_of(filled.scenario);
  Names names = read_flags(framework, given, world, presets).names;
  const std::set<std::string, std::less<>> said = own_names(framework);
  for (auto& [name, value] : own)
    if (!said.contains(name)) names.insert_or_assign(name, std::move(value));
  for (const auto& [name, expression] : framework.rule_defaults)
    if (value_at(names, name).none()) names[name] = computed_or_none(expression, names, derived_functions());
  add_machine(names, filled.scenario);
  return names;
}

/// Of the flags that are given, those that say the rule's names.
std::vector<std::string> flags_of(const FrameworkRule& rule, const LaunchFramework& framework,
                                  const std::vector<GivenFlag>& given) {
  std::vector<std::string> flags;
  for (const std::string& key : rule.keys)
    for (const GivenFlag& each : given)
      if (const FlagSpec* spec = framework.flag(each.flag); spec != nullptr && says(*spec, key))
        if (std::find(flags.begin(), flags.end(), each.flag) == flags.end()) flags.push_back(each.flag);
  return flags;
}

BrokenRule broken_rule(const FrameworkRule& rule, const LaunchFramework& framework, const Names& names,
                       const std::vector<GivenFlag>& given) {
  BrokenRule broken{rule.id, rule.message, rule.requires_words, rule.source, rule.severity, {}, {}};
  if (const std::string numbers = rule_numbers(rule, framework, names); !numbers.empty())
    broken.message = capitalised(numbers) + ": " + rule.message;
  broken.headline = rule_headline(rule, framework, names);
  broken.sentence = rule.message;
  broken.wants = changes_of(*rule.holds, names);
  for (const std::string& key : rule.keys)
    if (find_field(key) != nullptr) broken.keys.push_back(key);
  broken.flags = flags_of(rule, framework, given);
  return broken;
}

/// The plan's schedule where the framework's flags run another one: their names, as people say them.
struct OtherSchedule {
  std::string wanted, run, run_name;
};
std::optional<OtherSchedule> other_schedule(const Scenario& filled, const Names& names) {
  const std::string* run = value_at(names, "plan.schedule").text();
  const ScheduleKind wanted = schedule_kind(filled.plan);
  if (run == nullptr || *run == json_name(wanted) || filled.plan.pp < 2) return std::nullopt;
  const bool chunked = filled.plan.virtual_stages > 1;
  if (wanted == default_schedule(chunked ? 1 : 2)) return std::nullopt;  // no such plan
  const std::optional<ScheduleKind> known = value_named<ScheduleKind>(*run);
  return OtherSchedule{std::string(label_of(wanted)), std::string(known ? label_of(*known) : *run), *run};
}

/// That the framework lacks the schedule, as a broken rule: the plan can't be given to it.
BrokenRule lacking_schedule(const OtherSchedule& other, const LaunchFramework& framework) {
  BrokenRule broken{"no-such-schedule",
                    "it has no " + other.wanted + "; its flags run " + other.run + " instead.",
                    "plan.schedule == " + other.run_name,
                    framework.schedule_source,
                    RuleSeverity::error,
                    {"plan.schedule"},
                    {},
                    {equal_to("plan.schedule", other.run_name)}};
  broken.headline = other.wanted + ": not in " + framework.title;
  broken.sentence = broken.message;
  for (const FlagSpec& spec : framework.flags)
    if (spec.key == "plan.schedule" && broken.source.empty()) broken.source = spec.source;
  if (broken.source.empty()) broken.source = framework.repository + " " + release_words(framework);
  return broken;
}

/// Whether the launch says one of the rule's names with what isn't understood here.
bool hangs_on_open(const FrameworkRule& rule, const Names& names) {
  return std::any_of(rule.keys.begin(), rule.keys.end(),
                     [&](const std::string& key) { return is_true(value_at(names, open_name(key))); });
}

/// Whether the rule is about the order of passes or the chunks per rank, which are another schedule's then.
bool is_about_schedules(const FrameworkRule& rule) {
  constexpr std::string_view names[] = {"plan.schedule",   "plan.virtual_stages",           "plan.microbatch_group",
                                        "plan.overlap.pp", "plan.layers_per_virtual_stage", "plan.schedule_given"};
  return std::any_of(rule.keys.begin(), rule.keys.end(), [&](const std::string& key) {
    return std::find(std::begin(names), std::end(names), key) != std::end(names);
  });
}

}  // namespace

bool is_plan_of(const LaunchFramework& framework, const LaunchedScenario& said) {
  if (!said.launch.framework.empty()) return said.launch.framework == framework.preset;
  return runs_same_code(said.scenario.software, framework.software);
}

namespace {

/// "core 0.16, the last with --use-custom-fsdp".
std::string release_words(const LaunchFramework& framework, const ReleaseRange& range) {
  return range.last.empty() ? release_words(framework) : range.last + ", the last with " + range.told_by;
}

/// By the plan's flags and by what else the launch text gives: data, logging and learning rate tell releases as well. A
/// plan that is no text of the framework's is for its own release.
ReleaseRange releases_of(const LaunchFramework& framework, const std::vector<GivenFlag>& given, const Launch& launch) {
  constexpr double own = std::numeric_limits<double>::infinity();
  if (launch.framework != framework.preset && framework.extends.empty()) return {own, own, {}, {}};
  std::vector<std::string> flags;
  for (const GivenFlag& each : given) flags.push_back(each.flag);
  for (const auto& [flag, value] : launch.flags) flags.push_back(flag);
  return releases_of(framework, std::span<const std::string>(flags));
}

/// A rule that only some of the releases have that the launch may be for: nothing says that its own does.
BrokenRule only_in_some(BrokenRule broken, const FrameworkRule& rule) {
  if (broken.severity == RuleSeverity::error) broken.severity = RuleSeverity::warning;
  broken.message += " So from " + rule.since + " on.";
  return broken;
}

}  // namespace

const LaunchFramework* framework_of_plan(const LaunchedScenario& said, std::span<const LaunchFramework> frameworks,
                                         const LaunchFramework* picked) {
  if (!said.launch.framework.empty()) return find_framework(frameworks, said.launch.framework);
  if (picked != nullptr && is_plan_of(*picked, said)) return picked;
  const LaunchFramework* named = find_framework(frameworks, json_name(said.scenario.software.framework));
  if (named != nullptr) return named;
  for (const LaunchFramework& framework : frameworks)
    if (framework.extends.empty() && is_plan_of(framework, said)) return &framework;
  const bool nobodys = !runs_same_code(said.scenario.software, said.scenario.software);
  return nobodys && facts_of(said.scenario.cluster.gpu.family).runs_cuda_code ? picked : nullptr;
}

const LaunchFramework* rules_for(const LaunchedScenario& said, std::string_view name,
                                 std::span<const LaunchFramework> frameworks) {
  const LaunchFramework* named = find_framework(frameworks, name);
  const LaunchFramework* own = find_framework(frameworks, said.launch.framework);
  return named != nullptr && own != nullptr && own->extends == named->preset ? own : named;
}

std::string release_words(const LaunchFramework& framework) {
  constexpr std::size_t short_hash = 7;
  const bool hash = framework.commit.size() == 40;
  return (hash ? framework.commit.substr(0, short_hash) : framework.commit) + " of " + framework.date;
}

RulesReport check_rules(const LaunchedScenario& said, const LaunchFramework& framework, const Catalogue& presets) {
  const LaunchedScenario filled = with_defaults(said);
  const std::vector<GivenFlag> given = flags_of_plan(framework, filled, presets);
  const ReleaseRange releases = releases_of(framework, given, filled.launch);
  RulesReport report{framework.preset, framework.title, release_words(framework, releases), 0, 0, {}, {}, {}};
  Names names = names_for_rules(filled, framework, given, presets);
  if (!said.scenario.plan.dp) names["world_size"] = said.scenario.cluster.gpus;  // "auto": all are launched
  const std::optional<OtherSchedule> other = other_schedule(filled.scenario, names);
  if (other) {
    report.runs_instead = other->run;
    report.broken.push_back(lacking_schedule(*other, framework));
  }
  for (const FrameworkRule& rule : framework.rules) {
    const RuleReach reach = reach_of(rule, releases, framework);
    if (reach == RuleReach::none) continue;
    if (!rule.applies || !rule.holds || hangs_on_open(rule, names)) {
      ++report.unchecked;
      continue;
    }
    const Outcome<Value> applies = compute(*rule.applies, names, derived_functions());
    const Outcome<Value> holds = succeeded(applies) && is_true(value_of(applies))
                                     ? compute(*rule.holds, names, derived_functions())
                                     : Outcome<Value>(Value(true));
    const bool clear = succeeded(applies) && succeeded(holds);
    ++(clear ? report.checked : report.unchecked);
    if (!clear || is_true(value_of(holds))) continue;
    BrokenRule broken = broken_rule(rule, framework, names, given);
    if (reach == RuleReach::some) broken = only_in_some(std::move(broken), rule);
    (other && is_about_schedules(rule) ? report.broken_instead : report.broken).push_back(std::move(broken));
  }
  return report;
}

std::vector<Problem> at_given_flags(std::vector<Problem> problems, const RulesReport& report,
                                    const FieldPlaces& places) {
  const auto place_of_key = [&](const std::string& key) -> const TextPlace* {
    const auto found =
        std::find_if(places.begin(), places.end(), [&](const auto& place) { return place.first == key; });
    return found == places.end() ? nullptr : &found->second;
  };
  for (std::size_t i = 0; i < problems.size() && i < report.broken.size(); ++i) {
    const TextPlace* first = nullptr;
    for (const std::string& key : report.broken[i].keys) {
      const TextPlace* place = place_of_key(key);
      if (place != nullptr && (first == nullptr || (first->line == 0 && place->line > 0))) first = place;
    }
    for (const std::string& flag : report.broken[i].flags)  // of a name that no field has
      for (const auto& [name, place] : places)
        if ((first == nullptr || first->line == 0) && place.line > 0 && place.name == flag) first = &place;
    if (first != nullptr) problems[i].places = {*first};
  }
  return problems;
}

const char* severity_word(RuleSeverity severity) {
  return severity == RuleSeverity::error ? "refused" : severity == RuleSeverity::warning ? "warning" : "adjusted";
}

std::string rules_line(const RulesReport& rules) {
  const std::string broken = rules.broken.empty() ? "none" : std::to_string(rules.broken.size());
  return std::to_string(rules.checked) + " rules checked, " + broken + " broken; " + std::to_string(rules.unchecked) +
         " can't be checked from here.";
}

std::vector<Problem> rule_problems(const RulesReport& report) {
  std::vector<Problem> problems;
  for (const BrokenRule& rule : report.broken) {
    const char* verb = rule.severity == RuleSeverity::error     ? " refuses this: "
                       : rule.severity == RuleSeverity::warning ? " warns: "
                                                                : " changes this itself: ";
    std::string words = report.title + verb + rule.message + " (" + rule.source;
    for (std::size_t i = 0; i < rule.flags.size(); ++i) words += (i == 0 ? "; " : ", ") + rule.flags[i];
    problems.push_back({rule.severity == RuleSeverity::adjust ? Severity::hint : Severity::warning,
                        rule.keys.empty() ? "plan" : rule.keys.front(), words + ")", rule.id, Origin::framework,
                        report.framework});
  }
  return problems;
}

}  // namespace shardscope
