#include "app/panels/verdict.h"

#include <doctest/doctest.h>

#include "tests/gui/window_driver.h"

using namespace shardscope;

TEST_CASE("each tone has its colour") {
  const Theme theme = dark_theme();
  CHECK(tone_color(theme, Tone::good) == theme.good);
  CHECK(tone_color(theme, Tone::bad) == theme.bad);
  CHECK(tone_color(theme, Tone::caution) == theme.warn);
}

TEST_CASE("each cell is drawn in its place, side by side") {
  const tests::WindowDriver window;
  float right = 0;
  for (const char* name : {"memory", "step", "throughput", "mfu", "bubble", "run"}) {
    const Rect place = window.place(std::string("verdict.") + name);
    CHECK(place.min.x >= right);
    CHECK(place.width() > 100);
    right = place.max.x;
  }
}
