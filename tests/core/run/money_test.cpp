#include "core/run/money.h"

#include <doctest/doctest.h>

using namespace shardscope;

namespace {

RunReport known() {
  RunReport run;
  run.rental_usd = 60e6;
  run.capital_usd = 375e6;
  run.amortised_usd = 25e6;
  run.energy_usd = 3e6;
  set_costs(run);
  return run;
}

double total(const RunReport& run, CostWay way) {
  return run.costs[static_cast<std::size_t>(way)]->total();
}

}  // namespace

TEST_CASE("GPT-4's 375 million of GPUs are half a billion bought whole, more as the essay splits it, 60 rented") {
  const RunReport run = known();
  CHECK(total(run, CostWay::rent) == 60e6);
  CHECK(total(run, CostWay::buy) == doctest::Approx(375e6 / 0.7 + 3e6));
  CHECK(total(run, CostWay::split) == doctest::Approx(375e6 / 0.7 / 0.8));
  CHECK(total(run, CostWay::own) == doctest::Approx(25e6 / 0.7 + 3e6));
}

TEST_CASE("the essay's parts are 80, 18 and 2 of 100") {
  const RunReport run = known();
  const Cost& split = *run.costs[static_cast<std::size_t>(CostWay::split)];
  CHECK(split.parts[0].usd / split.total() == doctest::Approx(0.80));
  CHECK(split.parts[1].usd / split.total() == doctest::Approx(0.18));
  CHECK(split.parts[2].usd / split.total() == doctest::Approx(0.02));
}

TEST_CASE("a way whose figures aren't known is absent, and each has its words") {
  RunReport run;
  run.capital_usd = 1e6;
  set_costs(run);
  CHECK_FALSE(run.costs[static_cast<std::size_t>(CostWay::rent)].has_value());
  CHECK_FALSE(run.costs[static_cast<std::size_t>(CostWay::own)].has_value());
  CHECK(run.costs[static_cast<std::size_t>(CostWay::split)].has_value());
  for (std::size_t i = 0; i < cost_way_count; ++i) {
    CHECK_FALSE(entry_of(static_cast<CostWay>(i)).words.empty());
    CHECK_FALSE(entry_of(static_cast<CostWay>(i)).name.empty());
  }
}

TEST_CASE("a way to count without a cost says what isn't known") {
  RunReport run;
  CHECK(missing_of(run, CostWay::own) == "the GPU's price");
  CHECK(missing_of(run, CostWay::rent) == "the run's days");
  run.calendar_days = 4;
  CHECK(missing_of(run, CostWay::rent) == "the price of a GPU-hour");
  run.capital_usd = 1e6;
  CHECK(missing_of(run, CostWay::buy) == "the GPU's power");
  run.rental_usd = 1e5;
  set_costs(run);
  CHECK(missing_of(run, CostWay::rent).empty());
  CHECK(missing_of(run, CostWay::split).empty());
}
