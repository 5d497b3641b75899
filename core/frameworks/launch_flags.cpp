#include "core/frameworks/launch_flags.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>

#include "core/frameworks/scenario_names.h"
#include "core/frameworks/write_flags.h"

namespace shardscope {

namespace {

using Keys = std::set<std::string, std::less<>>;

/// The names that a flag sets, and those that the framework's defaults derive from them.
Keys keys_of(const LaunchFramework& framework, const FlagSpec& spec) {
  Keys keys = {spec.key};
  for (const auto& [name, expression] : spec.read) keys.insert(name);
  for (const auto& [name, expression] : framework.defaults) {
    const std::vector<std::string> from = names_in(expression);
    if (std::any_of(from.begin(), from.end(), [&](const std::string& each) { return keys.contains(each); }))
      keys.insert(name);
  }
  return keys;
}

bool is_of_plan(const std::string& name) {
  return name.starts_with("plan.") || name.starts_with("model.");
}

/// Whether the flag says something of a plan or model here.
bool is_spelling(const LaunchFramework& framework, const std::string& flag) {
  const FlagSpec* spec = framework.flag(flag);
  if (spec == nullptr) return false;
  const Keys keys = keys_of(framework, *spec);
  return std::any_of(keys.begin(), keys.end(), is_of_plan);
}

/// Names of the plan that these flags say otherwise, and the plan's own flags don't. What they don't say is no false
/// word of a model, which a recipe may make, nor of a plan that says as much by saying nothing.
Keys false_names(const Names& wanted, const Names& mixed, const Names& plain) {
  Keys names;
  std::optional<Names> unsaid;
  const bool model = !value_at(mixed, "model.hidden_size").none();
  for (const auto& [name, value] : wanted) {
    const Value &said = value_at(mixed, name), &own = value_at(plain, name);
    const bool of_model = name.starts_with("model.");
    if (!is_of_plan(name) || said == value || said == own || !(own == value || own.none())) continue;
    if (of_model && (!model || said.none())) continue;
    if (said.none() && !unsaid) unsaid = names_of(with_defaults(Scenario{}));
    if (!said.none() || !(value_at(*unsaid, name) == value)) names.insert(name);
  }
  return names;
}

/// The launch without the spellings that say one of the names; false where there are none.
bool drop(const LaunchFramework& framework, const Keys& names, Launch& launch) {
  const auto says_one = [&](const std::string& flag) {
    const FlagSpec* spec = framework.flag(flag);
    if (spec == nullptr) return false;
    const Keys keys = keys_of(framework, *spec);
    return std::any_of(keys.begin(), keys.end(), [&](const std::string& key) { return names.contains(key); });
  };
  return std::erase_if(launch.flags, [&](const auto& flag) { return says_one(flag.first); }) +
             std::erase_if(launch.left_out, says_one) >
         0;
}

}  // namespace

LaunchWorld world_of_plan(const LaunchFramework& framework, const Scenario& filled) {
  const Names own = names_of(filled);
  LaunchWorld world;
  world.gpus = value_at(own, "world_size").whole();
  world.gpus_per_node = filled.cluster.gpus_per_node;
  if (!says_model(framework)) world.model = &filled.model;
  for (const FlagSpec& spec : framework.flags)
    if (spec.in_code) world.environment[spec.key] = value_at(own, spec.key);
  return world;
}

Launch without_spellings(const LaunchFramework& framework, Launch launch) {
  std::erase_if(launch.flags, [&](const auto& flag) { return is_spelling(framework, flag.first); });
  std::erase_if(launch.left_out, [&](const std::string& flag) { return framework.flag(flag) != nullptr; });
  return launch;
}

std::vector<GivenFlag> flags_of_plan(const LaunchFramework& framework, const Scenario& filled, const Presets& presets) {
  std::vector<GivenFlag> own = write_flags(framework, filled);
  if (filled.launch.framework != framework.preset) return own;
  Launch launch = filled.launch;
  std::vector<GivenFlag> flags = with_launch(framework, own, launch);
  const LaunchWorld world = world_of_plan(framework, filled);
  const FlagReading plain = read_flags(framework, own, world, presets);
  const Names wanted = names_of(filled);
  constexpr int rounds_max = 4;
  for (int round = 0; round < rounds_max; ++round) {
    const FlagReading mixed = read_flags(framework, flags, world, presets);
    const Keys names = false_names(wanted, mixed.names, plain.names);
    const bool at_odds = mixed.problems.size() > plain.problems.size();
    if (names.empty() && !at_odds) return flags;
    if (names.empty() || !drop(framework, names, launch)) break;
    flags = with_launch(framework, own, launch);
  }
  return with_launch(framework, own, without_spellings(framework, launch));
}

}  // namespace shardscope
