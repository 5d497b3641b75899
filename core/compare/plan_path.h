// The way from one plan to another, a setting at a time, and what each step of it brings: causes, where the parts of
// plan_comparison.h are effects.
#pragma once

#include <vector>

#include "core/compare/plan_comparison.h"

namespace shardscope {

/// What changes as one: a field, or a whole model or GPU where another preset takes its place.
struct PathSetting {
  enum class Kind { model, gpu, field } kind = Kind::field;
  const Field* field = nullptr;  // of Kind::field

  bool operator==(const PathSetting&) const = default;
};

struct PathStep {
  std::vector<PathSetting> settings;  // more than one where none of them alone makes a plan that can run
  bool replicas_follow = false;       // data parallelism changed with them, without being one of them
  Scenario after;
  PlanFigures figures;  // of it
  FigureChange change;  // from the step before: over all steps they sum to the whole difference
};

/// From `first` to `second`, both valid; empty where nothing differs. Settings are taken in this order: model, GPU, the
/// rest of the cluster, the plan in the order of its fields with data parallelism last, the run, the software. The next
/// is the first that is left whose change alone makes a valid plan with a time; where none does, the fewest that do
/// together, the first of these. Data parallelism follows tensor, pipeline and context parallelism and the number of
/// GPUs as long as it is left, so that as many GPUs work as did before, or all of them where all did. What a step
/// brings depends on those before it; another order would share the same difference otherwise.
[[nodiscard]] std::vector<PathStep> plan_path(const Scenario& first, const Scenario& second);

}  // namespace shardscope
