#include <doctest/doctest.h>

#include "tests/gui/cluster_driver.h"
#include "tests/gui/cut_words.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("each page is a click away, and stays when the view comes back") {
  ClusterDriver window;
  const std::array<std::pair<const char*, const char*>, 3> pages = {{{"cluster.page.network", "cluster.level.0"},
                                                                     {"cluster.page.matrix", "cluster.matrix"},
                                                                     {"cluster.page.sites", "cluster.sites.chart"}}};
  for (const auto& [name, shows] : pages) {
    CAPTURE(name);
    window.click(name);
    window.frames(2);
    CHECK(window.shows(shows));
    CHECK_FALSE(window.shows("view.racks"));
  }
  window.click("grow.cluster");
  CHECK(window.explorer.grown == ViewKind::all);
  window.click("grow.cluster");
  CHECK(window.explorer.cluster.page == ClusterPage::sites);
  window.click("cluster.page.map");
  CHECK(window.shows("view.racks"));
}

TEST_CASE("a narrow window has the colourings in a list") {
  ClusterDriver window("gpt4-25k-a100", {1180, 700, 1});
  CHECK_FALSE(window.shows("coloring.memory"));
  window.click("coloring");
  window.click("coloring=Memory");
  CHECK(window.explorer.racks.coloring == RackColoring::memory);
}
