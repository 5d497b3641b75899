#include "app/commands/answers/search_request.h"

#include <doctest/doctest.h>

#include "tests/real_presets.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("a search asks for what its options say") {
  const Scenario base = *real_presets().scenario("llama3-70b-4096-h100");
  SearchCommand command;
  command.objective = "memory", command.top = 3, command.low_end = true;
  command.vary = {"plan.tp=4,8"}, command.needs = {"days<=30"}, command.front = "throughput,memory";
  command.rules = "megatron";
  const Outcome<SearchRequest> made = search_request(command, base, real_presets());
  REQUIRE(succeeded(made));
  const SearchRequest& request = value_of(made);
  CHECK(request.goal == SearchGoal::memory);
  CHECK(request.top == 3);
  CHECK(request.low_end);
  CHECK(request.space.held[index_of(PlanAxis::tp)] == std::vector<std::int64_t>{4, 8});
  CHECK(request.needs == std::vector<SearchNeed>{{SearchGoal::days, true, 30}});
  REQUIRE(request.front.has_value());
  CHECK(request.front->second == SearchGoal::memory);
  CHECK(request.rules.framework != nullptr);
}

TEST_CASE("all that is wrong with a search's options is said at once") {
  const Scenario base = *real_presets().scenario("llama3-70b-4096-h100");
  SearchCommand command;
  command.vary = {"plan.nothing=1"}, command.needs = {"days"}, command.front = "memory", command.rules = "none";
  const Outcome<SearchRequest> made = search_request(command, base, real_presets());
  REQUIRE_FALSE(succeeded(made));
  CHECK(problems_of(made).size() == 4);
}
