// The assignments of a row of blocks to stages, each stage a run of at least one block: the one whose costliest stage
// costs least, exactly, and all of those that could still be better than what is known. Knows no model: what a stage
// costs is a function.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "core/changes/layout/cuts.h"

namespace shardscope {

/// What a stage costs that must not hold its blocks.
inline constexpr double never = std::numeric_limits<double>::infinity();

/// What stage `stage` costs with blocks begin, …, end-1; infinite where it must not hold them. With more blocks at its
/// end it never costs less.
using CostOfStage = std::function<double(std::int64_t stage, std::int64_t begin, std::int64_t end)>;

/// The least that the costliest of the stages from `stage` on can cost, where they hold the blocks from `begin` on.
/// By dynamic programming: the least over `end` of max(cost(stage, begin, end), least(stage + 1, end)).
class LeastCosts {
 public:
  /// Above `worthless` a cost is as good as infinite. At most stages·blocks² costs are asked for, far fewer where a
  /// stage soon costs more than `worthless`.
  LeastCosts(std::int64_t stages, std::int64_t blocks, const CostOfStage& cost,
             double worthless = std::numeric_limits<double>::infinity());

  [[nodiscard]] double least() const { return from(0, 0); }
  [[nodiscard]] double from(std::int64_t stage, std::int64_t begin) const {
    return least_[static_cast<std::size_t>(stage * (blocks_ + 1) + begin)];
  }
  [[nodiscard]] std::int64_t stages() const { return stages_; }
  [[nodiscard]] std::int64_t blocks() const { return blocks_; }

 private:
  std::int64_t stages_, blocks_;
  std::vector<double> least_;  // [stage][begin]
};

/// An assignment whose costliest stage costs least; of such the one whose stages cost least in turn, from the last on.
/// Empty where there is none below infinity.
[[nodiscard]] Cuts cheapest_cuts(const LeastCosts& least, const CostOfStage& cost);

/// Visits assignments, the cheaper ways on first, whose costliest stage costs less than what the last `visit` returned
/// (`below` at first): branch and bound. Stops where visit returns a negative number, or after `nodes_max` stages
/// tried. True where every such assignment was visited.
bool visit_cheaper(const LeastCosts& least, const CostOfStage& cost, double below, std::int64_t nodes_max,
                   const std::function<double(const Cuts&)>& visit);

}  // namespace shardscope
