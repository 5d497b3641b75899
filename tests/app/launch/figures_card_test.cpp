// What a script would take.
#include <doctest/doctest.h>

#include "tests/app/launch/script_window.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("what the launch takes is shown where it can run at all") {
  WindowDriver window;
  paste_script(window, window_script);
  CHECK(window.shows("launch.figures"));
  paste_script(window, script_with("--swiglu", "--swigluu"));
  CHECK_FALSE(window.shows("launch.figures"));
}
