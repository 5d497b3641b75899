#include "core/launch/assumed_gpus.h"

#include <algorithm>
#include <string>

#include "core/fields/fields.h"
#include "core/frameworks/launch_flags.h"
#include "core/frameworks/scenario_names.h"
#include "core/frameworks/write_flags.h"
#include "core/launch/import_launch.h"

namespace shardscope {

namespace {

constexpr const char* of_gpus[] = {"plan.zero", "plan.shard_group", "plan.global_batch", "run.tokens"};
constexpr const char* of_degrees[] = {"plan.zero", "plan.shard_group"};

/// What the launch's flags say of them on so many GPUs, each None where they say nothing.
Names names_on(const LaunchedScenario& said, std::int64_t gpus, const LaunchFramework& framework,
               const Presets& presets) {
  const LaunchedScenario filled = with_defaults(said);
  LaunchWorld world = world_of_plan(framework, filled);
  world.gpus = gpus;
  return read_flags(framework, flags_of_plan(framework, filled, presets), world, presets).names;
}

bool says_degree(const LaunchFramework& framework, const GivenFlag& given) {
  return holds_path(degrees_of_replica, framework.key_of(given.flag));
}

/// What the launch's flags say with the degrees of another plan.
Names names_with(const LaunchedScenario& said, const Scenario& other, const LaunchFramework& framework,
                 const Presets& presets) {
  const LaunchedScenario filled = with_defaults(said), with{with_defaults(other), said.launch};
  std::vector<GivenFlag> flags = flags_of_plan(framework, filled, presets);
  std::erase_if(flags, [&](const GivenFlag& given) { return says_degree(framework, given); });
  for (GivenFlag& given : write_flags(framework, with))
    if (says_degree(framework, given)) flags.push_back(std::move(given));
  return read_flags(framework, flags, world_of_plan(framework, with), presets).names;
}

bool same_degrees(const Scenario& a, const Scenario& b) {
  const Plan left = with_defaults(a).plan, right = with_defaults(b).plan;
  return left.tp == right.tp && left.pp == right.pp && left.cp == right.cp && left.dp == right.dp;
}

/// `now` with what `is` says, wherever it stood and still stands at what `was` said.
Scenario following(Scenario now, const Scenario& before, const Names& was, const Names& is,
                   std::span<const char* const> paths) {
  for (const char* path : paths) {
    const Field* field = find_field(path);
    if (field == nullptr || field->get(now) != field->get(before)) continue;
    const Value &old_value = value_at(was, path), &new_value = value_at(is, path);
    if (!new_value.whole() || field_value(*field, before).number() != old_value.number()) continue;
    if (field->kind == FieldKind::real)
      field->set(now, static_cast<double>(*new_value.whole()));
    else
      field->set(now, *new_value.whole());
  }
  return now;
}

}  // namespace

Scenario following_gpus(Scenario now, const LaunchedScenario& before, const Presets& presets) {
  const LaunchFramework* framework = find_framework(presets.frameworks, before.launch.framework);
  if (framework == nullptr || !before.launch.leaves_gpus_out || now.cluster.gpus == before.scenario.cluster.gpus)
    return now;
  const Names was = names_on(before, before.scenario.cluster.gpus, *framework, presets);
  const Names is = names_on(before, now.cluster.gpus, *framework, presets);
  return following(std::move(now), before.scenario, was, is, of_gpus);
}

Scenario following_degrees(Scenario now, const LaunchedScenario& before, const Presets& presets) {
  const LaunchFramework* framework = find_framework(presets.frameworks, before.launch.framework);
  if (framework == nullptr || framework->form == LaunchForm::snippet || same_degrees(now, before.scenario)) return now;
  const Names was = names_with(before, before.scenario, *framework, presets);
  const Names is = names_with(before, now, *framework, presets);
  return following(std::move(now), before.scenario, was, is, of_degrees);
}

LaunchedScenario following_launch(const LaunchedScenario& now, const LaunchedScenario& before, const Presets& presets,
                                  std::span<const Setting> settings) {
  Scenario followed = following_degrees(following_gpus(now.scenario, before, presets), before, presets);
  for (const char* path : of_gpus) {
    const Field* field = find_field(path);
    if (field != nullptr && find_setting(settings, path) != nullptr) field->set(followed, field->get(now.scenario));
  }
  return {std::move(followed), now.launch};
}

}  // namespace shardscope
