#include "core/inspect/sensitivity.h"

#include <doctest/doctest.h>

#include <cmath>

#include "core/evaluate/evaluate.h"
#include "tests/core/evaluate/mixed_pools.h"

using namespace shardscope;

namespace {

const Sensitivity& row(const std::vector<Sensitivity>& all, std::string_view name) {
  for (const Sensitivity& one : all)
    if (one.name == name) return one;
  FAIL("no row ", name);
  return all.front();
}

}  // namespace

TEST_CASE("rent goes with price and tokens, against utilisation, and not with the price of power") {
  const Report report = evaluate(preset_scenario("gpt4-25k-a100"));
  const std::vector<Sensitivity> all = sensitivities(report, CostWay::rent);
  REQUIRE(all.size() == 5);
  const double rent = *report.run.rental_usd;
  CHECK(row(all, "price of a GPU-hour").low_usd == doctest::Approx(0.8 * rent));
  CHECK(row(all, "price of a GPU-hour").high_usd == doctest::Approx(1.2 * rent));
  CHECK(row(all, "tokens").high_usd == doctest::Approx(1.2 * rent));
  CHECK(row(all, "model FLOPs utilisation").low_usd == doctest::Approx(rent / 0.8));
  CHECK(row(all, "goodput").low_usd == doctest::Approx(rent / 0.8));
  CHECK(row(all, "price of power").high_usd == doctest::Approx(rent));
  for (std::size_t i = 1; i < all.size(); ++i)
    CHECK(std::abs(all[i].high_usd - all[i].low_usd) <=
          std::abs(all[i - 1].high_usd - all[i - 1].low_usd) * (1 + 1e-9));
}

TEST_CASE("goodput ends at all of the time") {
  const Report report = evaluate(preset_scenario("llama3-405b-16k-h100"));
  REQUIRE(*report.run.goodput * 1.2 > 1);
  const std::vector<Sensitivity> all = sensitivities(report, CostWay::rent);
  CHECK(row(all, "goodput").high_usd == doctest::Approx(*report.run.rental_usd * *report.run.goodput));
  CHECK_FALSE(row(all, "goodput").note.empty());
}

TEST_CASE("each is what a whole evaluation with that input says") {
  Scenario scenario = preset_scenario("llama3-405b-16k-h100");
  const Report report = evaluate(scenario);
  scenario.run.checkpoint_interval_seconds = report.run.checkpoint_interval->value;
  scenario.run.electricity_usd_per_kwh *= 1.2;
  const std::optional<Cost> own = evaluate(scenario).run.costs[static_cast<std::size_t>(CostWay::own)];
  CHECK(row(sensitivities(report, CostWay::own), "price of power").high_usd == doctest::Approx(own->total()));
}

TEST_CASE("of a mixed cluster each input's middle is what its report says, however the cost is counted") {
  Scenario scenario = mixed(pool_of("a100-80", 256), pool_of("h100-sxm", 256), 8, 512);
  scenario.run.tokens = 1e9;
  const Report report = evaluate(scenario);
  for (std::size_t i = 0; i < cost_way_count; ++i) {
    const auto way = static_cast<CostWay>(i);
    const std::vector<Sensitivity> all = sensitivities(report, way);
    REQUIRE(all.size() == 5);
    const Sensitivity& price = row(all, way == CostWay::rent ? "price of a GPU-hour" : "price of a GPU");
    CHECK((price.low_usd + price.high_usd) / 2 == doctest::Approx(report.run.costs[index_of(way)]->total()));
  }
}

TEST_CASE("what moves nothing says so: an essay's split knows no run") {
  const Report report = evaluate(preset_scenario("llama3-405b-16k-h100"));
  const std::vector<Sensitivity> all = sensitivities(report, CostWay::split);
  for (const std::string_view name : {"goodput", "tokens", "model FLOPs utilisation", "price of power"}) {
    CAPTURE(name);
    CHECK(row(all, name).low_usd == doctest::Approx(row(all, name).high_usd));
    CHECK(row(all, name).note == "not counted there");
  }
  CHECK(row(all, "price of a GPU").note.empty());
}

TEST_CASE("without a step there is nothing to move") {
  CHECK(sensitivities(Report{}, CostWay::rent).empty());
}
