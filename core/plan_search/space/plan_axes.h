// What an axis of the search is, a value for each: its free values, and how a value of it is read, kept and written.
// Choices, --vary, --set and the words for plans all follow from these.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "core/base/setting.h"
#include "core/plan_search/space/plan_space.h"
#include "core/scenario/scenario.h"

namespace shardscope {

/// What is chosen already, and of what.
struct AxisBefore {
  const PlanChoice& choice;
  const Scenario& base;
  const PlanSpace& space;

  [[nodiscard]] std::int64_t operator[](PlanAxis axis) const { return value_at(choice, axis); }
};

struct AxisWays {
  /// The values that an axis takes unless it is held to others, ascending.
  std::vector<std::int64_t> (*free)(const AxisBefore& before);
  /// The value that a searched_plan() has.
  std::int64_t (*of)(const Plan& plan, const PlanSpace& space);
  void (*put)(Plan& plan, std::int64_t value, const PlanSpace& space);
  /// As --vary has it, of a searched_plan().
  std::string (*text)(const Plan& plan);
  /// The value that --vary means; a list that lacks it gets it. Nothing where the text means none.
  std::optional<std::int64_t> (*named)(const std::string& text, PlanSpace& space);
  /// As --set takes it: JSON.
  std::string (*setting)(const Plan& plan);
  bool is_place = false;  // a value is a place in a list, of which the first is as the scenario or the default has it
  /// The only value where the axis makes no difference beside those before it; null: it always makes one.
  std::optional<std::int64_t> (*idle)(const AxisBefore& before) = nullptr;
  /// Beside the free ones those that it can be held to; null: the free ones are all.
  std::vector<std::int64_t> (*offered)(const AxisBefore& before) = nullptr;
  /// Where it is no single field: as --set takes the fields of it.
  std::vector<Setting> (*settings)(const Plan& plan) = nullptr;
};

[[nodiscard]] const AxisWays& axis_ways(PlanAxis axis);

/// GPUs that are left for an axis beside those of the degrees before it.
[[nodiscard]] std::int64_t gpus_left(const Scenario& base, std::initializer_list<std::int64_t> taken);

/// All traffic beside computation, or none.
[[nodiscard]] Overlap overlap_of_all(bool on);

/// A mode that says nothing more.
[[nodiscard]] Recompute plain_recompute(RecomputeMode mode);

/// A scenario's plan as the axes read it: defaults filled in, but rank order, sequence parallelism and overlap as they
/// are said, and no group of shards where that is of all replicas.
[[nodiscard]] Plan searched_plan(const Scenario& scenario);

}  // namespace shardscope
