#include <doctest/doctest.h>

#include "app/run/run_state.h"
#include "core/evaluate/evaluate.h"
#include "tests/app/desk.h"
#include "tests/gui/window_driver.h"

using namespace shardscope;
using namespace shardscope::tests;
using shardscope::testing::shipped_presets;

TEST_CASE("a click on the verdict's last figure opens the run, a second one and Esc go back") {
  WindowDriver window("gpt4-25k-a100");
  window.click("verdict.run");
  REQUIRE(window.explorer.grown == "run");
  for (const char* place : {"view.run", "run.calendar", "run.costs", "run.tornado", "run.curve.interval",
                            "run.curve.gpus", "run.curve.dollars", "run.claim.cluster-100k-power"}) {
    CAPTURE(place);
    CHECK(window.shows(place));
  }
  window.key(ImGuiKey_Escape);
  CHECK(window.explorer.grown.empty());
  window.frames(40);
  window.click("verdict.run");
  window.click("grow.run");
  CHECK(window.explorer.grown.empty());
  window.frames(40);  // apart, so that two clicks are no double click
  window.click("verdict.run");
  window.frames(40);
  window.click("verdict.run");
  CHECK(window.explorer.grown.empty());
}

TEST_CASE("a double click opens the run as well") {
  WindowDriver window("gpt4-25k-a100");
  window.double_click(window.place("verdict.run").center());
  CHECK(window.explorer.grown == "run");
}

TEST_CASE("nothing of the run is made before it is looked at") {
  WindowDriver window("gpt4-25k-a100");
  window.set_value("plan.tp", "4");
  CHECK((*window.explorer.of<RunState>().calendar).end == 0);
  CHECK((*window.explorer.of<RunState>().claims).empty());
  CHECK(window.explorer.of<RunState>().curves->days_over_gpus.empty());
}

TEST_CASE("the drawn run has the plan's days of work, and another seed another calendar") {
  WindowDriver window("gpt4-25k-a100");
  window.click("verdict.run");
  const RunCalendar first = (*window.explorer.of<RunState>().calendar);
  CHECK(first.training == doctest::Approx(*window.explorer.session.report.run.days * 86'400));
  CHECK(first.end == doctest::Approx(*window.explorer.session.report.run.calendar_days * 86'400).epsilon(0.05));
  window.click("run.another");
  CHECK((*window.explorer.of<RunState>().calendar).end != first.end);
  CHECK((*window.explorer.of<RunState>().calendar).training == first.training);
}

TEST_CASE("the run follows an edit of the plan") {
  WindowDriver window("gpt4-25k-a100");
  window.click("verdict.run");
  const double before = (*window.explorer.of<RunState>().calendar).training;
  window.set_value("run.tokens", "6.5T");
  CHECK((*window.explorer.of<RunState>().calendar).training == doctest::Approx(before / 2).epsilon(1e-6));
  CHECK(window.explorer.grown == "run");
}

TEST_CASE("a run whose days are unknown says so") {
  WindowDriver window("gpt4-25k-a100");
  window.explorer.grown = "run";
  Scenario scenario = window.scenario();
  scenario.run.tokens.reset();
  edit_scenario(window.explorer.session, scenario, "run.tokens");
  window.frames(2);
  CHECK_FALSE(window.shows("run.calendar"));
  CHECK_FALSE(window.shows("run.curve.gpus"));
}

TEST_CASE("a run that can't be drawn says why: too many failures are no run without end") {
  Scenario scenario = *shipped_presets().scenario("llama3-405b-16k-h100");
  scenario.run.tokens = 1e18;
  const Report many = evaluate(scenario);
  REQUIRE(*many.run.goodput > 0.5);
  CHECK(no_calendar_words(many).find("failures are expected: too many to draw") != std::string::npos);
  scenario.run.mtbf_gpu_hours = 0.001;
  CHECK(no_calendar_words(evaluate(scenario)).find("never end") != std::string::npos);
  scenario.run.tokens.reset();
  CHECK(no_calendar_words(evaluate(scenario)).find("unknown") != std::string::npos);
}

TEST_CASE("times of the run are in days, but where those would be thousands or nearly none") {
  CHECK(run_time_words(94.23 * 86'400) == "94.2 d");
  CHECK(run_time_words(512.0 * 86'400) == "512 d");
  CHECK(run_time_words(0) == "0 d");
  CHECK(run_time_words(3'652.0 * 86'400) == "3,652 d");
  CHECK(run_time_words(4'517.0 * 86'400) == "12 years");
  CHECK(run_time_words(3600) == "1.0 hours");
}
