#include <doctest/doctest.h>

#include "core/evaluate/evaluate.h"
#include "tests/gui/window_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("dragging a hardware slider simulates the step on that hardware and leaves the scenario as it is") {
  WindowDriver window("gpt4-25k-a100");
  window.click("grow.step");
  const Scenario before = window.scenario();
  const Seconds step = window.explorer.session.report.time->step;
  CHECK_FALSE((*window.explorer.of<StepState>().what_if));
  window.set_value("what-if.peak", "2");
  REQUIRE((*window.explorer.of<StepState>().what_if));
  const Report& other = *(*window.explorer.of<StepState>().what_if);
  CHECK(other.time->step < step);
  HardwareFactors factors = hardware_as_it_is;
  factors[0] = 2;
  CHECK(other.time->step == evaluate(on_hardware(window.explorer.session.report.scenario, factors)).time->step);
  CHECK(window.scenario() == before);
  CHECK(window.explorer.session.report.time->step == step);
  window.click("what-if.reset");
  CHECK_FALSE((*window.explorer.of<StepState>().what_if));
}

TEST_CASE("a factor that no hardware has is refused in words") {
  WindowDriver window("gpt4-25k-a100");
  window.click("grow.step");
  for (const char* wrong : {"0", "-2", "5000"}) {
    window.set_value("what-if.memory", wrong);
    CHECK(window.explorer.of<StepState>().arranged.factors == hardware_as_it_is);
    CHECK(window.explorer.session.refusal.path == "what-if.memory");
  }
}

TEST_CASE("twice the figure alone is measured against the present step") {
  WindowDriver window("gpt4-25k-a100");
  window.click("grow.step");
  for (int i = 0; i < 100 && moves_by_itself(window.explorer); ++i) window.frames(1);  // a frame takes so many of them
  for (std::size_t i = 0; i < hardware_figure_count; ++i) {
    REQUIRE(window.explorer.of<StepState>().twice->change[i]);
    CHECK(*window.explorer.of<StepState>().twice->change[i] <= 1e-9);
  }
  CHECK(*window.explorer.of<StepState>().twice->change[0] < -0.1);  // GPT-4's step is bound by arithmetic
}
