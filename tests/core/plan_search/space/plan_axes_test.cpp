#include "core/plan_search/space/plan_axes.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <iterator>

#include "tests/real_presets.h"

using namespace shardscope;

TEST_CASE("each axis reads back the value that it put, and --vary's text of it means the same") {
  for (const char* preset : {"llama3-70b-4096-h100", "deepseek-v3-2048-h800", "gpt4-25k-a100"}) {
    const Scenario base = *tests::real_presets().scenario(preset);
    PlanSpace space = plan_space(base);
    REQUIRE(hold_axis(space, "plan.offload=none,optimizer").empty());
    REQUIRE(hold_axis(space, "plan.shard_group=8,16").empty());
    for (std::size_t i = 0; i < plan_axis_count; ++i) {
      const auto axis = static_cast<PlanAxis>(i);
      CAPTURE(name_of(axis));
      const AxisWays& ways = axis_ways(axis);
      std::vector<std::int64_t> values = offered_values(axis, base, space);
      if (axis == PlanAxis::schedule) std::ranges::copy(free_schedules(base), std::back_inserter(values));
      REQUIRE_FALSE(values.empty());
      for (const std::int64_t value : values) {
        Plan plan = base.plan;
        plan.tp = 8;
        if (axis == PlanAxis::recompute_layers) plan.recompute = plain_recompute(RecomputeMode::full);
        ways.put(plan, value, space);
        CHECK(ways.of(plan, space) == value);
        const bool says_more =
            axis == PlanAxis::recompute && !(plan.recompute == plain_recompute(plan.recompute->mode));
        const bool unsaid = axis == PlanAxis::rank_order || (axis == PlanAxis::overlap && value == 0);
        if (unsaid || says_more) continue;  // one that isn't said has no name
        CHECK(ways.named(ways.text(plan), space) == std::optional(value));
      }
    }
  }
}

TEST_CASE("what no axis takes is none of its values") {
  const Scenario base = *tests::real_presets().scenario("llama3-70b-4096-h100");
  PlanSpace space = plan_space(base);
  for (const PlanAxis axis :
       {PlanAxis::tp, PlanAxis::schedule, PlanAxis::recompute, PlanAxis::recompute_layers, PlanAxis::offload,
        PlanAxis::sequence_parallel, PlanAxis::overlap, PlanAxis::rank_order, PlanAxis::shard_group})
    CHECK_FALSE(axis_ways(axis).named("some", space).has_value());
  CHECK_FALSE(axis_ways(PlanAxis::dp).named("-1", space).has_value());
  CHECK_FALSE(axis_ways(PlanAxis::dp).named("1e3", space).has_value());
}

TEST_CASE("a list that lacks a value that is named gets it at its end") {
  const Scenario base = *tests::real_presets().scenario("llama3-70b-4096-h100");
  PlanSpace space = plan_space(base);
  const std::size_t orders = space.rank_orders.size();
  CHECK(axis_ways(PlanAxis::rank_order).named("tp-pp-cp-ep-dp", space) == std::optional<std::int64_t>(orders));
  CHECK(axis_ways(PlanAxis::rank_order).named("tp-pp-cp-ep-dp", space) == std::optional<std::int64_t>(orders));
  CHECK(space.rank_orders.size() == orders + 1);
}

TEST_CASE("a group of shards of all replicas is none of its own") {
  Scenario base = *tests::real_presets().scenario("llama3-70b-4096-h100");
  const Plan plan = with_defaults(base).plan;
  base.plan.shard_group = *plan.dp * plan.cp;
  CHECK_FALSE(searched_plan(base).shard_group.has_value());
  base.plan.shard_group = *plan.dp * plan.cp / 2;
  CHECK(searched_plan(base).shard_group == base.plan.shard_group);
}

TEST_CASE("overlap is named by the kinds of traffic that travel beside computation") {
  const Scenario base = *tests::real_presets().scenario("llama3-70b-4096-h100");
  PlanSpace space = plan_space(base);
  const AxisWays& ways = axis_ways(PlanAxis::overlap);
  const std::optional<std::int64_t> place = ways.named("dp_grad+tp", space);
  REQUIRE(place.has_value());
  Plan plan = base.plan;
  ways.put(plan, *place, space);
  CHECK(plan.overlap == Overlap{true, false, true, false, false, false});
  CHECK(ways.text(plan) == "dp_grad+tp");
  CHECK_FALSE(ways.named("dp_grad+", space) == ways.named("dp_grad+tp", space));
  CHECK_FALSE(ways.named("dp_grad+water", space).has_value());
}

TEST_CASE("an axis that makes no difference has one value, whatever it is held to") {
  const Scenario base = *tests::real_presets().scenario("llama3-70b-4096-h100");
  PlanSpace space = plan_space(base);
  REQUIRE(hold_axis(space, "plan.recompute.layers=1,2").empty());
  REQUIRE(hold_axis(space, "plan.sequence_parallel=on,off").empty());
  PlanChoice choice = all_ones();
  CHECK(values_of(PlanAxis::recompute_layers, choice, base, space) == std::vector<std::int64_t>{0});
  CHECK(values_of(PlanAxis::sequence_parallel, choice, base, space) == std::vector<std::int64_t>{0});
  choice[index_of(PlanAxis::tp)] = 2, choice[index_of(PlanAxis::recompute)] = 1;  // full
  CHECK(values_of(PlanAxis::recompute_layers, choice, base, space) == std::vector<std::int64_t>{1, 2});
  CHECK(values_of(PlanAxis::sequence_parallel, choice, base, space).size() == 2);
}
