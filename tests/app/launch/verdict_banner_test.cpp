// The verdict over a script.
#include <doctest/doctest.h>

#include "tests/app/launch/script_window.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

/// The colour of the banner's border, which says how it stands.
ImU32 border_of(WindowDriver& window) {
  const Rect banner = window.place("launch.verdict");
  const auto pixel = window.picture().at(static_cast<int>(banner.center().x), static_cast<int>(banner.min.y));
  return IM_COL32(pixel[0], pixel[1], pixel[2], 255);
}

}  // namespace

TEST_CASE("the banner is green where the launch may start and red where it may not") {
  WindowDriver window;
  paste_script(window, window_script);
  const ImU32 may_start = border_of(window);
  paste_script(window, broken_script());
  const ImU32 broken = border_of(window);
  CHECK(may_start != broken);
  const auto red = [](ImU32 color) { return static_cast<int>(color >> IM_COL32_R_SHIFT & 255); };
  const auto green = [](ImU32 color) { return static_cast<int>(color >> IM_COL32_G_SHIFT & 255); };
  CHECK(green(may_start) > red(may_start));
  CHECK(red(broken) > green(broken));
}
