#include "tests/app/compare/compare_driver.h"
#include "tests/real_presets.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("without pins an edited plan stands beside what it was opened as, an unedited one alone") {
  CompareDriver driver;
  REQUIRE(driver.state().plans.size() == 2);
  CHECK(driver.state().plans[0].document.said.scenario.plan.pp == 15);
  CHECK(driver.state().plans[1].document.said.scenario.plan.pp == 30);
  driver.window.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  driver.window.frames(2);
  CHECK(driver.state().plans.size() == 1);
}

TEST_CASE("a plan is pinned once, and only as many as have room") {
  CompareState state;
  const LaunchedScenario said = *real_presets().launched("gpt4-25k-a100");
  Document document{said, said, {}};
  CHECK(pin_plan(state, document, "pinned"));
  CHECK_FALSE(pin_plan(state, document, "pinned"));
  for (int i = 0; i < 10; ++i) {
    document.said.scenario.plan.global_batch += 1;
    (void)pin_plan(state, document, "pinned");
  }
  CHECK(state.pins.size() == compared_max);
}

TEST_CASE("each plan's figures are its report's, parts sum to their whole, and letters count up") {
  CompareDriver driver;
  for (const ComparedPlan& plan : driver.state().plans) {
    CHECK(plan.figures.step == plan.report.time->step);
    CHECK(total_of(plan.figures.lost).value == doctest::Approx(plan.figures.step->value));
    Bytes all;
    for (const Bytes bytes : plan.figures.components) all += bytes;
    CHECK(all.value == doctest::Approx(plan.figures.peak.value));
  }
  CHECK(letter_of(0) == "A");
  CHECK(letter_of(2) == "C");
}
