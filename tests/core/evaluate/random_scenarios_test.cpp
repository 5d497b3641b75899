#include "tests/core/evaluate/random_scenarios.h"

#include <doctest/doctest.h>

#include "core/validate/validate.h"

using namespace shardscope;

TEST_CASE("random scenarios are valid, and the same for a seed") {
  tests::WholeScenarios random(3), again(3);
  for (int i = 0; i < 50; ++i) {
    const Scenario scenario = random.next();
    CHECK(scenario == again.next());
    CHECK_FALSE(has_errors(validate(scenario)));
  }
}
