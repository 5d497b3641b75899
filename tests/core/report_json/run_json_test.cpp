#include "core/report_json/run_json.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "core/evaluate/evaluate.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

TEST_CASE("the run's JSON has its four costs, its bytes by level and in all, and everyday figures") {
  const Report report = evaluate(preset_scenario("gpt4-25k-a100"));
  const nlohmann::ordered_json run = run_json(report);
  REQUIRE(run["costs"].size() == 4);
  CHECK(run["costs"][0]["way"] == "rent");
  CHECK(run["costs"][0]["total_usd"] == *report.run.rental_usd);
  double sum = 0;
  for (const char* level : {"gpu", "node", "rack", "site"})
    sum += run["moved_bytes"][level].is_null() ? 0 : run["moved_bytes"][level].get<double>();
  CHECK(run["moved_bytes"]["total"].get<double>() == doctest::Approx(sum));
  // By level: a group's bytes don't all go as far as the group does.
  for (const char* level : {"node", "rack", "site"}) CHECK(run["moved_bytes"][level].is_number());
  CHECK(run["moved_bytes"]["site"].get<double>() < 110e18);
  CHECK(run["moved_bytes"]["rack"].get<double>() > run["moved_bytes"]["site"].get<double>());
  CHECK(run["everyday"].size() == 5);
  CHECK(run["goodput"] == *report.run.goodput);
  CHECK(run["share_of_peak"] == *report.run.share_of_peak);
  CHECK(run["days_range"][0].get<double>() < *report.run.days);
  CHECK(run["rental_usd_range"][1].get<double>() > *report.run.rental_usd);
  CHECK(run["costs"][3]["total_usd_range"][0] == run["costs"][3]["total_usd"]);
  REQUIRE(run["power_parts"].size() == 3);
  CHECK(run["power_parts"][0]["watts"] == 400.0 * 25'000);
  CHECK(run["scaling_law"]["loss"][0].get<double>() < run["scaling_law"]["loss"][1].get<double>());
}

TEST_CASE("a run of which nothing is known has null under every key") {
  for (const auto& value : run_json(Report{})) CHECK(value.is_null());
}
