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

TEST_CASE("a plan is pinned once, and any number of them") {
  CompareState state;
  const LaunchedScenario said = *real_presets().launched("gpt4-25k-a100");
  Document document{said, said, {}};
  CHECK(pin_plan(state, document, "pinned"));
  CHECK_FALSE(pin_plan(state, document, "pinned"));
  for (int i = 0; i < 10; ++i) {
    document.said.scenario.plan.global_batch += 1;
    (void)pin_plan(state, document, "pinned");
  }
  CHECK(state.pins.size() == 11);
}

TEST_CASE("the first and three others are shown at a time, a click shows the next, and each keeps its letter") {
  CompareDriver driver;
  Document document = driver.window.view_frame().document;
  for (int i = 0; i < 6; ++i) {
    document.said.scenario.plan.global_batch += 15 * 208;
    REQUIRE(pin_plan(driver.state(), document, "pinned"));
  }
  driver.window.frames(2);
  const auto letters = [&] {
    std::string all;
    for (const ComparedPlan& plan : driver.state().plans) all += letter_of(plan);
    return all;
  };
  CHECK(driver.state().compared == 7);  // and the open one
  CHECK(letters() == "AEFG");           // what was pinned last
  driver.window.click("compare.page");
  driver.window.frames(2);
  CHECK(letters() == "ABCD");
  CHECK(driver.window.shows("compare.B.plan.tp"));
  driver.window.click("compare.page");
  driver.window.frames(2);
  CHECK(letters() == "AEFG");
  CHECK(compared_documents(driver.state(), driver.window.view_frame()).size() == 7);
}

TEST_CASE("a setting in which plans differ stands on their cards, whichever it is") {
  CompareDriver driver;
  Scenario other = driver.window.scenario();
  other.plan.cuda_graphs = !other.plan.cuda_graphs, other.plan.expert_imbalance = 1.5;
  CHECK_FALSE(driver.window.shows("compare.A.plan.cuda_graphs"));
  edit_scenario(driver.window.explorer.session, other, "plan.cuda_graphs");
  driver.window.frames(2);
  CHECK(driver.window.shows("compare.A.plan.cuda_graphs"));
  CHECK(driver.window.shows("compare.B.plan.expert_imbalance"));
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
  CHECK(letter_of(26) == "AA");
}
