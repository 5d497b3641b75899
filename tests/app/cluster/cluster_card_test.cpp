#include <doctest/doctest.h>

#include "app/cluster/cluster_parts.h"
#include "render/cluster/racks.h"
#include "tests/gui/window_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("the small card is the map without its page: it colours, zooms and fits") {
  WindowDriver window;
  window.click("coloring.replica");
  CHECK(window.explorer.racks.coloring == RackColoring::replica);
  CHECK_FALSE(window.shows("button.cluster_fit"));
  window.point_at(window.place("view.racks").center());
  window.wheel(6);
  REQUIRE(window.shows("button.cluster_fit"));
  window.click("button.cluster_fit");
  CHECK(window.explorer.racks.zoom == 1);
}

TEST_CASE("a cluster that grows or shrinks shows all of it again") {
  WindowDriver window;
  window.point_at(window.place("view.racks").center());
  window.wheel(6);
  window.click("grow.cluster");
  CHECK(window.explorer.racks.zoom == 1);
}

TEST_CASE("zooming between two halls doesn't leave all racks behind") {
  WindowDriver window("llama3-405b-100k-h100");
  const Report& report = shown_report(window.explorer);
  const Rect racks = window.place("view.racks");
  const RackGrid grid = grid_for(report, racks, window.theme().px(17));
  REQUIRE(grid.halls() == 4);
  const PlanRect first = hall_rect(grid, 0), next = hall_rect(grid, 1);
  const bool beside = next.x > first.x;
  const double x = beside ? (first.x + first.width + next.x) / 2 : first.x + first.width / 2;
  const double y = beside ? first.y + first.height / 2 : (first.y + first.height + next.y) / 2;
  window.point_at({racks.min.x + static_cast<float>(x), racks.min.y + static_cast<float>(y)});
  for (int i = 0; i < 12; ++i) window.wheel(4);
  CHECK(window.explorer.racks.zoom > 8);
  const RacksView& view = window.explorer.racks;
  bool any = false;
  for (std::int64_t rack = 0; rack < grid.racks && !any; ++rack)
    any = screen_rect(view, racks, rack_rect(grid, rack)).overlaps(racks);
  CHECK(any);
}
