#include "core/plan_search/plan_choice.h"

#include "tests/core/plan_search/small_space.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("every plan that a choice makes leads back to that choice") {
  const SearchRequest request = small_request({"plan.tp=1,8", "plan.pp=1,4", "plan.micro_batch=1,2", "plan.cp=1,2",
                                               "plan.zero=0,1,3", "plan.virtual_stages=1,2"});
  int made = 0;
  for_each_choice(request.base, request.space, 0, plan_axis_count, all_ones(), [&](const PlanChoice& choice) {
    const Scenario scenario = with_choice(request.base, choice, request.space);
    const auto back = choice_of(scenario, request.base, request.space);
    REQUIRE(back);
    // What a default says is the same plan: a scenario doesn't tell them apart.
    CHECK(with_defaults(with_choice(request.base, *back, request.space)) == with_defaults(scenario));
    ++made;
  });
  CHECK(made > 100);
}

TEST_CASE("a scenario that differs in more than the axes has no choice, whatever it is called") {
  const SearchRequest request = small_request({});
  Scenario scenario = request.base;
  scenario.name = "another name";
  CHECK(choice_of(scenario, request.base, request.space));
  scenario.plan.sequence_length *= 2;
  CHECK_FALSE(choice_of(scenario, request.base, request.space));
  scenario = request.base;
  scenario.cluster.gpus *= 2;
  CHECK_FALSE(choice_of(scenario, request.base, request.space));
  scenario = request.base;
  scenario.plan.pp = 2, scenario.plan.dp = 4, scenario.plan.tp = 8;
  scenario.plan.stage_layers = std::vector<std::int64_t>{30, 50};
  CHECK_FALSE(choice_of(scenario, request.base, request.space));
}
