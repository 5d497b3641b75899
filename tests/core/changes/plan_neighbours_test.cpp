#include "core/changes/plan_neighbours.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>

#include "core/evaluate/evaluate.h"
#include "tests/real_presets.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

std::vector<NeighbourChange> changes_of(const Scenario& scenario, const Report& report) {
  std::vector<NeighbourChange> changes;
  for (const SingleChange& to : plan_neighbours(scenario))
    if (auto change = neighbour_change(report, to)) changes.push_back(*change);
  order_changes(changes);
  return changes;
}

}  // namespace

TEST_CASE("neighbours of GPT-4's plan move one setting each, and no two are the same") {
  const Scenario scenario = *real_presets().scenario("gpt4-25k-a100");
  std::set<std::string> words, paths;
  for (const SingleChange& to : plan_neighbours(scenario)) {
    CAPTURE(to.words);
    CHECK(words.insert(to.words).second);
    CHECK(to.scenario != scenario);
    paths.insert(to.path);
  }
  for (const char* path : {"plan.tp", "plan.pp", "plan.ep", "plan.micro_batch", "plan.schedule", "plan.recompute",
                           "plan.zero", "plan.sequence_parallel"})
    CHECK(paths.contains(path));
  CHECK(words.contains("TP 8 → 4"));
}

TEST_CASE("a neighbour's change is the difference of two evaluations, and its parts sum to the step's") {
  const Scenario scenario = *real_presets().scenario("gpt4-25k-a100");
  const Report report = evaluate(scenario);
  const std::vector<NeighbourChange> changes = changes_of(scenario, report);
  REQUIRE(changes.size() > 8);
  for (const NeighbourChange& change : changes) {
    CAPTURE(change.to.words);
    const Report after = evaluate(change.to.scenario);
    CHECK(change.step == after.time->step - report.time->step);
    CHECK(total_of(change.lost).value == doctest::Approx(change.step.value).epsilon(1e-6).scale(1));
    CHECK(change.fits == after.fits);
  }
}

TEST_CASE("changes that fit stand first, the one with the shortest step on top") {
  const Scenario scenario = *real_presets().scenario("gpt4-25k-a100");
  const std::vector<NeighbourChange> changes = changes_of(scenario, evaluate(scenario));
  for (std::size_t i = 1; i < changes.size(); ++i) {
    CHECK((changes[i - 1].fits || !changes[i].fits));
    if (changes[i - 1].fits == changes[i].fits) CHECK(changes[i - 1].step <= changes[i].step);
  }
}

TEST_CASE("what relieves a part takes most off it among what fits and lengthens no step") {
  const Scenario scenario = *real_presets().scenario("gpt4-25k-a100");
  const std::vector<NeighbourChange> changes = changes_of(scenario, evaluate(scenario));
  const NeighbourChange* relief = relief_of(TimeLost::bubble, changes);
  REQUIRE(relief != nullptr);
  CHECK(relief->fits);
  CHECK(relief->step <= Seconds{});
  CHECK(seconds_of(relief->lost, TimeLost::bubble) < Seconds{});
  for (const NeighbourChange& change : changes)
    if (change.fits && change.step <= Seconds{})
      CHECK(seconds_of(change.lost, TimeLost::bubble) >= seconds_of(relief->lost, TimeLost::bubble));
  CHECK(relief_of(TimeLost::bubble, {}) == nullptr);
}

TEST_CASE("a plan without stages has no schedule to change, and one rank nothing to overlap") {
  const Scenario scenario = *real_presets().scenario("gpt2-xl-8-a100");
  for (const SingleChange& to : plan_neighbours(scenario)) CHECK(to.path != "plan.schedule");
}

TEST_CASE("a plan with experts and shards is tried with half and twice the ranks of each, and the other rank order") {
  Scenario scenario = *real_presets().scenario("deepseek-v3-2048-h800");
  scenario.plan.tp = 4, scenario.plan.etp = 2, scenario.plan.dp.reset(), scenario.plan.zero = 1;
  const std::vector<SingleChange> changes = plan_neighbours(scenario);
  const auto of = [&](std::string_view path) {
    return std::count_if(changes.begin(), changes.end(), [&](const SingleChange& each) { return each.path == path; });
  };
  CHECK(of("plan.etp") == 2);
  CHECK(of("plan.shard_group") == 1);  // it is of all replicas
  CHECK(of("plan.rank_order") == 1);
}
