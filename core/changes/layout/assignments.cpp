#include "core/changes/layout/assignments.h"

#include <algorithm>
#include <utility>

namespace shardscope {

namespace {

struct Walk {
  const LeastCosts& least;
  const CostOfStage& cost;
  const std::function<double(const Cuts&)>& visit;
  double below = 0;
  std::int64_t nodes_left = 0;
  Cuts cuts = {0};

  [[nodiscard]] bool stopped() const { return nodes_left <= 0 || below < 0; }
};

/// The ends that a stage may have from `begin`, with the least that the whole then costs, the cheapest first.
std::vector<std::pair<double, std::int64_t>> ends_of(Walk& walk, std::int64_t stage, std::int64_t begin) {
  const std::int64_t stages = walk.least.stages(), blocks = walk.least.blocks();
  const bool last = stage + 1 == stages;
  std::vector<std::pair<double, std::int64_t>> ends;
  for (std::int64_t end = last ? blocks : begin + 1; end <= blocks - (stages - 1 - stage); ++end) {
    const double own = walk.cost(stage, begin, end);
    if (!(own < walk.below)) break;
    const double whole = std::max(own, walk.least.from(stage + 1, end));
    if (whole < walk.below) ends.emplace_back(whole, end);
  }
  std::stable_sort(ends.begin(), ends.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  return ends;
}

void descend(Walk& walk) {
  const auto stage = static_cast<std::int64_t>(walk.cuts.size()) - 1;
  if (stage == walk.least.stages()) {
    walk.below = walk.visit(walk.cuts);
    return;
  }
  for (const auto& [whole, end] : ends_of(walk, stage, walk.cuts.back())) {
    if (walk.stopped()) return;
    if (!(whole < walk.below)) return;  // those behind it cost as much
    --walk.nodes_left;
    walk.cuts.push_back(end);
    descend(walk);
    walk.cuts.pop_back();
  }
}

}  // namespace

LeastCosts::LeastCosts(std::int64_t stages, std::int64_t blocks, const CostOfStage& cost, double worthless)
    : stages_(stages), blocks_(blocks), least_(static_cast<std::size_t>((stages + 1) * (blocks + 1)), never) {
  least_[static_cast<std::size_t>(stages * (blocks + 1) + blocks)] = -never;  // nothing left, and nothing costs
  for (std::int64_t stage = stages - 1; stage >= 0; --stage) {
    const std::int64_t behind = stages - 1 - stage;
    const std::int64_t first = stage == 0 ? 0 : stage, last = stage == 0 ? 0 : blocks - behind - 1;
    for (std::int64_t begin = first; begin <= last; ++begin) {
      double& best = least_[static_cast<std::size_t>(stage * (blocks + 1) + begin)];
      for (std::int64_t end = behind == 0 ? blocks : begin + 1; end <= blocks - behind; ++end) {
        const double own = cost(stage, begin, end);
        if (!(own < best) || own > worthless) break;
        best = std::min(best, std::max(own, from(stage + 1, end)));
      }
    }
  }
}

Cuts cheapest_cuts(const LeastCosts& least, const CostOfStage& cost) {
  if (!(least.least() < never)) return {};
  Cuts cuts = {0};
  for (std::int64_t stage = 0; stage < least.stages(); ++stage) {
    const std::int64_t begin = cuts.back(), behind = least.stages() - 1 - stage;
    std::int64_t chosen = least.blocks();
    double chosen_rest = never;
    for (std::int64_t end = behind == 0 ? least.blocks() : begin + 1; end <= least.blocks() - behind; ++end) {
      if (cost(stage, begin, end) > least.least()) break;
      const double rest = least.from(stage + 1, end);
      if (rest <= least.least() && rest < chosen_rest) chosen = end, chosen_rest = rest;
    }
    cuts.push_back(chosen);
  }
  return cuts;
}

bool visit_cheaper(const LeastCosts& least, const CostOfStage& cost, double below, std::int64_t nodes_max,
                   const std::function<double(const Cuts&)>& visit) {
  Walk walk{least, cost, visit, below, nodes_max};
  if (least.least() < below) descend(walk);
  return !walk.stopped();
}

}  // namespace shardscope
