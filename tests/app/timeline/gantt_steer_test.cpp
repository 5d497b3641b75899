#include "app/timeline/gantt_steer.h"

#include <doctest/doctest.h>

#include "tests/gui/window_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("W and S zoom the timeline under the pointer, A and D pan it, F shows all") {
  WindowDriver window;
  const auto shown = [&] {
    return visible_time(window.explorer.of<TimelineState>().gantt,
                        gantt_extent(window.explorer.of<TimelineState>().chart->index));
  };
  window.point_at(window.place("timeline.lanes").center());
  const TimeRange all = shown();
  window.key(ImGuiKey_W);
  window.key(ImGuiKey_W);
  const TimeRange closer = shown();
  CHECK(closer.length() < all.length() * 0.5);
  window.key(ImGuiKey_D);
  CHECK(shown().start > closer.start);
  window.key(ImGuiKey_A);
  CHECK(shown().start == doctest::Approx(closer.start));
  window.key(ImGuiKey_S);
  CHECK(shown().length() > closer.length());
  window.key(ImGuiKey_F);
  CHECK(shown() == all);
}
