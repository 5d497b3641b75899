#include <doctest/doctest.h>

#include <algorithm>

#include "render/explain/explain_gpu.h"
#include "render/text/format.h"
#include "tests/gui/cluster_driver.h"

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
  CHECK(window.explorer.grown.empty());
  window.click("grow.cluster");
  CHECK(window.explorer.of<ClusterState>().arranged.page == ClusterPage::sites);
  window.click("cluster.page.map");
  CHECK(window.shows("view.racks"));
}

TEST_CASE("a narrow window has the colourings in a list") {
  ClusterDriver window("gpt4-25k-a100", {1180, 700, 1});
  CHECK_FALSE(window.shows("coloring.memory"));
  window.click("coloring");
  window.click("coloring=Memory");
  CHECK(window.explorer.of<ClusterState>().racks.coloring == RackColoring::memory);
}

TEST_CASE("of several pools the map has a colouring, and a GPU's words say its kind and its own memory") {
  ClusterDriver window("llama3-70b-4096-h100");
  CHECK_FALSE(window.shows("coloring.pool"));
  Scenario scenario = window.scenario();
  Pool old{*window.explorer.session.presets->gpu("a100-40"), 2048, {}, {}, {}};
  scenario.cluster.pools = {{scenario.cluster.gpu, 2048, {}, {}, {}}, old};
  edit_scenario(window.explorer.session, scenario, "cluster.gpus");
  window.frames(2);
  const Report& report = window.report();
  REQUIRE(report.pools.has_value());
  if (window.shows("coloring.pool")) {
    window.click("coloring.pool");
  } else {
    window.click("coloring");
    window.click("coloring=Pool");
  }
  CHECK(window.explorer.of<ClusterState>().racks.coloring == RackColoring::pool);
  for (const auto& [gpu, pool] : {std::pair{5, 0}, std::pair{3000, 1}}) {
    const Gpu& kind = report.scenario.cluster.pools[static_cast<std::size_t>(pool)].gpu;
    const Explanation words = explain_gpu(report, gpu);
    const auto says = [&](const std::string& part) {
      return std::any_of(words.lines.begin(), words.lines.end(),
                         [&](const std::string& line) { return line.find(part) != std::string::npos; });
    };
    CHECK(says("pool " + std::to_string(pool) + ", " + kind.title));
    CHECK(says(" of " + format_bytes(Bytes{kind.capacity_bytes()}).text()));
  }
  edit_scenario(window.explorer.session, *window.explorer.session.presets->scenario("llama3-70b-4096-h100"),
                "cluster.gpus");
  window.frames(2);
  CHECK(window.explorer.of<ClusterState>().racks.coloring == RackColoring::stage);
}
