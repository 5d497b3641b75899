#include "core/plan_search/space/choice_walk.h"

#include <doctest/doctest.h>

#include <functional>

#include "tests/real_presets.h"

using namespace shardscope;

namespace {

Scenario scenario_of_sixteen() {
  Scenario scenario = *tests::real_presets().scenario("llama3-70b-4096-h100");
  scenario.cluster.gpus = 16, scenario.plan.global_batch = 16;
  return scenario;
}

/// Each axis in turn beside those before it, the others as they were.
std::vector<PlanChoice> nested(const Scenario& base, const PlanSpace& space, std::size_t first, std::size_t end) {
  std::vector<PlanChoice> all;
  const std::function<void(std::size_t, PlanChoice)> down = [&](std::size_t axis, PlanChoice choice) {
    if (axis == end) return all.push_back(choice);
    for (const std::int64_t value : values_of(static_cast<PlanAxis>(axis), choice, base, space)) {
      PlanChoice next = choice;
      next[axis] = value;
      down(axis + 1, next);
    }
  };
  down(first, all_ones());
  return all;
}

std::vector<PlanChoice> walked(const Scenario& base, const PlanSpace& space, std::size_t first, std::size_t end) {
  std::vector<PlanChoice> all;
  ChoiceWalk walk = begin_walk(first, end, all_ones());
  while (const std::optional<PlanChoice> choice = next_choice(walk, base, space)) all.push_back(*choice);
  CHECK(walk.done);
  CHECK_FALSE(next_choice(walk, base, space));
  return all;
}

}  // namespace

TEST_CASE("a walk comes to every choice once, in the order of its axes") {
  const Scenario base = scenario_of_sixteen();
  const PlanSpace space = plan_space(base);
  const std::vector<PlanChoice> all = nested(base, space, 0, plan_axis_count);
  CHECK(all.size() > 1000);
  CHECK(walked(base, space, 0, plan_axis_count) == all);
  const std::size_t pp = index_of(PlanAxis::pp), zero = index_of(PlanAxis::zero);
  CHECK(walked(base, space, pp, zero) == nested(base, space, pp, zero));
  CHECK(walked(base, space, pp, pp) == std::vector<PlanChoice>{all_ones()});
}

TEST_CASE("an axis without a value leaves a walk nothing") {
  const Scenario base = scenario_of_sixteen();
  PlanSpace space = plan_space(base);
  space.within[index_of(PlanAxis::tp)] = ValueRange{3, 3};
  REQUIRE(values_of(PlanAxis::tp, all_ones(), base, space).empty());
  CHECK(walked(base, space, 0, plan_axis_count).empty());
}

TEST_CASE("plans are counted without going through them, in as many goes as one likes") {
  const Scenario base = scenario_of_sixteen();
  const PlanSpace space = plan_space(base);
  const std::size_t all = nested(base, space, 0, plan_axis_count).size();
  CHECK(plan_count(base, space) == all);
  PlanCount count = begin_count();
  std::size_t goes = 0;
  for (; !count.done; ++goes) continue_count(count, base, space, 3);
  CHECK(goes > 3);
  CHECK(count.plans == all);
  std::stop_source stop;
  stop.request_stop();
  PlanCount stopped = begin_count();
  continue_count(stopped, base, space, 100, stop.get_token());
  CHECK_FALSE(stopped.done);
  CHECK(stopped.plans == 0);
}
