#include "app/search/search_settings.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "tests/real_presets.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("a scenario without its plan is the same whatever a search chooses, and another where the model is") {
  const Scenario scenario = *real_presets().scenario("gpt4-25k-a100");
  Scenario other = scenario;
  other.plan.tp = 4, other.plan.pp = 30, other.plan.dp = 104, other.plan.zero = 2, other.plan.micro_batch = 2;
  other.plan.schedule = ScheduleKind::zb_v, other.plan.recompute.reset();
  other.name = "another name";
  CHECK(without_plan(scenario) == without_plan(other));
  other.plan.sequence_length *= 2;
  CHECK(without_plan(scenario) != without_plan(other));
}

TEST_CASE("a request holds what was asked, and needs are in bytes and days") {
  const Scenario scenario = *real_presets().scenario("llama3-70b-4096-h100");
  SearchSettings settings;
  settings.within[index_of(PlanAxis::tp)] = ValueRange{2, 8};
  settings.held[index_of(PlanAxis::zero)] = {1};
  settings.goal = SearchGoal::cost, settings.low_end = true, settings.spare = 0.1, settings.days = 30;
  const SearchRequest request = request_of(settings, scenario, {});
  CHECK(request.goal == SearchGoal::cost);
  CHECK(request.low_end);
  REQUIRE(request.needs.size() == 2);
  CHECK(request.needs[0].value == doctest::Approx(0.9 * static_cast<double>(scenario.cluster.gpu.capacity_bytes())));
  CHECK(request.needs[1] == SearchNeed{SearchGoal::days, true, 30});
  for (const std::int64_t tp : values_of(PlanAxis::tp, all_ones(), request.base, request.space))
    CHECK((tp >= 2 && tp <= 8));
  CHECK(request.rules.framework == nullptr);
}

TEST_CASE("usual ranges leave out what nobody runs, and keep what the scenario has") {
  Scenario scenario = *real_presets().scenario("gpt4-25k-a100");
  AxisRanges ranges = usual_ranges(scenario);
  REQUIRE(ranges[index_of(PlanAxis::micro_batch)]);
  CHECK(ranges[index_of(PlanAxis::micro_batch)]->most == 8);
  CHECK_FALSE(ranges[index_of(PlanAxis::pp)].has_value());
  scenario.plan.micro_batch = 20;
  ranges = usual_ranges(scenario);
  CHECK(ranges[index_of(PlanAxis::micro_batch)]->most == 20);
}

TEST_CASE("open values have the plan's own and all schedules and ZeRO stages that a search takes") {
  const Scenario scenario = *real_presets().scenario("gpt4-25k-a100");
  std::set<PlanAxis> axes;
  for (const SearchedAxis& searched : searched_axes()) {
    CHECK_FALSE(open_values(searched.axis, scenario).empty());
    axes.insert(searched.axis);
  }
  CHECK(axes.size() == plan_axis_count);
  const std::vector<std::int64_t> tps = open_values(PlanAxis::tp, scenario);
  CHECK(std::find(tps.begin(), tps.end(), scenario.plan.tp) != tps.end());
  CHECK(open_values(PlanAxis::zero, scenario).size() == 4);
  CHECK(open_values(PlanAxis::schedule, scenario).size() >= 2);
}
