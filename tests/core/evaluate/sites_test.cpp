#include "core/evaluate/sites.h"

#include <doctest/doctest.h>

#include "core/evaluate/evaluate.h"
#include "core/evaluate/pools.h"
#include "tests/core/evaluate/mixed_pools.h"

using namespace shardscope;

TEST_CASE("one site costs nothing") {
  const Scenario scenario = gpt3_on(8, 8, 8);
  CHECK_FALSE(sites_of(evaluate_in_pools(scenario), scenario).has_value());
}

TEST_CASE("what sites cost pools that can't share the plan over them is counted among like with like") {
  Scenario scenario = mixed(pool_of("h100-sxm", 256), pool_of("a100-80", 256), 8, 512);
  scenario.plan.schedule = ScheduleKind::dualpipe;  // no layers can be shared, so nothing where the pipeline crosses
  scenario.plan.across_sites = AcrossSites::pp;
  scenario.cluster.sites = {2, 500e3, 1e11};
  const Report report = evaluate(scenario);
  REQUIRE(report.sites.has_value());
  CHECK_FALSE(report.pools.has_value());
  CHECK(report.sites->efficiency < 1);
  Scenario alike = all_of_pool(scenario, scenario.cluster.pools.front());
  CHECK(report.sites->efficiency == doctest::Approx(evaluate(alike).sites->efficiency));
}
