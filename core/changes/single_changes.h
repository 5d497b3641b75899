// The single changes that a plan may be offered, each kind once: what it is called, which field it sets, and to what.
// What would save memory (memory_savings.h), relieve the network (network_changes.h) or shorten the step
// (plan_neighbours.h) picks from these.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/changes/degrees.h"
#include "core/scenario/scenario.h"

namespace shardscope {

/// One setting moved, and the whole scenario after it.
struct SingleChange {
  std::string words;  // "PP 16 → 8"
  std::string path;   // of the field that moves
  Scenario scenario;
};

/// A change of the plan that isn't made yet.
struct PlanEdit {
  std::string words, path;
  std::function<void(Plan&)> make;
};
/// The scenario with that alone.
[[nodiscard]] SingleChange with_edit(const Scenario& present, const PlanEdit& edit);

/// The degrees of a plan that move to their next valid value.
// clang-format off
struct MovedDegree {
  std::string_view path, name;
  std::int64_t Plan::*value;
};
#define SHARDSCOPE_MOVED_DEGREE(degree) \
  degree(tp, "plan.tp", "TP", &Plan::tp) degree(pp, "plan.pp", "PP", &Plan::pp) \
  degree(cp, "plan.cp", "CP", &Plan::cp) degree(ep, "plan.ep", "EP", &Plan::ep) \
  degree(micro_batch, "plan.micro_batch", "Micro-batch", &Plan::micro_batch) \
  degree(virtual_stages, "plan.virtual_stages", "Virtual stages", &Plan::virtual_stages)
// clang-format on
SHARDSCOPE_TABLE(PlanDegree, MovedDegree, SHARDSCOPE_MOVED_DEGREE)

/// To the valid values next to its own, the smaller first, where no more GPUs idle than now.
[[nodiscard]] std::vector<SingleChange> degree_beside(const Scenario& present, PlanDegree degree);
/// To each of the first valid values above its own, or below it.
enum class DegreeWay { up, down };
[[nodiscard]] std::vector<SingleChange> degree_onwards(const Scenario& present, PlanDegree degree, DegreeWay way,
                                                       const Holds& holds);

// Of a plan whose defaults are filled in.
/// Each kind of traffic that the plan has and doesn't overlap, overlapped.
[[nodiscard]] std::vector<PlanEdit> overlap_edits(const Plan& filled);
/// Gradients of half the size, where they are whole and the products aren't.
[[nodiscard]] std::optional<PlanEdit> narrower_gradients(const Plan& filled);
/// Another ZeRO stage: nothing where there is no such stage, or none to share with.
[[nodiscard]] std::optional<PlanEdit> zero_edit(const Plan& filled, std::int64_t stage);
/// Sequence parallelism the other way; nothing without tensor parallelism.
[[nodiscard]] std::optional<PlanEdit> sequence_parallel_edit(const Plan& filled);

// Of a scenario whose defaults are filled in.
/// Megatron's rank orders that it hasn't, where replicas and stages both are several.
[[nodiscard]] std::vector<PlanEdit> rank_order_edits(const Scenario& filled);

}  // namespace shardscope
