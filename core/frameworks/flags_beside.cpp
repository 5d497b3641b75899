#include "core/frameworks/flags_beside.h"

#include <algorithm>
#include <utility>

#include "core/base/rule_names.h"
#include "core/frameworks/left_open.h"

namespace shardscope {

namespace {

/// Whether the framework that the configuration is of by itself makes something of the key.
bool says_plan(const GivenFlag& key, LaunchForm form, std::span<const LaunchFramework> frameworks) {
  return std::any_of(frameworks.begin(), frameworks.end(), [&](const LaunchFramework& each) {
    if (each.form != form || !each.extends.empty()) return false;
    const FlagSpec* spec = each.flag(key.flag);
    return spec != nullptr && carries_plan(*spec) && matters_beside_rules(each, *spec);
  });
}

}  // namespace

FlagsBeside flags_beside(std::vector<GivenFlag> keys, const LaunchFramework& framework, LaunchForm form,
                         std::span<const LaunchFramework> frameworks) {
  FlagsBeside beside;
  for (GivenFlag& each : keys) {
    if (each.value.none() || each.value == Value("auto") || each.json == "{}") continue;
    const FlagSpec* spec = framework.flag(each.flag);
    const bool off = each.value == Value("none") || (each.value.toggle() != nullptr && !*each.value.toggle() &&
                                                     (spec == nullptr || spec->type != FlagType::text));
    if (spec == nullptr || spec->same_as.empty()) {
      (says_plan(each, form, frameworks) ? beside.of_plan : beside.without_part).push_back(std::move(each));
    } else if (!off) {
      each.flag = spec->same_as;
      if (spec->type == FlagType::toggle) each.value = Value(true);
      beside.flags.push_back(std::move(each));
    }
  }
  return beside;
}

std::optional<Problem> not_counted_beside(const std::vector<GivenFlag>& keys, const LaunchFramework& framework) {
  if (keys.empty()) return std::nullopt;
  Problem problem{Severity::hint, {}, "", std::string(rule_name::taken_for_granted)};
  for (const GivenFlag& each : keys) problem.places.push_back(place_of(each));
  problem.message = framework.title + " has no flag for " + (keys.size() == 1 ? "it" : "them") +
                    ", and nothing is counted of what " + (keys.size() == 1 ? "it says" : "they say");
  return problem;
}

}  // namespace shardscope
