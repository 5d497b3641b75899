#include "render/search/plan_scale.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace shardscope;

TEST_CASE("a scale holds its values, and place and value are each other's way back") {
  for (const SearchGoal figure : {SearchGoal::throughput, SearchGoal::memory, SearchGoal::days}) {
    const PlanScale scale = plan_scale(3.1e4, 2.3e6, figure);
    CHECK(scale.place(3.1e4) >= 0);
    CHECK(scale.place(2.3e6) <= 1);
    CHECK(scale.doublings == (figure != SearchGoal::throughput));
    for (const double place : {0.1, 0.5, 0.9}) CHECK(scale.place(scale.value(place)) == doctest::Approx(place));
  }
}

TEST_CASE("of nothing, one value and what isn't finite there is a scale all the same") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const auto& [least, most] : {std::pair(0.0, 0.0), std::pair(nan, 1.0), std::pair(2.0, 1.0), std::pair(5.0, 5.0)})
    for (const SearchGoal figure : {SearchGoal::throughput, SearchGoal::memory}) {
      const PlanScale scale = plan_scale(least, most, figure);
      CHECK(scale.high > scale.low);
      CHECK(std::isfinite(scale.place(1)));
      CHECK(scale.place(nan) == -1);
    }
}

TEST_CASE("ticks are round numbers in the unit that is named beside them, none outside") {
  const PlanScale memory = plan_scale(1.2e10, 9.3e11, SearchGoal::memory);
  CHECK(unit_of_ticks(memory, SearchGoal::memory) == "GB");
  const std::vector<PlanTick> ticks = plan_ticks(memory, SearchGoal::memory, 12);
  REQUIRE(ticks.size() >= 4);
  CHECK(ticks.front().label == "10");
  CHECK(ticks.back().label == "1,000");
  for (const PlanTick& tick : ticks) CHECK((tick.place > -0.01 && tick.place < 1.01));
  const PlanScale rate = plan_scale(1, 2.3e6, SearchGoal::throughput);
  CHECK(unit_of_ticks(rate, SearchGoal::throughput) == "M tokens/s");
  CHECK(plan_ticks(rate, SearchGoal::throughput, 6).front().label == "0.0");
}

TEST_CASE("a figure is said with its unit, and throughput alone is better when it is more") {
  CHECK(figure_words(2.304e6, SearchGoal::throughput) == "2.30 M tokens/s");
  CHECK(figure_words(7.65e10, SearchGoal::memory) == "76.5 GB");
  FoundPlan plan;
  plan.tokens_per_second = 100, plan.peak_memory = Bytes{5};
  CHECK(figure_of(plan, SearchGoal::throughput) == 100);
  CHECK(figure_of(plan, SearchGoal::memory) == 5);
  CHECK_FALSE(figure_of(plan, SearchGoal::days).has_value());
  CHECK(is_more_better(SearchGoal::throughput));
  CHECK_FALSE(is_more_better(SearchGoal::cost));
}
