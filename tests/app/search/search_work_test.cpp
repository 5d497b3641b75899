#include "app/search/search_work.h"

#include "core/memory/whole_bytes.h"
#include "tests/app/search/search_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("the search goes on while only its plan changes, and begins anew with another model or another range") {
  SearchDriver driver;
  driver.search();
  const std::uint64_t begun = driver.state().question.made();
  Scenario scenario = driver.window.scenario();
  scenario.plan.micro_batch *= 2;
  edit_scenario(driver.window.explorer.session, scenario, "plan.micro_batch");
  driver.window.frames(2);
  CHECK(driver.state().question.made() == begun);
  scenario.plan.sequence_length /= 2;
  edit_scenario(driver.window.explorer.session, scenario, "plan.sequence_length");
  driver.window.frames(2);
  CHECK(driver.state().question.made() == begun + 1);
  driver.state().settings.within[index_of(PlanAxis::tp)] = ValueRange{1, 1};
  driver.search();
  CHECK(driver.state().question.made() == begun + 2);
  for (const RankedPlan& ranked : driver.state().progress.ranking)
    CHECK(value_at(ranked.plan.choice, PlanAxis::tp) == 1);
}

TEST_CASE(
    "a setting that no axis has begins the search anew, and a plan that is clicked is the one that was promised") {
  SearchDriver driver;
  driver.search();
  const bool before = driver.state().request.base.plan.sequence_parallel.value_or(false);
  Scenario scenario = driver.window.scenario();
  scenario.plan.sequence_parallel = !before;
  edit_as_step(driver.window.explorer.session, scenario, "plan.sequence_parallel");
  driver.window.frames(2);
  CHECK(driver.state().request.base.plan.sequence_parallel == !before);
  driver.search();
  const std::uint64_t begun = driver.state().question.made();
  const FoundPlan promised = driver.state().progress.ranking.front().plan;
  driver.window.click("search.rank.1");
  driver.window.frames(2);
  CHECK(driver.window.explorer.session.report.time->step == promised.step);
  CHECK(in_whole_bytes(driver.window.explorer.session.report.memory).peak == promised.peak_memory);
  driver.window.key(ImGuiKey_Escape);
  driver.window.frames(2);
  CHECK(driver.window.scenario().plan == scenario.plan);
  CHECK(driver.state().question.made() == begun);
}

TEST_CASE("a thread of its own finds what slices between frames do") {
  SearchDriver slices, threaded("gpt2-xl-8-a100", {}, 2);
  slices.search(), threaded.search(200'000);
  const auto& a = slices.state().progress.ranking;
  const auto& b = threaded.state().progress.ranking;
  REQUIRE(a.size() == b.size());
  for (std::size_t i = 0; i < a.size(); ++i) CHECK(a[i].plan.choice == b[i].plan.choice);
}

TEST_CASE("a copy of the window that becomes a picture keeps what is known and searches no more") {
  SearchDriver driver("gpt2-xl-8-a100", {}, 1);
  driver.search(200'000);
  Explorer copy = driver.window.explorer;
  finish(copy.of<SearchState>());
  CHECK_FALSE(is_working(copy.of<SearchState>()));
  CHECK(copy.of<SearchState>().progress.ranking.size() == driver.state().progress.ranking.size());
}

TEST_CASE("what was found isn't called the best where the present plan is better, as one beyond the limits may be") {
  SearchDriver driver;
  driver.search();
  const ViewFrame frame = driver.window.view_frame();
  FoundPlan& best = driver.state().progress.ranking.front().plan;
  REQUIRE(frame.shown.time->step < best.step);  // its micro-batch is beyond those that are searched
  CHECK(is_present_better(driver.state(), frame));
  best.step = best.step / 100.0, best.tokens_per_second *= 100;
  CHECK_FALSE(is_present_better(driver.state(), frame));
}

TEST_CASE("every plan of the landscape is drawn or counted as beyond it") {
  SearchDriver driver;
  driver.search();
  std::uint64_t drawn = driver.state().drawn.density.beyond, seen = 0;
  for (const DensityCell& cell : driver.state().drawn.density.cells) drawn += cell.lit + cell.pale;
  for (const LandscapeChunk& chunk : driver.state().progress.landscape)
    for (const LandscapePlan& plan : *chunk) seen += plan.found.tokens_per_second > 0 ? 1 : 0;
  CHECK(drawn == seen);
}
