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
