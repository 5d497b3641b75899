#include "core/plan_search/plan_landscape.h"

#include <map>
#include <set>

#include "core/evaluate/evaluate.h"
#include "tests/core/plan_search/small_space.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

std::vector<LandscapePlan> all_of(PlanLandscape& landscape, unsigned threads,
                                  std::vector<UntimedPlan>* untimed = nullptr) {
  std::vector<LandscapePlan> all;
  while (!landscape.done) {
    for (LandscapePlan& plan : continue_landscape(landscape, threads)) all.push_back(plan);
    if (untimed != nullptr) untimed->insert(untimed->end(), landscape.untimed.begin(), landscape.untimed.end());
  }
  return all;
}

const std::vector<std::string> few_axes = {"plan.tp=2,4,8", "plan.pp=1,2,4,5,8", "plan.micro_batch=1,2",
                                           "plan.cp=1",     "plan.zero=1,3",     "plan.virtual_stages=1,2"};

}  // namespace

TEST_CASE("a landscape of few plans has each of them once, with what evaluate() says") {
  const SearchRequest request = small_request(few_axes);
  PlanLandscape landscape = begin_landscape(request, 100'000);
  std::vector<UntimedPlan> untimed;
  const std::vector<LandscapePlan> all = all_of(landscape, 2, &untimed);
  CHECK(landscape.whole());
  CHECK(landscape.counts.looked_at == landscape.count.plans);
  CHECK(landscape.counts.looked_at > 200);
  std::set<PlanChoice> choices;
  std::size_t counting = 0;
  for (const LandscapePlan& plan : all) {
    CHECK(choices.insert(plan.found.choice).second);
    counting += plan.counts ? 1 : 0;
    const Report report = evaluate(with_choice(request.base, plan.found.choice, request.space));
    REQUIRE(report.time);
    CHECK(report.time->step == plan.found.step);
    CHECK(report.fits == plan.counts);
  }
  CHECK(counting == landscape.counts.evaluated);
  CHECK(counting > 0);
  CHECK(counting < all.size());
  CHECK(all.size() + untimed.size() == landscape.counts.looked_at);
  REQUIRE_FALSE(untimed.empty());
  for (const UntimedPlan& plan : untimed) {
    CHECK(choices.insert(plan.choice).second);
    const Report report = evaluate(with_choice(request.base, plan.choice, request.space));
    CHECK_FALSE(report.time);
    CHECK(report.valid == plan.valid);
    if (!plan.valid) CHECK(plan.refused == report.problems.front().rule);
  }
}

TEST_CASE("a large space is drawn over its whole width, no plan twice") {
  SearchRequest request = small_request({});
  PlanLandscape landscape = begin_landscape(request, 1500);
  std::set<PlanChoice> choices;
  std::map<std::int64_t, int> tps;
  for (const LandscapePlan& plan : all_of(landscape, 2)) {
    CHECK(choices.insert(plan.found.choice).second);
    ++tps[value_at(plan.found.choice, PlanAxis::tp)];
  }
  CHECK_FALSE(landscape.whole());
  CHECK(landscape.count.plans > 1500);
  CHECK(landscape.counts.looked_at == 1500);
  for (const std::int64_t tp : {1, 2, 4, 8, 16}) CHECK(tps[tp] > 15);
}

TEST_CASE("the same plans in the same order on one thread and on three") {
  PlanLandscape one = begin_landscape(small_request({}), 300), three = begin_landscape(small_request({}), 300);
  const std::vector<LandscapePlan> a = all_of(one, 1), b = all_of(three, 3);
  REQUIRE(a.size() == b.size());
  REQUIRE(a.size() > 50);
  for (std::size_t i = 0; i < a.size(); ++i) CHECK(a[i].found.choice == b[i].found.choice);
}

TEST_CASE("needs and limits leave plans out of what counts") {
  SearchRequest request = small_request(few_axes);
  request.space.within[index_of(PlanAxis::dp)] = ValueRange{1, 4};
  request.needs = {{SearchGoal::memory, true, 50e9}};
  PlanLandscape landscape = begin_landscape(request, 100'000);
  bool heavier = false;
  for (const LandscapePlan& plan : all_of(landscape, 2)) {
    CHECK(value_at(plan.found.choice, PlanAxis::dp) <= 4);
    if (plan.counts) CHECK(plan.found.peak_memory <= Bytes{50e9});
    heavier |= !plan.counts;
  }
  CHECK(heavier);
}

TEST_CASE("where a stop is asked for it neither counts nor lists nor draws plans") {
  std::stop_source stopped;
  stopped.request_stop();
  PlanLandscape landscape = begin_landscape(small_request({}), 300);
  CHECK(continue_landscape(landscape, 2, stopped.get_token()).empty());
  CHECK(landscape.count.plans == 0);
  CHECK(landscape.counts.looked_at == 0);
}
