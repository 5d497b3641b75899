#include <doctest/doctest.h>

#include "tests/app/log/log_window.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("a click on a cause unfolds it; taking it over makes the plan say the step that it would be") {
  LogWindow window;
  const std::vector<WeighedCause>& causes = window.detail().set.explanations;
  REQUIRE(causes.size() > 2);
  std::size_t taken = 0;
  for (std::size_t i = 0; window.shows("log.cause." + std::to_string(i)); ++i) {
    window.click("log.cause." + std::to_string(i));
    window.frames(2);
    CHECK(window.explorer.of<LogState>().cause == i);
    if (!window.shows("log.take_over") || taken > 0) continue;
    const double step = causes[i].step.value;
    window.click("log.take_over");
    window.frames(2);
    ++taken;
    CHECK(window.explorer.session.report.time->step.value == doctest::Approx(step));
    window.key(ImGuiMod_Ctrl | ImGuiKey_Z);
    window.frames(3);
  }
  CHECK(taken == 1);
}

TEST_CASE("what is taken over changes the plan by the cause alone: what was left to its default stays so") {
  LogWindow window;
  Scenario bare = window.scenario();
  bare.plan.dp.reset();
  bare.run.checkpoint_seconds.reset();
  edit_as_step(window.explorer.session, bare, "plan");
  window.frames(3);
  int taken = 0;
  for (std::size_t i = 0; window.shows("log.cause." + std::to_string(i)); ++i) {
    window.click("log.cause." + std::to_string(i));
    window.frames(2);
    if (!window.shows("log.take_over")) continue;
    const double step = window.detail().set.explanations[i].step.value;
    window.click("log.take_over");
    window.frames(2);
    ++taken;
    CHECK(window.explorer.session.report.time->step.value == doctest::Approx(step));
    CHECK_FALSE(window.plan().dp);
    CHECK_FALSE(window.scenario().run.checkpoint_seconds);
    window.key(ImGuiMod_Ctrl | ImGuiKey_Z);
    window.frames(3);
    CHECK(window.scenario() == bare);
  }
  CHECK(taken > 1);
}

TEST_CASE("causes that are weighed anew are unfolded from the first again") {
  LogWindow window;
  window.click("log.cause.1");
  window.frames(2);
  REQUIRE(window.explorer.of<LogState>().cause == 1);
  window.set_value("plan.micro_batch", "2");
  window.point_at({2, 2});
  window.frames(3);
  CHECK(window.explorer.of<LogState>().cause == 0);
}
