#include "core/plan_search/space/plan_space.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "core/plan_search/space/choice_walk.h"
#include "core/schedules/schedules.h"
#include "tests/core/plan_search/small_space.h"
#include "tests/real_presets.h"

using namespace shardscope;

namespace {

const Scenario& mixture() {
  return *tests::real_presets().scenario("deepseek-v3-2048-h800");
}

PlanChoice ones() {
  return all_ones();
}

}  // namespace

TEST_CASE("free values are those that the arithmetic of the split allows") {
  const Scenario& base = *tests::real_presets().scenario("llama3-70b-4096-h100");
  const PlanSpace space = plan_space(base);
  using Values = std::vector<std::int64_t>;
  CHECK(values_of(PlanAxis::tp, ones(), base, space) == Values{1, 2, 4, 8, 16, 32, 64});
  CHECK(values_of(PlanAxis::ep, ones(), base, space) == Values{1});
  PlanChoice choice = ones();
  choice[index_of(PlanAxis::tp)] = 8;
  CHECK(values_of(PlanAxis::pp, choice, base, space).back() == base.model.num_hidden_layers);
  choice[index_of(PlanAxis::pp)] = 4;
  for (const std::int64_t dp : values_of(PlanAxis::dp, choice, base, space)) {
    CHECK(base.plan.global_batch % dp == 0);
    CHECK(dp * 8 * 4 <= base.cluster.gpus);
  }
  const PlanSpace experts = plan_space(mixture());
  for (const std::int64_t ep : values_of(PlanAxis::ep, ones(), mixture(), experts))
    CHECK(mixture().model.num_experts % ep == 0);
}

TEST_CASE("a free schedule is one that is tried unasked, or the scenario's own") {
  Scenario base = *tests::real_presets().scenario("llama3-70b-4096-h100");
  for (const ScheduleKind own : known_schedules()) {
    base.plan.schedule = own;
    const std::vector<std::int64_t> kinds = free_schedules(base);
    CHECK(std::is_sorted(kinds.begin(), kinds.end()));
    for (const ScheduleKind kind : known_schedules()) {
      const bool taken = std::find(kinds.begin(), kinds.end(), static_cast<std::int64_t>(kind)) != kinds.end();
      CHECK(taken == (ways_of(kind).tried_unasked || kind == own));
    }
  }
  CHECK(ways_of(default_schedule(1)).tried_unasked);
  CHECK(ways_of(default_schedule(2)).tried_unasked);
}

TEST_CASE("an axis is held to the values that are said, and to no others") {
  PlanSpace space = plan_space(mixture());
  CHECK(hold_axis(space, "plan.tp=8,2,4").empty());
  CHECK(values_of(PlanAxis::tp, ones(), mixture(), space) == std::vector<std::int64_t>{2, 4, 8});
  CHECK(hold_axis(space, "plan.schedule=zb-v,1f1b").empty());
  CHECK(hold_axis(space, "plan.recompute=selective").empty());
  for (const char* text :
       {"plan.tp=4", "plan.optimizer=adam", "plan.schedule=fast", "plan.pp=x", "plan.recompute=some"})
    CHECK_FALSE(hold_axis(space, text).empty());
}

TEST_CASE("a choice is the scenario with those degrees, and a layout for other stages goes") {
  Scenario base = mixture();
  base.plan.stage_layers = std::vector<std::int64_t>(16, 4);
  const PlanSpace space = plan_space(base);
  PlanChoice choice = ones();
  choice[index_of(PlanAxis::pp)] = 8, choice[index_of(PlanAxis::ep)] = 64;
  const Scenario changed = with_choice(base, choice, space);
  CHECK(changed.plan.pp == 8);
  CHECK(changed.plan.ep == 64);
  CHECK_FALSE(changed.plan.stage_layers);
  const auto settings = settings_of(base, choice, space);
  CHECK(std::find(settings.begin(), settings.end(), Setting("plan.stage_layers", "null")) != settings.end());
  CHECK(std::find(settings.begin(), settings.end(), Setting("plan.ep", "64")) != settings.end());
}

TEST_CASE("offload, rank order and shard group are the scenario's own unless they are varied") {
  Scenario base = mixture();
  base.plan.shard_group = 64;
  PlanSpace space = plan_space(base);
  for (const PlanAxis axis : {PlanAxis::offload, PlanAxis::rank_order, PlanAxis::shard_group})
    CHECK(values_of(axis, ones(), base, space) == std::vector<std::int64_t>{0});
  CHECK(hold_axis(space, "plan.offload=none,optimizer").empty());
  CHECK(hold_axis(space, "plan.rank_order=tp-cp-ep-pp-dp").empty());
  CHECK(hold_axis(space, "plan.shard_group=8,16").empty());
  CHECK_FALSE(hold_axis(space, "plan.offload=disk").empty());
  PlanChoice choice = ones();
  choice[index_of(PlanAxis::offload)] = 1, choice[index_of(PlanAxis::rank_order)] = 1;
  choice[index_of(PlanAxis::shard_group)] = 8;
  const Scenario changed = with_choice(base, choice, space);
  CHECK(changed.plan.offload == Offload::optimizer);
  CHECK(changed.plan.rank_order == "tp-cp-ep-pp-dp");
  CHECK(changed.plan.shard_group == 8);
  CHECK_FALSE(with_choice(base, ones(), space).plan.shard_group);
  std::string told;
  for (const auto& [key, value] : settings_of(base, choice, space)) told += key + "=" + value + " ";
  for (const char* setting : {"plan.offload=\"optimizer\"", "plan.rank_order=\"tp-cp-ep-pp-dp\"", "plan.shard_group=8"})
    CHECK(told.find(setting) != std::string::npos);
}

TEST_CASE("every plan that a choice makes leads back to that choice") {
  const SearchRequest request =
      tests::small_request({"plan.tp=1,8", "plan.pp=1,4", "plan.micro_batch=1,2", "plan.cp=1,2", "plan.zero=0,1,3",
                            "plan.virtual_stages=1,2", "plan.recompute=none,full", "plan.recompute.layers=all,2",
                            "plan.sequence_parallel=on,off", "plan.overlap=all,dp_grad"});
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
  const SearchRequest request = tests::small_request({});
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
