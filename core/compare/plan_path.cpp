#include "core/compare/plan_path.h"

#include <algorithm>
#include <string_view>

#include "core/base/saturating.h"
#include "core/evaluate/evaluate.h"
#include "core/scenario/plan_counts.h"
#include "core/scenario_json/write.h"
#include "core/validate/validate.h"

namespace shardscope {

namespace {

constexpr std::string_view replicas_path = "plan.dp";

/// A model or GPU of another name, or with so many other figures that none of them tells anything by itself.
bool is_another(std::span<const Field> fields, std::string_view prefix, const Scenario& one, const Scenario& other,
                bool other_name) {
  constexpr std::ptrdiff_t telling_fields = 3;
  const auto changed = std::count_if(fields.begin(), fields.end(), [&](const Field& field) {
    return field.path.starts_with(prefix) && !field.caption && differs(field, one, other);
  });
  return changed > telling_fields || (changed > 0 && other_name);
}

/// What differs as said, in the order in which it changes.
std::vector<PathSetting> path_settings(const Scenario& first, const Scenario& second) {
  std::vector<PathSetting> settings;
  const Gpu &gpu = first.cluster.gpu, &other_gpu = second.cluster.gpu;
  const bool model = is_another(model_fields(), "model.", first, second, first.model.preset != second.model.preset);
  const bool cards = first.cluster.pools != second.cluster.pools ||
                     is_another(gpu_fields(), "cluster.gpu.", first, second, gpu.preset != other_gpu.preset);
  if (model) settings.push_back({PathSetting::Kind::model, nullptr});
  if (cards) settings.push_back({PathSetting::Kind::gpu, nullptr});
  const PathSetting replicas{PathSetting::Kind::field, find_field(replicas_path)};
  bool replicas_differ = false;
  const auto take = [&](std::span<const Field> section) {
    for (const Field& field : section) {
      if (field.caption || !differs(field, first, second)) continue;
      if (field.path == replicas_path)
        replicas_differ = true;
      else
        settings.push_back({PathSetting::Kind::field, &field});
    }
  };
  if (!model) take(model_fields());
  if (!cards) take(gpu_fields());
  take(cluster_fields());
  take(plan_fields());
  if (replicas_differ) settings.push_back(replicas);
  take(run_fields());
  return settings;
}

bool are_the_same(const Scenario& one, const Scenario& other) {
  return one.cluster.pools == other.cluster.pools && field_differences(one, other).empty();
}

void change(const PathSetting& setting, const Scenario& second, Scenario& scenario) {
  switch (setting.kind) {
    case PathSetting::Kind::model:
      scenario.model = second.model;
      break;
    case PathSetting::Kind::gpu:
      scenario.cluster.gpu = second.cluster.gpu, scenario.cluster.pools = second.cluster.pools;
      break;
    case PathSetting::Kind::field:
      copy_field(*setting.field, second, scenario);
      break;
  }
}

std::int64_t ranks_of_replica(const Plan& plan) {
  return at_least_one(saturating_product({plan.tp, plan.pp, plan.cp}));
}

/// The replicas with which as many GPUs work as in `before`, or all where all of them did.
std::int64_t following_replicas(const Scenario& before, const Scenario& after) {
  const std::int64_t replicas = replicas_as_said(before);
  const std::int64_t all = before.cluster.gpus / ranks_of_replica(before.plan);
  const std::int64_t gpus = replicas == all && before.cluster.gpus != after.cluster.gpus
                                ? after.cluster.gpus
                                : saturating_product({replicas, ranks_of_replica(before.plan)});
  return at_least_one(gpus / ranks_of_replica(after.plan));
}

bool moves_replicas(const Scenario& before, const Scenario& after) {
  return ranks_of_replica(before.plan) != ranks_of_replica(after.plan) || before.cluster.gpus != after.cluster.gpus;
}

/// The settings that are left, and where the way has come to.
struct Way {
  const Scenario& second;
  std::vector<PathSetting> left;
  Scenario at;
};

bool is_replicas(const PathSetting& setting) {
  return setting.field != nullptr && setting.field->path == replicas_path;
}

/// The step that takes those of the settings that are left, in ascending places, without its figures.
PathStep step_of(const Way& way, const std::vector<std::size_t>& places) {
  PathStep step;
  step.after = way.at;
  for (const std::size_t place : places) {
    step.settings.push_back(way.left[place]);
    change(way.left[place], way.second, step.after);
  }
  const bool replicas_left = std::any_of(way.left.begin(), way.left.end(), is_replicas) &&
                             std::none_of(step.settings.begin(), step.settings.end(), is_replicas);
  if (places.size() == way.left.size()) {
    step.after = way.second;
  } else if (replicas_left && moves_replicas(way.at, step.after)) {
    step.after.plan.dp = following_replicas(way.at, step.after);
    step.replicas_follow = step.after.plan.dp != way.at.plan.dp;
  }
  return step;
}

/// What is the same already, as others made it, comes last: it brings nothing.
void put_last_what_is_there(Way& way) {
  const Scenario at = with_defaults(way.at), second = with_defaults(way.second);
  std::stable_partition(way.left.begin(), way.left.end(), [&](const PathSetting& setting) {
    return setting.field == nullptr || differs(*setting.field, at, second);
  });
}

bool can_run(const Scenario& scenario) {
  return !has_errors(validate(with_defaults(scenario)));
}

/// Makes the next places of the same number, ascending, below `count`; false behind the last.
bool next_places(std::vector<std::size_t>& places, std::size_t count) {
  const std::size_t taken = places.size();
  for (std::size_t i = taken; i-- > 0;) {
    if (places[i] + (taken - i) >= count) continue;
    ++places[i];
    for (std::size_t k = i + 1; k < taken; ++k) places[k] = places[k - 1] + 1;
    return true;
  }
  return false;
}

/// The first step of so many settings that makes a valid plan with a time.
std::optional<PathStep> step_with(const Way& way, std::size_t count) {
  std::vector<std::size_t> places(count);
  for (std::size_t i = 0; i < count; ++i) places[i] = i;
  do {
    PathStep step = step_of(way, places);
    if (!can_run(step.after)) continue;
    step.figures = plan_figures(evaluate(step.after));
    if (step.figures.step) return step;
  } while (next_places(places, way.left.size()));
  return std::nullopt;
}

PathStep next_step(const Way& way) {
  constexpr std::size_t together_max = 3;  // more choices than anyone would wait for; then all that is left at once
  for (std::size_t count = 1; count <= together_max && count < way.left.size(); ++count)
    if (std::optional<PathStep> step = step_with(way, count)) return std::move(*step);
  std::vector<std::size_t> all(way.left.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  PathStep step = step_of(way, all);
  step.figures = plan_figures(evaluate(step.after));
  return step;
}

}  // namespace

std::vector<PathStep> plan_path(const Scenario& first, const Scenario& second) {
  Way way{second, path_settings(first, second), first};
  PlanFigures before = plan_figures(evaluate(first));
  std::vector<PathStep> path;
  while (!are_the_same(way.at, second)) {
    put_last_what_is_there(way);
    PathStep step = next_step(way);
    step.change = change_between(before, step.figures);
    const auto taken = [&](const PathSetting& setting) {
      return std::find(step.settings.begin(), step.settings.end(), setting) != step.settings.end();
    };
    std::erase_if(way.left, taken);
    way.at = step.after, before = step.figures;
    path.push_back(std::move(step));
  }
  if (!path.empty()) path.back().after = second;
  return path;
}

}  // namespace shardscope
