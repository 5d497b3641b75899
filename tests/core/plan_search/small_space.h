// A small space of plans for tests of what goes over it.
#pragma once

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "core/plan_search/plan_search.h"
#include "tests/real_presets.h"

namespace shardscope::tests {

/// Llama 3 70B on 64 H100s with a batch of 64.
inline Scenario searched_scenario() {
  Scenario scenario = *real_presets().scenario("llama3-70b-4096-h100");
  scenario.cluster.gpus = 64;
  scenario.plan.global_batch = 64;
  return scenario;
}

/// Plans of it with these axes held, as --vary has them.
inline SearchRequest small_request(const std::vector<std::string>& axes) {
  SearchRequest request{searched_scenario(), {}, SearchGoal::throughput, 5};
  request.space = plan_space(request.base);
  for (const std::string& axis : axes) REQUIRE(hold_axis(request.space, axis).empty());
  return request;
}

}  // namespace shardscope::tests
