#include "tests/app/search/search_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("the ranking's first plan opens by a click or by keys, and is the best that there is") {
  SearchDriver driver;
  driver.search();
  driver.window.click("search.rank.1");
  driver.window.frames(2);
  CHECK(driver.window.explorer.session.report.time->step == driver.state().progress.ranking.front().plan.step);
  driver.window.key(ImGuiKey_Escape);
  driver.window.frames(2);
  CHECK(driver.window.shows("search.rank.2"));
}

TEST_CASE("ranking by the low end is one click, and searches anew by it") {
  SearchDriver driver;
  driver.search();
  driver.window.click("search.low-end");
  CHECK(driver.state().settings.low_end);
  driver.search();
  CHECK(driver.state().request.low_end);
  const auto& ranking = driver.state().progress.ranking;
  for (std::size_t i = 1; i < ranking.size(); ++i) CHECK(ranking[i - 1].plan.step_high <= ranking[i].plan.step_high);
}

TEST_CASE("small windows keep the step, the figure and why") {
  SearchDriver driver("gpt2-xl-8-a100", {1280, 720, 1});
  driver.search();
  CHECK(driver.state().progress.ranking.size() > 1);
  CHECK(driver.window.shows("search.landscape"));
}

TEST_CASE("plans of the ranking are pinned one after another and stand beside each other in Compare") {
  SearchDriver driver;
  driver.search();
  const Scenario before = driver.window.scenario();
  for (const char* row : {"search.rank.1", "search.rank.2"}) {
    driver.window.click(row);
    driver.window.frames(2);
    driver.window.key(ImGuiMod_Ctrl | ImGuiKey_B);
    driver.window.frames(2);
    driver.window.key(ImGuiKey_Escape);
    driver.window.frames(2);
    CHECK(driver.window.explorer.grown == "search");
    CHECK(driver.window.scenario() == before);
  }
  driver.window.click("tab.compare");
  driver.window.frames(2);
  CHECK(driver.window.explorer.of<CompareState>().pins.size() == 2);
  CHECK(driver.window.explorer.of<CompareState>().plans.size() == 3);
}
