#include "core/plan_search/found_plan.h"

#include <doctest/doctest.h>

#include "core/evaluate/evaluate.h"
#include "tests/real_presets.h"

using namespace shardscope;

namespace {

FoundPlan plan_of(double step, double memory, std::int64_t tp = 1) {
  FoundPlan plan;
  plan.choice = all_ones(), plan.choice[index_of(PlanAxis::tp)] = tp;
  plan.step = Seconds{step}, plan.peak_memory = Bytes{memory};
  return plan;
}

}  // namespace

TEST_CASE("a limit that is none says what would be one") {
  CHECK(value_of(read_need("days<=30")) == SearchNeed{SearchGoal::days, true, 30});
  CHECK(value_of(read_need("throughput>=1e6")) == SearchNeed{SearchGoal::throughput, false, 1e6});
  for (const char* text : {"", "days", "days<30", "days<=", "days<=x", "weeks<=3", "days<=-1", "days<=nan"}) {
    CAPTURE(text);
    CHECK_FALSE(succeeded(read_need(text)));
  }
}

TEST_CASE("what goes with time is no less than a bound on the step says") {
  for (const char* preset : {"gpt4-25k-a100", "llama3-70b-4096-h100", "deepseek-v3-2048-h800"}) {
    CAPTURE(preset);
    Scenario base = *tests::real_presets().scenario(preset);
    base.run.tokens = 2e12;
    const FoundPlan found = found_plan(evaluate(base), all_ones());
    const RunRates rates = run_rates(base);
    const auto gpus = static_cast<double>(base.cluster.gpus);
    const PlanFloor floor{found.step, found.peak_memory, gpus, gpus * found.step.value};
    for (const SearchGoal goal : {SearchGoal::throughput, SearchGoal::memory, SearchGoal::cost, SearchGoal::days,
                                  SearchGoal::energy, SearchGoal::gpus}) {
      CAPTURE(name_of(goal));
      REQUIRE(cost_of(found, goal));
      CHECK(least_cost(floor, goal, rates) <= *cost_of(found, goal));
      CHECK(least_cost(floor, goal, rates) > *cost_of(found, goal) * 0.6);
    }
    CHECK_FALSE(
        misses(floor, std::vector<SearchNeed>{{SearchGoal::throughput, false, found.tokens_per_second * 0.99}}, rates));
    CHECK(
        misses(floor, std::vector<SearchNeed>{{SearchGoal::throughput, false, found.tokens_per_second * 1.01}}, rates));
    CHECK(misses(floor, std::vector<SearchNeed>{{SearchGoal::memory, true, 1e9}}, rates));
    CHECK_FALSE(misses(floor, std::vector<SearchNeed>{{SearchGoal::memory, false, 1e9}}, rates));
  }
}

TEST_CASE("a front keeps what none beats in both, and of equal plans the first of the space") {
  SearchFront front;
  front.add(plan_of(2, 20)), front.add(plan_of(1, 40)), front.add(plan_of(3, 30)), front.add(plan_of(3, 10));
  REQUIRE(front.plans.size() == 3);
  CHECK(front.plans[0].step == Seconds{1});
  CHECK(front.plans[2].step == Seconds{3});
  front.add(plan_of(2, 20, 0));
  CHECK(front.plans[1].choice[0] == 0);
  front.add(plan_of(2, 20, 5));
  CHECK(front.plans.size() == 3);
  const RunRates rates;
  CHECK(front.beats({Seconds{2}, Bytes{21}, 0, 0}, rates));
  CHECK_FALSE(front.beats({Seconds{2}, Bytes{20}, 0, 0}, rates));  // as good: it may be the same
  CHECK_FALSE(front.beats({Seconds{0.5}, Bytes{90}, 0, 0}, rates));
}
