#include <doctest/doctest.h>

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
