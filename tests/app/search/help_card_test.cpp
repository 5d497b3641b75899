#include "render/text/format.h"
#include "tests/app/search/search_driver.h"
#include "tests/gui/drawn_words.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("a single change is applied by a click, as one step that can be undone") {
  SearchDriver driver("gpt4-25k-a100");
  for (int i = 0; i < 600 && !(*driver.state().help).done(); ++i) driver.window.frames(1);
  REQUIRE((*driver.state().help).done());
  driver.window.frames(2);
  const Scenario before = driver.window.scenario();
  const NeighbourChange first = (*driver.state().help).changes.front();
  CHECK(first.step < Seconds{});
  driver.window.click("search.change.0");
  driver.window.frames(2);
  CHECK(driver.window.scenario() == first.to.scenario);
  CHECK(driver.window.explorer.grown == "search");
  driver.window.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  CHECK(driver.window.scenario() == before);
}

TEST_CASE("what relieves the bubble is applied from its bar") {
  SearchDriver driver("gpt4-25k-a100");
  for (int i = 0; i < 600 && !(*driver.state().help).done(); ++i) driver.window.frames(1);
  driver.window.frames(2);
  const NeighbourChange* relief = relief_of(TimeLost::bubble, (*driver.state().help).changes);
  REQUIRE(relief != nullptr);
  const Scenario wanted = relief->to.scenario;
  driver.window.click("search.bound.bubble");
  driver.window.frames(1);
  CHECK(driver.window.scenario() == wanted);
}

TEST_CASE("what relieves each part stands beside it at 1280 pixels as at 1760") {
  for (const WindowSize size : {WindowSize{}, WindowSize{1280, 1000, 1}}) {
    SearchDriver driver("gpt4-25k-a100", size);
    for (int i = 0; i < 600 && !(*driver.state().help).done(); ++i) driver.window.frames(1);
    REQUIRE((*driver.state().help).done());
    driver.window.frames(2);
    CAPTURE(size.width);
    const NeighbourChange* relief = relief_of(TimeLost::bubble, (*driver.state().help).changes);
    REQUIRE(relief != nullptr);
    const Rect row = driver.window.place("search.bound.bubble");
    const Seconds step = driver.window.explorer.session.report.time->step;
    std::size_t said = 0;
    for (const DrawnRun& run : drawn_runs())
      said += row.contains(run.rect.center()) &&
              (run.words == relief->to.words || run.words == format_change(relief->step, step).text());
    CHECK(said == 1);
  }
}
