#include "core/frameworks/assumed_gpus.h"

#include <algorithm>
#include <string>

#include "core/frameworks/import_launch.h"
#include "core/frameworks/launch_flags.h"
#include "core/frameworks/scenario_names.h"
#include "core/scenario/fields.h"

namespace shardscope {

namespace {

constexpr const char* derived[] = {"plan.zero", "plan.shard_group", "plan.global_batch", "run.tokens"};

/// What the launch's flags say of them on so many GPUs, each None where they say nothing.
Names names_on(const Scenario& scenario, std::int64_t gpus, const LaunchFramework& framework, const Presets& presets) {
  const Scenario filled = with_defaults(scenario);
  LaunchWorld world = world_of_plan(framework, filled);
  world.gpus = gpus;
  return read_flags(framework, flags_of_plan(framework, filled, presets), world, presets).names;
}

}  // namespace

bool leaves_gpus_out(const Launch& launch) {
  return std::find(launch.left_out.begin(), launch.left_out.end(), gpus_left_out) != launch.left_out.end();
}

Scenario following_gpus(Scenario now, const Scenario& before, const Presets& presets) {
  const LaunchFramework* framework = find_framework(presets.frameworks, before.launch.framework);
  if (framework == nullptr || !leaves_gpus_out(before.launch) || now.cluster.gpus == before.cluster.gpus) return now;
  const Names old_names = names_on(before, before.cluster.gpus, *framework, presets);
  const Names new_names = names_on(before, now.cluster.gpus, *framework, presets);
  for (const char* path : derived) {
    const Field* field = find_field(path);
    if (field == nullptr || field->get(now) != field->get(before)) continue;
    const Value &was = value_at(old_names, path), &is = value_at(new_names, path);
    if (!is.whole() || field_value(*field, before).number() != was.number()) continue;
    if (field->kind == FieldKind::real)
      field->set(now, static_cast<double>(*is.whole()));
    else
      field->set(now, *is.whole());
  }
  return now;
}

}  // namespace shardscope
