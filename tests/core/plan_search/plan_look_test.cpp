#include "core/plan_search/plan_look.h"

#include "core/base/rule_names.h"
#include "core/evaluate/evaluate.h"
#include "core/memory/whole_bytes.h"
#include "tests/core/plan_search/small_space.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("a look at a plan says what evaluate() says of it") {
  const SearchRequest request = small_request(
      {"plan.tp=2,8", "plan.pp=1,3,8", "plan.micro_batch=1,8", "plan.cp=1", "plan.zero=0,3", "plan.recompute=none"});
  bool fitting = false, too_large = false;
  for_each_choice(request.base, request.space, 0, plan_axis_count, all_ones(), [&](const PlanChoice& choice) {
    const PlanLook look = look_at(request, choice);
    const Report report = evaluate(with_choice(request.base, choice, request.space));
    CHECK(look.valid == report.valid);
    CHECK(look.fits == (report.valid && report.fits));
    CHECK(look.found.has_value() == (report.valid && report.time.has_value()));
    CHECK(look.counts() == (look.fits && report.time.has_value()));
    if (report.valid) CHECK(look.peak_memory == in_whole_bytes(report.memory).peak);
    if (look.found) CHECK(look.found->step == report.time->step);
    fitting |= look.fits, too_large |= look.refused == rule_name::fits_in_memory;
  });
  CHECK(fitting);
  CHECK(too_large);
}

TEST_CASE("a plan that a framework refuses has a time, and doesn't count") {
  SearchRequest request = small_request({});
  const Presets& presets = real_presets();
  request.rules = {find_framework(presets.frameworks, "megatron"), &presets};
  REQUIRE(request.rules.framework != nullptr);
  PlanChoice choice = all_ones();
  choice[index_of(PlanAxis::tp)] = 8, choice[index_of(PlanAxis::pp)] = 8;
  choice[index_of(PlanAxis::zero)] = 1;
  choice[index_of(PlanAxis::schedule)] = static_cast<std::int64_t>(ScheduleKind::zb_v);
  choice[index_of(PlanAxis::virtual_stages)] = 2;
  choice[index_of(PlanAxis::recompute)] = 1;
  const PlanLook look = look_at(request, choice);
  REQUIRE(look.fits);
  CHECK(look.found);
  CHECK_FALSE(look.refused.empty());
  CHECK_FALSE(look.counts());
}

TEST_CASE("the room is the GPU's, or what a need leaves of it") {
  SearchRequest request = small_request({});
  CHECK(memory_limit(request) == Bytes{request.base.cluster.gpu.capacity_bytes()});
  request.needs = {{SearchGoal::memory, true, 60e9}, {SearchGoal::days, true, 3}};
  CHECK(memory_limit(request) == Bytes{60e9});
}

TEST_CASE("a scenario's own plan that a search doesn't come to is told apart, and may beat all that are found") {
  SearchRequest request;
  request.base = *tests::real_presets().scenario("deepseek-v3-2048-h800");  // with a layout of its own
  request.space = plan_space(request.base);
  const OwnPlan own = own_plan(request);
  CHECK_FALSE(own.searched);
  CHECK(own.fits);
  REQUIRE(own.found);
  PlanSearch search;
  search.request = request;
  CHECK(own.beats(search));
  FoundPlan quicker = *own.found;
  quicker.step = own.found->step * 0.9;
  search.best = {quicker};
  CHECK_FALSE(own.beats(search));
  request.base.plan.stage_layers.reset();
  request.space = plan_space(request.base);
  const OwnPlan even = own_plan(request);
  CHECK_FALSE(even.beats(search));
}
