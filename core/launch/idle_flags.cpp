#include "core/launch/idle_flags.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "core/base/rule_names.h"
#include "core/fields/fields.h"
#include "core/frameworks/left_open.h"

namespace shardscope {

namespace {

using NameSet = std::set<std::string, std::less<>>;

/// What a rule computes with, or says how much there is of.
NameSet names_of_rules(const LaunchFramework& framework) {
  NameSet names = {"world_size", "gpus_per_node", "run.tokens"};
  for (const FrameworkRule& rule : framework.rules) names.insert(rule.keys.begin(), rule.keys.end());
  return names;
}

bool alike(const FlagReading& a, const FlagReading& b, const NameSet& of_rules) {
  if (a.problems.size() != b.problems.size()) return false;
  const auto matters = [&](const std::string& name) { return is_scenario_key(name) || of_rules.contains(name); };
  const auto same_in = [&](const Names& names, const Names& others) {
    return std::all_of(names.begin(), names.end(), [&](const auto& entry) {
      return !matters(entry.first) || entry.second == value_at(others, entry.first);
    });
  };
  return same_in(a.names, b.names) && same_in(b.names, a.names);
}

/// Other numbers that might have stood there.
std::vector<Value> other_numbers(const Value& value) {
  if (const std::optional<std::int64_t> whole = value.whole())
    return {Value(*whole * 2), Value(*whole + 1), Value(std::max<std::int64_t>(0, *whole - 1))};
  if (const std::optional<double> real = value.number()) return {Value(*real * 2), Value(*real / 2)};
  return {};
}

}  // namespace

const Field* field_with_part(std::string_view name) {
  for (const Field& field : plan_fields())
    if (!field.parts.empty() && name.starts_with(field.path) && name.substr(field.path.size()).starts_with("."))
      return &field;
  return nullptr;
}

bool is_scenario_key(const std::string& name) {
  if (name == "model.preset" || name == "run.tokens") return true;
  // Of a field with a key of its own among its parts the parts are keys, else the field is.
  if (const Field* whole = field_with_part(name)) {
    const std::string_view part = std::string_view(name).substr(whole->path.size() + 1);
    return !whole->own_key.empty() && (part == whole->own_key || find_field(name) != nullptr);
  }
  const bool section = is_of_plan_or_model(name);
  const Field* field = section && name != "plan.dp" ? find_field(name) : nullptr;
  return field != nullptr && field->own_key.empty();
}

std::vector<GivenFlag> idle_flags(const LaunchFramework& framework, const FlagReading& reading,
                                  const LaunchWorld& world, const Catalogue& presets) {
  std::vector<GivenFlag> idle;
  if (framework.form == LaunchForm::snippet) return idle;  // its parts are read together, as the code they are
  const NameSet of_rules = names_of_rules(framework);
  std::vector<GivenFlag> flags = reading.typed;
  for (GivenFlag& each : flags) {
    const FlagSpec* spec = framework.flag(each.flag);
    const bool number =
        spec != nullptr && !spec->in_code && (spec->type == FlagType::whole || spec->type == FlagType::real);
    if (!number || !carries_plan(*spec) || each.value.toggle() != nullptr) continue;
    const Value own = each.value;
    const std::vector<Value> others = other_numbers(own);
    const bool told = std::any_of(others.begin(), others.end(), [&](const Value& other) {
      each.value = other;
      return !alike(reading, read_flags(framework, flags, world, presets), of_rules);
    });
    each.value = own;
    if (!told && !others.empty()) idle.push_back(each);
  }
  return idle;
}

std::vector<GivenFlag> with_uncounted(std::vector<GivenFlag> flags, const LaunchFramework& framework,
                                      const FlagReading& reading) {
  if (framework.form == LaunchForm::snippet) return flags;
  const NameSet of_rules = names_of_rules(framework);
  for (const GivenFlag& given : reading.typed) {
    const FlagSpec& spec = *framework.flag(given.flag);
    const bool number = spec.type == FlagType::whole || spec.type == FlagType::real;  // of which idle_flags() tell
    const bool off = given.value.none() || (given.value.toggle() != nullptr && !*given.value.toggle());
    if (number || off || spec.in_code || spec.write || !spec.key.starts_with("plan.") || is_scenario_key(spec.key))
      continue;
    const bool asked = of_rules.contains(spec.key) ||
                       std::any_of(spec.read.begin(), spec.read.end(),
                                   [&](const Assignment& each) { return of_rules.contains(each.first); });
    if (!asked && !matters_beside_rules(framework, spec)) flags.push_back(given);
  }
  return flags;
}

std::vector<Problem> say_counted_otherwise(const LaunchFramework& framework, const FlagReading& reading) {
  std::vector<Problem> notices;
  for (const GivenFlag& given : reading.typed) {
    const FlagSpec* spec = framework.flag(given.flag);
    const std::optional<double> said = given.value.number();
    if (spec == nullptr || spec->type != FlagType::whole || !said || !is_scenario_key(spec->key)) continue;
    const std::optional<double> counted = value_at(reading.names, spec->key).number();
    if (!counted || *counted == *said) continue;
    notices.push_back({Severity::hint, place_of(given),
                       words_of(given.value) + " counts as " + words_of(value_at(reading.names, spec->key)) +
                           " beside the rest of this launch",
                       std::string(rule_name::counted_otherwise)});
  }
  return notices;
}

}  // namespace shardscope
