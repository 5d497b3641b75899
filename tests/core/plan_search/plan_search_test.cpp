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
    fitting.push_back(found_plan(report, choice));
  };
  visit(visit, 0);
  return fitting;
}

}  // namespace

TEST_CASE("the search finds the shortest steps of all plans, as trying each one does" * doctest::test_suite("long")) {
  for (const std::vector<std::string>& axes :
       {std::vector<std::string>{"plan.tp=2,4,8", "plan.pp=1..4", "plan.cp=1", "plan.micro_batch=1,2"},
        {"plan.tp=8", "plan.cp=1,2", "plan.zero=1,3", "plan.pp=1,2,4,8", "plan.micro_batch=1"},
        {"plan.tp=4", "plan.cp=1", "plan.recompute=none,full", "plan.micro_batch=1..4", "plan.zero=1"}}) {
    SearchRequest request{small(), {}, SearchGoal::throughput, 5};
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
  SearchRequest request{*tests::real_presets().scenario("deepseek-v3-2048-h800"), {}, SearchGoal::throughput, 5};
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
  SearchRequest request{small(), {}, SearchGoal::throughput, 10};
  request.space = held(request.base, {"plan.tp=2,4,8", "plan.cp=1", "plan.micro_batch=1,2"});
  const PlanSearch one = searched(request, 1), three = searched(request, 3);
  REQUIRE(one.best.size() == three.best.size());
  for (std::size_t i = 0; i < one.best.size(); ++i) CHECK(one.best[i].choice == three.best[i].choice);
  CHECK(one.counts.looked_at == three.counts.looked_at);
  CHECK(one.counts.fit == three.counts.fit);
}

TEST_CASE("a found plan's settings give its figures through the scenario's text") {
  SearchRequest request{small(), {}, SearchGoal::throughput, 400};
  request.space = held(request.base,
                       {"plan.tp=1,8", "plan.cp=1", "plan.micro_batch=1", "plan.pp=4", "plan.recompute=none,full",
                        "plan.recompute.layers=all,2", "plan.sequence_parallel=on,off", "plan.overlap=all,none,dp_grad",
                        "plan.offload=none,optimizer", "plan.rank_order=tp-cp-ep-pp-dp"});
  const PlanSearch search = searched(request);
  REQUIRE(search.best.size() > 50);
  for (const FoundPlan& found : search.best) {
    std::vector<Setting> settings;
    for (const auto& [key, value] : settings_of(request.base, found.choice, request.space))
      settings.push_back(key + "=" + value);
    const auto parsed =
        parse_scenario(write_scenario({request.base, {}}, tests::real_presets()), tests::real_presets(), settings);
    REQUIRE(succeeded(parsed));
    const Report report = evaluate(value_of(parsed).said.scenario);
    CHECK(report.time->step == found.step);
    CHECK(report.run.days == found.training_days);
    CHECK(report.run.calendar_days == found.days);
    CHECK(in_whole_bytes(report.memory).peak == found.peak_memory);
  }
}

TEST_CASE("other goals and a front are over all plans that fit, and needs leave plans out" *
          doctest::test_suite("long")) {
  SearchRequest request{small(), {}, SearchGoal::memory, 1, {}, std::pair(SearchGoal::throughput, SearchGoal::memory)};
  request.space = held(request.base, {"plan.tp=4,8", "plan.cp=1", "plan.micro_batch=1,2", "plan.pp=1,2,4"});
  std::uint64_t plans = 0;
  const std::vector<FoundPlan> all = brute_force(request, plans);
  const PlanSearch search = searched(request);
  CHECK(search.counts.plans == plans);
  const auto least = std::min_element(
      all.begin(), all.end(), [](const FoundPlan& a, const FoundPlan& b) { return a.peak_memory < b.peak_memory; });
  REQUIRE_FALSE(search.best.empty());
  CHECK(search.best.front().peak_memory == least->peak_memory);
  REQUIRE_FALSE(search.front->plans.empty());
  for (const FoundPlan& plan : all) {
    const bool beaten = std::any_of(
        search.front->plans.begin(), search.front->plans.end(),
        [&](const FoundPlan& other) { return other.step <= plan.step && other.peak_memory <= plan.peak_memory; });
    CHECK(beaten);
  }
  request.needs = {value_of(read_need("memory<=1"))};
  CHECK(searched(request).best.empty());
}

namespace {

/// Numbers that look random and are the same everywhere.
struct Dice {
  std::uint64_t state;

  std::size_t below(std::size_t count) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<std::size_t>(state >> 33) % count;
  }
  template <class Value>
  Value one_of(std::initializer_list<Value> values) {
    return values.begin()[below(values.size())];
  }
};

/// A small scenario, dense or with experts, on GPUs that hold most, some or few of its plans.
Scenario random_scenario(Dice& dice) {
  Scenario scenario =
      *tests::real_presets().scenario(dice.one_of({"llama3-70b-4096-h100", "deepseek-v3-2048-h800", "gpt4-25k-a100"}));
  scenario.model.num_hidden_layers = dice.one_of<std::int64_t>({4, 5, 6, 8});
  if (scenario.model.num_experts > 0) scenario.model.num_experts = dice.one_of<std::int64_t>({4, 8});
  scenario.model.num_experts_per_tok = std::min<std::int64_t>(scenario.model.num_experts_per_tok, 2);
  scenario.cluster.gpus = dice.one_of<std::int64_t>({8, 16, 24});
  scenario.plan.global_batch = dice.one_of<std::int64_t>({8, 12, 16});
  scenario.plan.sequence_length = 4096;
  scenario.plan.overlap.ep = dice.below(2) == 0;
  scenario.cluster.gpu.memory_usable_bytes.reset();
  scenario.cluster.gpu.memory_bytes = dice.one_of({24e9, 40e9, 80e9, 160e9});
  scenario.run.tokens = 1e12;
  return scenario;
}

/// Holds some axes, so that trying each plan takes no more than milliseconds.
PlanSpace random_space(const Scenario& base, Dice& dice) {
  std::vector<std::string> axes = {std::string("plan.tp=") + dice.one_of({"1", "2,4", "4,8"}),
                                   std::string("plan.cp=") + dice.one_of({"1", "1,2"}),
                                   std::string("plan.pp=") + dice.one_of({"1,2", "2,4", "1..4"}),
                                   std::string("plan.micro_batch=") + dice.one_of({"1", "1,2", "2,4"})};
  if (dice.below(2) == 0) axes.push_back(std::string("plan.zero=") + dice.one_of({"0,1", "1", "2,3"}));
  if (dice.below(2) == 0) axes.push_back(std::string("plan.recompute=") + dice.one_of({"none", "full"}));
  if (dice.below(3) == 0)
    axes.push_back("plan.schedule=" + std::string(dice.one_of({"gpipe,zb-h1", "zb-v", "1f1b,v-half"})));
  if (dice.below(4) == 0) axes.push_back("plan.offload=none,optimizer");
  if (dice.below(4) == 0) axes.push_back("plan.shard_group=2,4");
  if (dice.below(4) == 0) axes.push_back("plan.rank_order=tp-cp-ep-dp-pp,tp-pp-cp-ep-dp");
  if (dice.below(4) == 0) axes.push_back("plan.sequence_parallel=on,off");
  if (dice.below(4) == 0) axes.push_back("plan.overlap=all,none");
  if (dice.below(4) == 0) axes.push_back("plan.recompute.layers=all,1,2");
  axes.push_back(std::string("plan.ep=") + (base.model.num_experts > 0 ? dice.one_of({"1,2", "4", "1,4"}) : "1"));
  axes.push_back("plan.etp=1");
  return held(base, axes);
}

using Goals = std::pair<SearchGoal, SearchGoal>;

void check_against_all(const SearchRequest& request, const PlanSearch& search, const std::vector<FoundPlan>& all) {
  std::vector<FoundPlan> kept = all;
  std::erase_if(kept, [&](const FoundPlan& plan) {
    return !meets(plan, request.needs) || !cost_of(plan, request.goal, request.low_end);
  });
  std::sort(kept.begin(), kept.end(),
            [&](const FoundPlan& a, const FoundPlan& b) { return is_better(a, b, request.goal, request.low_end); });
  REQUIRE(search.best.size() == std::min(request.top, kept.size()));
  for (std::size_t i = 0; i < search.best.size(); ++i) CHECK(search.best[i].choice == kept[i].choice);
  std::vector<PlanChoice> kinds;
  for (const FoundPlan& plan : kept) {
    const PlanChoice kind = kind_of(plan.choice);
    if (std::find(kinds.begin(), kinds.end(), kind) != kinds.end()) continue;
    if (kinds.size() < search.distinct.size()) CHECK(search.distinct[kinds.size()].choice == plan.choice);
    kinds.push_back(kind);
  }
  if (request.distinct) CHECK(search.distinct.size() == std::min(request.top, kinds.size()));
  if (!request.front) return;
  SearchFront front{request.front->first, request.front->second, {}};
  for (const FoundPlan& plan : all)
    if (meets(plan, request.needs)) front.add(plan);
  REQUIRE(search.front->plans.size() == front.plans.size());
  for (std::size_t i = 0; i < front.plans.size(); ++i) CHECK(search.front->plans[i].choice == front.plans[i].choice);
}

}  // namespace

TEST_CASE("of 240 random spaces the search finds what trying each plan does: best, distinct ones and front" *
          doctest::test_suite("long")) {
  Dice dice{2024};
  std::uint64_t looked_at = 0, plans_in_all = 0, fitting = 0;
  for (int i = 0; i < 240; ++i) {
    CAPTURE(i);
    SearchRequest request;
    request.base = random_scenario(dice);
    request.space = random_space(request.base, dice);
    request.goal = dice.one_of({SearchGoal::throughput, SearchGoal::throughput, SearchGoal::memory, SearchGoal::cost,
                                SearchGoal::energy, SearchGoal::step, SearchGoal::mfu, SearchGoal::bubble});
    request.top = dice.one_of<std::size_t>({1, 3, 10});
    request.distinct = dice.below(2) == 0;
    if (dice.below(3) == 0)
      request.front =
          dice.one_of({Goals{SearchGoal::throughput, SearchGoal::memory}, Goals{SearchGoal::memory, SearchGoal::days}});
    if (dice.below(4) == 0) {
      request.space.gpus = SearchedGpus{8, request.base.cluster.gpus};
      request.goal = dice.one_of({SearchGoal::gpus, SearchGoal::cost, SearchGoal::throughput});
    }
    request.low_end = dice.below(4) == 0;
    if (dice.below(4) == 0) request.needs = {value_of(read_need(dice.one_of({"memory<=30e9", "throughput>=2e4"})))};
    std::uint64_t plans = 0;
    const std::vector<FoundPlan> all = brute_force(request, plans);
    const PlanSearch search = searched(request, i % 2 == 0 ? 1 : 2);
    CHECK(search.counts.plans == plans);
    CHECK(search.counts.looked_at <= plans);
    check_against_all(request, search, all);
    looked_at += search.counts.looked_at, plans_in_all += plans, fitting += all.size();
  }
  CHECK(fitting > 1000);
  CHECK(looked_at < plans_in_all / 2);  // bounds that leave nothing out prove nothing
}

namespace {

/// Two values that the axis takes in a small plan.
std::string two_values(PlanAxis axis) {
  switch (axis) {
    case PlanAxis::tp:
    case PlanAxis::cp:
    case PlanAxis::micro_batch:
    case PlanAxis::ep:
    case PlanAxis::etp:
    case PlanAxis::pp:
    case PlanAxis::dp:
    case PlanAxis::virtual_stages:
      return "1,2";
    case PlanAxis::recompute:
      return "none,full";
    case PlanAxis::recompute_layers:
      return "1,all";
    case PlanAxis::sequence_parallel:
      return "on,off";
    case PlanAxis::overlap:
      return "all,dp_grad+ep";
    case PlanAxis::offload:
      return "none,optimizer";
    case PlanAxis::rank_order:
      return "tp-cp-ep-dp-pp,tp-pp-cp-ep-dp";
    case PlanAxis::schedule:
      return "gpipe,zb-h1";
    case PlanAxis::zero:
      return "0,1";
    case PlanAxis::shard_group:
      return "2,4";
  }
  return "";
}

/// DeepSeek-V3 of four layers and four experts on two nodes.
Scenario small_with_experts() {
  Scenario scenario = *tests::real_presets().scenario("deepseek-v3-2048-h800");
  scenario.model.num_hidden_layers = 4;
  scenario.model.num_experts = 4, scenario.model.num_experts_per_tok = 2;
  scenario.cluster.gpus = 16;
  scenario.cluster.gpu.memory_bytes = 160e9, scenario.cluster.gpu.memory_usable_bytes.reset();
  scenario.plan.global_batch = 16;
  return scenario;
}

}  // namespace

TEST_CASE("whichever axis varies, the search finds and counts what trying each plan does") {
  SearchRequest request{small_with_experts(), {}, SearchGoal::throughput, 1000};
  for (std::size_t i = 0; i < plan_axis_count; ++i) {
    const auto varied = static_cast<PlanAxis>(i);
    CAPTURE(name_of(varied));
    std::vector<std::string> axes = {std::string(name_of(varied)) + "=" + two_values(varied)};
    const bool of_layers = varied == PlanAxis::recompute_layers;
    for (const char* other : {"plan.tp=2", "plan.cp=1", "plan.micro_batch=1", "plan.ep=2", "plan.etp=1", "plan.pp=2",
                              of_layers ? "plan.recompute=full" : "plan.recompute=none",
                              "plan.schedule=1f1b,interleaved", "plan.virtual_stages=1"})
      if (!std::string(other).starts_with(std::string(name_of(varied)) + "=")) axes.emplace_back(other);
    request.space = held(request.base, axes);
    std::uint64_t plans = 0;
    const std::vector<FoundPlan> all = brute_force(request, plans);
    const PlanSearch search = searched(request);
    CHECK(plans > 1);
    CHECK(search.counts.plans == plans);
    for (const std::int64_t value : request.space.held[i])
      CHECK(std::any_of(all.begin(), all.end(), [&](const FoundPlan& plan) { return plan.choice[i] == value; }));
    check_against_all(request, search, all);
  }
}

TEST_CASE("a search of every plan looks at every plan, and says what refuses them" * doctest::test_suite("long")) {
  SearchRequest request{small(), {}, SearchGoal::throughput, 3};
  request.space = held(request.base, {"plan.tp=3,4", "plan.cp=1", "plan.micro_batch=1,2", "plan.pp=1,2,4"});
  request.every = true;
  std::uint64_t plans = 0;
  const std::vector<FoundPlan> all = brute_force(request, plans);
  const PlanSearch search = searched(request);
  CHECK(search.counts.looked_at == plans);
  std::uint64_t refused = 0;
  for (const auto& [rule, count] : search.counts.refused) refused += count;
  CHECK(search.counts.refused.contains("heads-divisible-by-tp"));
  CHECK(search.counts.refused.contains("fits-in-memory"));
  CHECK(refused == plans - search.counts.fit);
  CHECK(search.counts.evaluated == all.size());
}

TEST_CASE("a range leaves out the values beyond it, and a stopped search returns undone") {
  SearchRequest request{small(), {}, SearchGoal::throughput, 5};
  request.space = held(request.base, {"plan.cp=1", "plan.micro_batch=1,2", "plan.recompute=none"});
  request.space.within[index_of(PlanAxis::tp)] = ValueRange{2, 4};
  const PlanSearch search = searched(request, 2);
  REQUIRE_FALSE(search.best.empty());
  for (const FoundPlan& found : search.best) {
    CHECK(value_at(found.choice, PlanAxis::tp) >= 2);
    CHECK(value_at(found.choice, PlanAxis::tp) <= 4);
  }
  CHECK(search.counts.plans == plan_count(request.base, request.space));
  PlanSearch stopped = begin_search(request);
  std::stop_source stop;
  stop.request_stop();
  continue_search(stopped, 2, stop.get_token());
  CHECK_FALSE(stopped.done);
  CHECK_FALSE(lay_out(stopped, stop.get_token()));
  CHECK(stopped.uncosted.empty());
  CHECK(stopped.counts.looked_at == 0);
}

TEST_CASE("short rounds find the same plans") {
  SearchRequest request{small(), {}, SearchGoal::throughput, 10};
  request.space = held(request.base, {"plan.tp=2,4,8", "plan.cp=1", "plan.micro_batch=1,2"});
  PlanSearch in_slices = begin_search(request);
  in_slices.round = short_round;
  while (!in_slices.done) continue_search(in_slices, 1);
  const PlanSearch whole = searched(request);
  REQUIRE(whole.best.size() == in_slices.best.size());
  for (std::size_t i = 0; i < whole.best.size(); ++i) CHECK(whole.best[i].choice == in_slices.best[i].choice);
}
