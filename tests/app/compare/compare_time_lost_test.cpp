#include <algorithm>

#include "tests/app/compare/compare_driver.h"
#include "tests/gui/drawn_words.h"
#include "tests/real_presets.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("a part of the time lost that is pointed at is lit, and no longer once the pointer is gone") {
  CompareDriver driver;
  driver.window.point_at(driver.window.place("compare.time_lost.bubble").center());
  driver.window.frames(2);
  CHECK(driver.state().lit_before == TimeLost::bubble);
  driver.window.point_at({3, 3});
  driver.window.frames(2);
  CHECK_FALSE(driver.state().lit_before.has_value());
}

TEST_CASE("of a plan whose time isn't known no second is said to be saved, and no figure to be the same") {
  CompareDriver driver;
  LaunchedScenario stuck = *real_presets().launched("gpt4-25k-a100");
  stuck.scenario.plan.pp = 12, stuck.scenario.plan.virtual_stages = 2, stuck.scenario.plan.dp = 260;
  driver.state().pins.clear();
  REQUIRE(pin_plan(driver.state(), {*real_presets().launched("gpt4-25k-a100"), {}, {}}, "pinned"));
  REQUIRE(pin_plan(driver.state(), {stuck, {}, {}}, "pinned"));
  driver.window.frames(2);
  REQUIRE(driver.state().plans.size() == 3);
  REQUIRE_FALSE(driver.state().plans[1].figures.step.has_value());
  REQUIRE(driver.state().plans[0].figures.step.has_value());
  const auto drawn_in = [&](const char* place, std::string_view words) {
    const Rect area = driver.window.place(place);
    const std::vector<DrawnRun> runs = drawn_runs();
    return std::any_of(runs.begin(), runs.end(), [&](const DrawnRun& run) {
      return area.contains(run.rect.center()) && run.words.find(words) != std::string::npos;
    });
  };
  CHECK(drawn_in("compare.B.Step", "unknown"));
  CHECK_FALSE(drawn_in("compare.B.Step", "same"));
  CHECK(drawn_in("compare.B.Memory", "+"));
  CHECK_FALSE(drawn_in("compare.time_lost.memory_bound", "−1"));
}
