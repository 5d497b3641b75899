// What was read from a script, in the window.
#include <doctest/doctest.h>

#include "tests/app/launch/script_window.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("flags without effect stand in one line that a click unfolds") {
  WindowDriver window;
  paste_script(window, window_script);
  const LaunchState& state = window.explorer.of<LaunchState>();
  REQUIRE_FALSE(state.marked->read.without_effect.empty());
  CHECK_FALSE(state.all_without_effect);
  window.click(flag_place(window, "--lr"));  // leads there
  window.frames(2);
  CHECK(state.all_without_effect);
  CHECK(window.shows("launch.none." + std::to_string(*state.pick.span)));
  window.click("launch.without_effect");
  CHECK_FALSE(state.all_without_effect);
}

TEST_CASE("of a refused script what was read so far is listed, none of it to be chosen, and a button leads back") {
  WindowDriver window;
  const Scenario before = window.scenario();
  paste_script(window, script_with("--swiglu", "--swigluu"));
  CHECK(window.shows("launch.script"));
  CHECK(window.shows("launch.field.plan.pp"));
  CHECK_FALSE(window.shows("cluster.gpu"));  // the GPU's list
  CHECK(window.scenario() == before);
  window.click("launch.leave");
  window.frames(2);
  CHECK(window.scenario() == before);
  CHECK_FALSE(window.shows("launch.script"));
  CHECK(window.shows("plan.tp"));
}
