// core/changes/layout: which layer sits on which stage. In: a scenario or its report. Out: the layout with the shortest
// step or the lowest peak of memory, and whether that is proven. A layout is the places where the row of blocks is cut
// (cuts.h); its costs are those of evaluate().
//
// Which layer sits where: the assignment of the model's blocks (embedding, layers, MTP layers, head with the loss) to
// the stages, in the model's order, that makes the step shortest or the peak of memory lowest.
//
// With one stage per rank both are exact. Memory of a stage follows from its blocks and the micro-batches that the
// schedule holds there, so the lowest peak is a dynamic program over cuts. The step isn't a sum over stages, but each
// stage sets a least length of it (layout_costs.h): the program minimises the largest of these, and branch and bound
// over the assignments whose bound is below the best step, each simulated, ends with the shortest (`proven`) or after
// as many simulations as take some tens of milliseconds. Of equal steps the lowest peak is taken, of equal peaks the
// shortest step.
// With several chunks per rank (interleaved, V and mirrored schedules) and where the order itself is searched for,
// blocks are moved between stages for as long as that helps, each move simulated: a local optimum, never proven.
#pragma once

#include "core/base/choice.h"
#include "core/base/problem.h"
#include "core/evaluate/evaluate.h"
#include "core/scenario/pipeline_layout.h"

namespace shardscope {

/// Named by what it is for.
#define SHARDSCOPE_BALANCE_GOAL(goal) goal(shortest_step, "step") goal(lowest_peak, "memory")
SHARDSCOPE_TABLE(BalanceGoal, std::string_view, SHARDSCOPE_BALANCE_GOAL)

struct Balanced {
  Scenario scenario;  // as given, with the new layout; the same where none is better
  std::vector<LayoutStage> stages;
  Seconds step_before, step_after;
  Bytes peak_before, peak_after;
  bool changed = false;
  bool proven = false;     // no assignment does better at the goal
  std::int64_t tried = 0;  // assignments simulated

  /// Share of the step, or of the peak, that it takes away.
  [[nodiscard]] double step_gain() const { return 1 - step_after / step_before; }
  [[nodiscard]] double peak_gain() const { return 1 - peak_after / peak_before; }
};

/// Never longer (shortest_step) or higher (lowest_peak) than the layout of `present`, whose report is at hand. The
/// shortest step is looked for among layouts that fit, where there are such. A scenario that is invalid or whose step
/// can't be timed: its problems.
[[nodiscard]] Outcome<Balanced> balance_layout(const Scenario& present, const Report& report, BalanceGoal goal);

}  // namespace shardscope
