#include "app/panels/segments.h"

#include "tests/gui/cluster_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("segments stand beside each other, one is chosen by a click, and pale ones take none") {
  ClusterDriver window;
  const Rect map = window.place("cluster.page.map"), network = window.place("cluster.page.network");
  CHECK(map.max.x == network.min.x);
  CHECK(map.min.y == network.min.y);
  window.click("cluster.page.network");
  CHECK(window.explorer.of<ClusterState>().arranged.page == ClusterPage::network);
  window.click("cluster.page.map");
  window.click("coloring.context");  // the plan has no context groups
  CHECK(window.explorer.of<ClusterState>().racks.coloring == RackColoring::stage);
}

TEST_CASE("their width is what they take") {
  ClusterDriver window;
  const std::array<Segment, 2> two = {{{"a", "One"}, {"b", "Another"}}};
  const std::array<Segment, 1> one = {{{"a", "One"}}};
  CHECK(segments_width(window.theme(), two) > segments_width(window.theme(), one));
}

TEST_CASE("where they would go beyond their line they are narrower, and stay within it") {
  WindowDriver window("gpt4-25k-a100", WindowSize{1280, 720});
  window.click("tab.search");
  window.frames(3);
  const Rect last = window.place("search.goal.energy"), row = window.place("search.rules");
  CHECK(last.max.x <= row.max.x + 1);
  CHECK(window.place("search.goal.throughput").max.x == window.place("search.goal.memory").min.x);
}
