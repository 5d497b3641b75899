#include "core/changes/layout/assignments.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <set>

using namespace shardscope;

namespace {

/// Every way to cut the row, each stage with at least one block.
void all_cuts(std::int64_t stages, std::int64_t blocks, Cuts& cuts, std::vector<Cuts>& found) {
  if (static_cast<std::int64_t>(cuts.size()) == stages) {
    cuts.push_back(blocks);
    found.push_back(cuts);
    cuts.pop_back();
    return;
  }
  const std::int64_t behind = stages - static_cast<std::int64_t>(cuts.size());
  for (std::int64_t end = cuts.back() + 1; end <= blocks - behind; ++end) {
    cuts.push_back(end);
    all_cuts(stages, blocks, cuts, found);
    cuts.pop_back();
  }
}

std::vector<Cuts> all_cuts(std::int64_t stages, std::int64_t blocks) {
  std::vector<Cuts> found;
  Cuts cuts = {0};
  all_cuts(stages, blocks, cuts, found);
  return found;
}

double costliest(const Cuts& cuts, const CostOfStage& cost) {
  double most = 0;
  for (std::size_t k = 0; k + 1 < cuts.size(); ++k)
    most = std::max(most, cost(static_cast<std::int64_t>(k), cuts[k], cuts[k + 1]));
  return most;
}

/// Blocks of random weight that weigh differently from stage to stage, and a wall that no stage may go beyond.
struct RandomRow {
  std::vector<double> weight, factor;
  double wall = 1e9;

  double operator()(std::int64_t stage, std::int64_t begin, std::int64_t end) const {
    double sum = 0;
    for (std::int64_t block = begin; block < end; ++block) sum += weight[static_cast<std::size_t>(block)];
    sum *= factor[static_cast<std::size_t>(stage)];
    return sum > wall ? std::numeric_limits<double>::infinity() : sum;
  }
};

RandomRow random_row(std::mt19937& random, std::int64_t stages, std::int64_t blocks) {
  std::uniform_int_distribution<int> weight(0, 9);
  RandomRow row;
  for (std::int64_t i = 0; i < blocks; ++i) row.weight.push_back(weight(random));
  for (std::int64_t i = 0; i < stages; ++i) row.factor.push_back(1 + weight(random) / 5.0);
  if (weight(random) < 3) row.wall = 8 + weight(random);
  return row;
}

}  // namespace

TEST_CASE("the costliest stage costs as little as in the best of all assignments") {
  std::mt19937 random(7);
  for (int round = 0; round < 400; ++round) {
    const std::int64_t stages = 1 + round % 5, blocks = stages + static_cast<std::int64_t>(random() % 7);
    const CostOfStage cost = random_row(random, stages, blocks);
    double best = std::numeric_limits<double>::infinity();
    for (const Cuts& cuts : all_cuts(stages, blocks)) best = std::min(best, costliest(cuts, cost));
    const LeastCosts least(stages, blocks, cost);
    CHECK(least.least() == best);
    const Cuts cuts = cheapest_cuts(least, cost);
    CHECK(cuts.empty() == (best == std::numeric_limits<double>::infinity()));
    if (!cuts.empty()) CHECK(costliest(cuts, cost) == best);
    if (best < 1e9) CHECK(LeastCosts(stages, blocks, cost, best).least() == best);
  }
}

TEST_CASE("exactly the assignments below the line are visited, each once") {
  std::mt19937 random(8);
  for (int round = 0; round < 200; ++round) {
    const std::int64_t stages = 1 + round % 4, blocks = stages + static_cast<std::int64_t>(random() % 7);
    const CostOfStage cost = random_row(random, stages, blocks);
    const double line = 4 + static_cast<double>(random() % 30);
    std::set<Cuts> wanted, visited;
    for (const Cuts& cuts : all_cuts(stages, blocks))
      if (costliest(cuts, cost) < line) wanted.insert(cuts);
    const LeastCosts least(stages, blocks, cost, line);
    const bool whole = visit_cheaper(least, cost, line, 1'000'000, [&](const Cuts& cuts) {
      CHECK(visited.insert(cuts).second);
      return line;
    });
    CHECK(whole);
    CHECK(visited == wanted);
  }
}

TEST_CASE("a visit that finds something better narrows what follows, and one that has enough ends it") {
  const CostOfStage cost = [](std::int64_t, std::int64_t begin, std::int64_t end) {
    return static_cast<double>(end - begin);
  };
  const LeastCosts least(3, 12, cost);
  CHECK(least.least() == 4);
  int visits = 0;
  CHECK(visit_cheaper(least, cost, 100, 1'000'000, [&](const Cuts& cuts) {
    ++visits;
    return costliest(cuts, cost);
  }));
  CHECK(visits == 1);  // 4, 4, 4 comes first, and nothing is below it
  visits = 0;
  CHECK_FALSE(visit_cheaper(least, cost, 100, 1'000'000, [&](const Cuts&) {
    ++visits;
    return -1.0;
  }));
  CHECK(visits == 1);
  CHECK_FALSE(visit_cheaper(least, cost, 100, 5, [&](const Cuts&) { return 100.0; }));
}
