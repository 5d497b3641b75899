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

TEST_CASE("what a launch that is refused would take is shown as that") {
  WindowDriver window;
  paste_script(window, broken_script());
  CHECK(window.shows("launch.would_take"));
  CHECK_FALSE(window.shows("launch.figures"));
}
