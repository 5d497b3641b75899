#include <algorithm>

#include "tests/app/search/search_driver.h"
#include "tests/gui/drawn_words.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

std::string name_of_cell(const std::pair<std::int64_t, std::int64_t>& place) {
  return "search.cell." + std::to_string(place.first) + "." + std::to_string(place.second);
}

}  // namespace

TEST_CASE("a click on a cell shows its best plan, and Esc leads back") {
  SearchDriver driver;
  driver.search();
  const Plan before = driver.window.plan();
  for (const auto& [place, cell] : driver.state().progress.cells) {
    const bool other = place != std::pair(before.tp, before.pp);
    if (!cell.best || !other || !driver.window.shows(name_of_cell(place))) continue;
    driver.window.click(name_of_cell(place));
    driver.window.frames(2);
    CHECK(driver.window.plan().tp == place.first);
    CHECK(driver.window.plan().pp == place.second);
    CHECK(driver.window.explorer.session.report.fits);
    driver.window.key(ImGuiKey_Escape);
    driver.window.frames(2);
    CHECK(driver.window.plan() == before);
    return;
  }
  FAIL("no cell with another plan");
}

TEST_CASE("a cell without a plan takes no click and has a reason") {
  SearchDriver driver;
  driver.search();
  const Scenario before = driver.window.scenario();
  bool any = false;
  for (const auto& [place, why] : driver.state().progress.empty) {
    if (!driver.window.shows(name_of_cell(place))) continue;
    any = true;
    CHECK((why.lack != CellLack::split || !why.message.empty()));
    driver.window.click(name_of_cell(place));
    CHECK(driver.window.scenario() == before);
  }
  CHECK(any);
}

TEST_CASE("where there is no room for every pipeline degree, this plan's and the ends stand from the first frame on") {
  SearchDriver driver("gpt4-25k-a100", {1280, 720, 1});
  for (const int frames : {2, 10, 40}) {
    driver.window.frames(frames);
    const std::vector<std::int64_t>& pps = driver.state().progress.axes.pps;
    REQUIRE(pps.size() > 10);
    std::size_t shown = 0;
    for (const std::int64_t pp : pps) shown += driver.window.shows(name_of_cell({8, pp})) ? 1 : 0;
    CHECK(shown < pps.size());
    CHECK(driver.window.shows(name_of_cell({8, driver.window.plan().pp})));
    CHECK(driver.window.shows(name_of_cell({8, 1})));
  }
}

TEST_CASE("all places say their figure in one unit, and the best plan's column is shown" *
          doctest::test_suite("long")) {
  SearchDriver driver("gpt4-25k-a100", {1280, 720, 1});
  driver.window.frames(150);
  driver.window.point_at({1, 1});
  driver.window.frames(1);
  const std::vector<DrawnRun> runs = drawn_runs();
  const FoundPlan* best = nullptr;
  double least = 1e30;
  for (const auto& [place, cell] : driver.state().progress.cells) {
    if (!cell.best) continue;
    if (best == nullptr || is_better(*cell.best, *best, SearchGoal::throughput)) best = &*cell.best;
    if (!driver.window.shows(name_of_cell(place))) continue;
    const std::string words = words_at(runs, driver.window.place(name_of_cell(place)).center());
    REQUIRE_FALSE(words.empty());
    CHECK(std::stod(words) * 1e6 == doctest::Approx(cell.best->tokens_per_second).epsilon(0.2));
    least = std::min(least, cell.best->tokens_per_second);
  }
  REQUIRE(best != nullptr);
  REQUIRE(best->tokens_per_second > 1e6);
  CHECK(least < 1e6);
  const PlanCell& present = driver.state().progress.cells.at({driver.window.plan().tp, driver.window.plan().pp});
  REQUIRE(present.best);  // the plan that is open was found from the start
  CHECK(present.best->step <= driver.window.explorer.session.report.time->step);
  CHECK(
      driver.window.shows(name_of_cell({value_at(best->choice, PlanAxis::tp), value_at(best->choice, PlanAxis::pp)})));
}
