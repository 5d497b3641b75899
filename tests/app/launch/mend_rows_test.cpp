// Changes of a script that let it start, in the window.
#include <doctest/doctest.h>

#include "tests/app/launch/script_window.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("a click on a mend changes the script, and undo takes it back") {
  WindowDriver window;
  paste_script(window, broken_script());
  window.frames(40);  // one is tried a frame
  const LaunchState& state = window.explorer.of<LaunchState>();
  CHECK(state.mends->done());
  REQUIRE_FALSE(state.mends->found.empty());
  CHECK_FALSE(is_working(state));
  const std::string text = state.mends->found.front().text;
  window.click("launch.mend.0");
  window.frames(3);
  CHECK(window.explorer.session.history.present().source->text == text);
  CHECK(state.marked->lit.refused() == 0);
  CHECK_FALSE(window.shows("launch.mend.0"));
  window.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  window.frames(3);
  CHECK(window.explorer.session.history.present().source->text == broken_script());
}

TEST_CASE("a slip in a script that isn't read is mended by a click") {
  WindowDriver window;
  paste_script(window, script_with("--swiglu", "--swigluu"));
  window.frames(20);
  window.click("launch.mend.0");
  window.frames(3);
  CHECK(window.explorer.session.taken.problems.empty());
  CHECK(window.scenario().model.gated_mlp);
}
