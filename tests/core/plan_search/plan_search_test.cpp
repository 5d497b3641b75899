#include "core/plan_search/plan_search.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "core/evaluate/evaluate.h"
#include "core/memory/whole_bytes.h"
#include "core/scenario_json/parse.h"
#include "core/scenario_json/write.h"
#include "tests/real_presets.h"

using namespace shardscope;

namespace {

Scenario small() {
  Scenario scenario = *tests::real_presets().scenario("llama3-70b-4096-h100");
  scenario.cluster.gpus = 64;
  scenario.plan.global_batch = 64;
  return scenario;
}

PlanSpace held(const Scenario& base, const std::vector<std::string>& axes) {
  PlanSpace space = plan_space(base);
  for (const std::string& axis : axes) {
    const std::vector<Problem> problems = hold_axis(space, axis);
    CAPTURE(axis);
    REQUIRE(problems.empty());
  }
  return space;
}

PlanSearch searched(SearchRequest request, unsigned threads = 1) {
  PlanSearch search = begin_search(std::move(request));
  while (!search.done) continue_search(search, threads);
  return search;
}

/// Every choice of the space, one by one, by evaluate() alone.
std::vector<FoundPlan> brute_force(const SearchRequest& request, std::uint64_t& plans) {
  std::vector<FoundPlan> fitting;
  PlanChoice choice;
  choice.fill(1);
  const auto visit = [&](auto&& self, std::size_t axis) -> void {
    if (axis < plan_axis_count) {
      for (const std::int64_t value : values_of(static_cast<PlanAxis>(axis), choice, request.base, request.space)) {
        choice[axis] = value;
        self(self, axis + 1);
      }
      choice[axis] = 1;
      return;
    }
    ++plans;
    const Report report = evaluate(with_choice(request.base, choice, request.space));
    if (!report.valid || !report.fits || !report.time) return;
    FoundPlan plan;
    plan.choice = choice, plan.step = report.time->step, plan.peak_memory = in_whole_bytes(report.memory).peak;
    fitting.push_back(plan);
  };
  visit(visit, 0);
  return fitting;
}

}  // namespace

TEST_CASE("the search finds the shortest steps of all plans, as trying each one does") {
  for (const std::vector<std::string>& axes :
       {std::vector<std::string>{"plan.tp=2,4,8", "plan.pp=1..4", "plan.cp=1", "plan.micro_batch=1,2"},
        {"plan.tp=8", "plan.cp=1,2", "plan.zero=1,3", "plan.pp=1,2,4,8", "plan.micro_batch=1"},
        {"plan.tp=4", "plan.cp=1", "plan.recompute=none,full", "plan.micro_batch=1..4", "plan.zero=1"}}) {
    SearchRequest request{small(), {}, SearchGoal::throughput, 5, {}, {}};
    request.space = held(request.base, axes);
    std::uint64_t plans = 0;
    std::vector<FoundPlan> all = brute_force(request, plans);
    std::stable_sort(all.begin(), all.end(), [](const FoundPlan& a, const FoundPlan& b) { return a.step < b.step; });
    const PlanSearch search = searched(request);
    CAPTURE(axes.front());
    CHECK(search.counts.plans == plans);
    CHECK(search.counts.looked_at <= plans);
    REQUIRE(search.best.size() == std::min<std::size_t>(5, all.size()));
    for (std::size_t i = 0; i < search.best.size(); ++i) CHECK(search.best[i].step == all[i].step);
    if (all.size() > 10) CHECK(search.best.front().choice == all.front().choice);
  }
}

TEST_CASE("the search finds the shortest steps among plans with experts, as trying each one does") {
  SearchRequest request{
      *tests::real_presets().scenario("deepseek-v3-2048-h800"), {}, SearchGoal::throughput, 5, {}, {}};
  request.base.cluster.gpus = 512, request.base.plan.global_batch = 256;
  request.space =
      held(request.base, {"plan.tp=1,2", "plan.cp=1", "plan.micro_batch=1", "plan.ep=8,16,32,64", "plan.etp=1",
                          "plan.pp=4,8,16", "plan.zero=1", "plan.schedule=1f1b", "plan.recompute=full"});
  std::uint64_t plans = 0;
  std::vector<FoundPlan> all = brute_force(request, plans);
  std::stable_sort(all.begin(), all.end(), [](const FoundPlan& a, const FoundPlan& b) { return a.step < b.step; });
  const PlanSearch search = searched(request);
  CHECK(search.counts.plans == plans);
  REQUIRE(all.size() > 5);
  REQUIRE(search.best.size() == 5);
  for (std::size_t i = 0; i < search.best.size(); ++i) CHECK(search.best[i].step == all[i].step);
}

TEST_CASE("what is found and counted is the same on one thread and on three") {
  SearchRequest request{small(), {}, SearchGoal::throughput, 10, {}, {}};
  request.space = held(request.base, {"plan.tp=2,4,8", "plan.cp=1", "plan.micro_batch=1,2"});
  const PlanSearch one = searched(request, 1), three = searched(request, 3);
  REQUIRE(one.best.size() == three.best.size());
  for (std::size_t i = 0; i < one.best.size(); ++i) CHECK(one.best[i].choice == three.best[i].choice);
  CHECK(one.counts.looked_at == three.counts.looked_at);
  CHECK(one.counts.fit == three.counts.fit);
}

TEST_CASE("a found plan's settings give its figures through the scenario's text") {
  SearchRequest request{small(), {}, SearchGoal::throughput, 3, {}, {}};
  request.space = held(request.base, {"plan.tp=4,8", "plan.cp=1", "plan.micro_batch=1"});
  const PlanSearch search = searched(request);
  REQUIRE_FALSE(search.best.empty());
  for (const FoundPlan& found : search.best) {
    std::vector<std::string> settings;
    for (const auto& [key, value] : settings_of(request.base, found.choice, request.space))
      settings.push_back(key + "=" + value);
    const auto parsed =
        parse_scenario(write_scenario({request.base, {}}, tests::real_presets()), tests::real_presets(), settings);
    REQUIRE(succeeded(parsed));
    const Report report = evaluate(value_of(parsed).scenario);
    CHECK(report.time->step == found.step);
    CHECK(in_whole_bytes(report.memory).peak == found.peak_memory);
  }
}

TEST_CASE("other goals and a front are over all plans that fit, and needs leave plans out") {
  SearchRequest request{small(), {}, SearchGoal::memory, 1, {}, std::pair(SearchGoal::throughput, SearchGoal::memory)};
  request.space = held(request.base, {"plan.tp=4,8", "plan.cp=1", "plan.micro_batch=1,2", "plan.pp=1,2,4"});
  std::uint64_t plans = 0;
  const std::vector<FoundPlan> all = brute_force(request, plans);
  const PlanSearch search = searched(request);
  CHECK(search.counts.looked_at == plans);
  const auto least = std::min_element(
      all.begin(), all.end(), [](const FoundPlan& a, const FoundPlan& b) { return a.peak_memory < b.peak_memory; });
  REQUIRE_FALSE(search.best.empty());
  CHECK(search.best.front().peak_memory == least->peak_memory);
  REQUIRE_FALSE(search.front.empty());
  for (const FoundPlan& plan : all) {
    const bool beaten = std::any_of(search.front.begin(), search.front.end(), [&](const FoundPlan& other) {
      return other.step <= plan.step && other.peak_memory <= plan.peak_memory;
    });
    CHECK(beaten);
  }
  request.needs = {value_of(read_need("memory<=1"))};
  CHECK(searched(request).best.empty());
}

TEST_CASE("a limit that is none says what would be one") {
  CHECK(value_of(read_need("days<=30")) == SearchNeed{SearchGoal::days, true, 30});
  CHECK(value_of(read_need("throughput>=1e6")) == SearchNeed{SearchGoal::throughput, false, 1e6});
  for (const char* text : {"", "days", "days<30", "days<=", "days<=x", "weeks<=3", "days<=-1", "days<=nan"}) {
    CAPTURE(text);
    CHECK_FALSE(succeeded(read_need(text)));
  }
}
