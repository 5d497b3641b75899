#include <doctest/doctest.h>

#include "tests/gui/window_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("F1 shows all keys and hides them again; Esc hides them and nothing else") {
  WindowDriver window;
  CHECK_FALSE(window.shows("shortcuts"));
  window.key(ImGuiKey_F1);
  CHECK(window.shows("shortcuts"));
  window.key(ImGuiKey_F1);
  CHECK_FALSE(window.shows("shortcuts"));
  window.click("grow.timeline");
  window.key(ImGuiKey_F1);
  REQUIRE(window.shows("shortcuts"));
  window.key(ImGuiKey_Escape);
  CHECK_FALSE(window.shows("shortcuts"));
  CHECK(window.explorer.grown == "timeline");
}

TEST_CASE("the list of keys is whole in small windows, at every scale") {
  for (const WindowSize size : {WindowSize{1024, 640, 1}, WindowSize{1760, 1080, 1}, WindowSize{3440, 1440, 2}}) {
    WindowDriver window("gpt4-25k-a100", size);
    window.key(ImGuiKey_F1);
    const Rect list = window.place("shortcuts");
    CHECK(list.min.x >= 0);
    CHECK(list.min.y >= 0);
    CHECK(list.max.x <= static_cast<float>(size.width));
    CHECK(list.max.y <= static_cast<float>(size.height));
  }
}
