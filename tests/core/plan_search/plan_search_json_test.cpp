#include "core/plan_search/plan_search_json.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "tests/real_presets.h"

using namespace shardscope;

TEST_CASE("a search's JSON has its counts, and of what wasn't looked at null") {
  PlanSearch search;
  search.request.base = *tests::real_presets().scenario("llama3-70b-4096-h100");
  search.request.space = plan_space(search.request.base);
  FoundPlan found;
  found.choice = all_ones();
  found.step = Seconds{2.5}, found.peak_memory = Bytes{60e9}, found.tokens_per_second = 1e6;
  found.days = 32, found.training_days = 30;
  search.best = {found};
  search.counts = {100, 40, 30, 20, 20, {{"fits-in-memory", 10}}};
  search.done = true;
  const auto json = plan_search_json(search, 1.5);
  CHECK(json["space"]["plans"] == 100);
  CHECK(json["space"]["valid"].is_null());
  CHECK(json["space"]["fit"].is_null());
  CHECK(json["space"]["proved"] == true);
  CHECK(json["best"][0]["settings"]["plan.tp"] == 1);
  CHECK(json["best"][0]["step_seconds"] == 2.5);
  CHECK(json["best"][0]["days"] == 30);  // as a report's run.days
  CHECK(json["best"][0]["calendar_days"] == 32);
  CHECK(json["best"][0]["mfu"].is_null());
  CHECK(json["front"].empty());
  CHECK(json["distinct"].is_null());
  CHECK(json["refused"]["fits-in-memory"] == 10);
  search.counts.looked_at = 100;
  CHECK(plan_search_json(search, 1.5)["space"]["fit"] == 20);
}
