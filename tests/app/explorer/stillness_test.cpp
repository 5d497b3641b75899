#include "app/explorer/stillness.h"

#include <doctest/doctest.h>

#include "tests/gui/window_driver.h"

using namespace shardscope;
using shardscope::tests::WindowDriver;

TEST_CASE("without animation nothing moves by itself: Play goes on by a pass at each press, and the caret stands") {
  WindowDriver window;
  window.explorer.session.settings.animation = false;
  window.explorer.grown = "timeline";
  window.frames(10);
  CHECK_FALSE(ImGui::GetIO().ConfigInputTextCursorBlink);
  const Play& play = window.explorer.of<TimelineState>().arranged.play;
  window.click("timeline.play");
  REQUIRE(play.time.has_value());
  CHECK_FALSE(play.running);
  const double first = *play.time;
  window.frames(60);
  CHECK(*play.time == first);
  CHECK_FALSE(moves_by_itself(window.explorer));
  window.click("timeline.play");
  CHECK(*play.time > first);
  window.explorer.session.settings.animation = true;
  window.click("timeline.play");
  const double before = *play.time;
  window.frames(20);
  CHECK(*play.time > before);
  CHECK(ImGui::GetIO().ConfigInputTextCursorBlink);
}

TEST_CASE("animation is turned off and on in the palette, and kept") {
  WindowDriver window;
  const auto chosen = [&](const char* typed) {
    window.key(ImGuiMod_Ctrl | ImGuiKey_K);
    window.type(typed);
    window.key(ImGuiKey_Enter);
    window.frames(2);
  };
  chosen("animation off");
  CHECK_FALSE(window.explorer.session.settings.animation);
  CHECK_FALSE(read_settings(write_settings(window.explorer.session.settings)).animation);
  chosen("animation on");
  CHECK(window.explorer.session.settings.animation);
  CHECK(read_settings(write_settings(window.explorer.session.settings)).animation);
}
