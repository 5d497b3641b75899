// The grown Cluster view as a person uses it: zoom from the site to one GPU of 100,000, hover, pin, take out a rack,
// switch the mapping.
#include <algorithm>

#include "render/cluster/grid/rack_words.h"
#include "tests/gui/cluster_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("the wheel leads from the site to one GPU of 100,000, and Fit leads back") {
  ClusterDriver window("llama3-405b-100k-h100");
  const std::int64_t gpu = 13'803;
  const RackGrid grid = window.grid();
  CHECK(grid.gpus == 100'000);
  const Theme theme = window.theme();
  CHECK(detail_for(grid, window.explorer.of<ClusterState>().racks, window.place("view.racks"), theme) ==
        RackDetail::racks);
  window.zoom_to(gpu);
  CHECK(detail_for(grid, window.explorer.of<ClusterState>().racks, window.place("view.racks"), theme) ==
        RackDetail::boxes);
  window.point_at(window.at_gpu(gpu));
  CHECK(window.explorer.of<ClusterState>().pointed_gpu == gpu);
  const Rect cell =
      screen_rect(window.explorer.of<ClusterState>().racks, window.place("view.racks"), gpu_rect(grid, gpu));
  CHECK(cell.width() > 100);
  window.click("button.cluster_fit");
  CHECK(window.explorer.of<ClusterState>().racks == whole_cluster(window.explorer.of<ClusterState>().racks));
}

TEST_CASE("a click pins the GPU: its stage is selected in every view, and a second click lets it go") {
  ClusterDriver window("llama3-405b-100k-h100");
  const std::int64_t gpu = 13'803;
  window.zoom_to(gpu);
  const Image before = window.picture();
  window.click(window.at_gpu(gpu));
  CHECK(window.explorer.selection.gpu == gpu);
  CHECK(window.explorer.selection.stage == gpu / (100'000 / 16 / 8 * 8));
  CHECK(window.picture().rgba != before.rgba);
  window.key(ImGuiKey_Escape);
  CHECK(window.explorer.selection.gpu == gpu);  // still pinned where four views are shown
  window.click("grow.cluster");
  window.zoom_to(gpu);
  window.click(window.at_gpu(gpu));
  CHECK_FALSE(window.explorer.selection.gpu.has_value());
}

TEST_CASE("pointing at a GPU shows its rack, and a GPU of that rack can be pinned there") {
  ClusterDriver window;
  window.zoom_to(8000);
  window.click(window.at_gpu(8000));
  const Rect rack = window.place("cluster.rack");
  window.click({rack.max.x - rack.width() / 16, rack.max.y - rack.height() / 8});
  REQUIRE(window.explorer.selection.gpu.has_value());
  CHECK(*window.explorer.selection.gpu / 32 == 250);
  CHECK(*window.explorer.selection.gpu == 8031);
}

TEST_CASE("with Failures on, a click takes out a rack, says what stops, and a second click puts it back") {
  ClusterDriver window;
  window.click("cluster.failures");
  window.click("failure.rack");
  const std::int64_t gpu = 32 * 100 + 5;
  window.zoom_to(gpu);
  window.click(window.at_gpu(gpu));
  REQUIRE(window.explorer.of<ClusterState>().arranged.failures.size() == 1);
  const Outage& outage = window.explorer.of<ClusterState>().outage->outage;
  CHECK(outage.gpus_lost == 32);
  CHECK(outage.replicas_stopped == 4);
  CHECK(outage.stopped.size() == 4);
  CHECK_FALSE(window.explorer.selection.gpu.has_value());
  CHECK(failure_words(window.explorer.of<ClusterState>().arranged.failures) == "1 rack out");
  window.click(window.at_gpu(gpu));
  CHECK(window.explorer.of<ClusterState>().arranged.failures.empty());
  CHECK(window.explorer.of<ClusterState>().outage->outage.gpus_lost == 0);
}

TEST_CASE("GPUs, nodes and links are taken out too, and everything is put back at a click") {
  ClusterDriver window;
  window.click("cluster.failures");
  window.zoom_to(0);
  for (const char* unit : {"failure.gpu", "failure.node", "failure.card"}) {
    window.click(unit);
    window.click(window.at_gpu(1));
  }
  CHECK(failure_words(window.explorer.of<ClusterState>().arranged.failures) == "1 GPU, 1 card, 1 node out");
  CHECK(window.explorer.of<ClusterState>().outage->outage.gpus_lost == 8);
  window.click("failure.restore");
  CHECK(window.explorer.of<ClusterState>().arranged.failures.empty());
  window.click("failure.node");
  window.click(window.at_gpu(1));
  window.click("cluster.failures");
  CHECK(window.explorer.of<ClusterState>().arranged.failures.empty());  // off: everything runs
}

TEST_CASE("another order of ranks moves the stages on the map") {
  ClusterDriver window;
  const Image before = window.picture();
  window.explorer.more_settings = false;
  REQUIRE(window.shows("plan.rank_order"));
  Scenario scenario = window.scenario();
  scenario.plan.rank_order = "tp-cp-ep-pp-dp";
  edit_scenario(window.explorer.session, scenario, "plan.rank_order");
  window.frames(2);
  CHECK(window.picture().rgba != before.rgba);
  window.zoom_to(8);
  window.point_at(window.at_gpu(8));
  CHECK(words_for_gpu(window.report(), 8).role.starts_with("stage 1 (0 to 14)"));
}

TEST_CASE("every colouring that the plan has draws another picture") {
  ClusterDriver window("deepseek-v3-2048-h800");
  std::vector<std::vector<std::uint8_t>> pictures;
  for (const char* name : {"coloring.stage", "coloring.replica", "coloring.expert", "coloring.memory", "coloring.links",
                           "coloring.domain"}) {
    CAPTURE(name);
    window.click(name);
    window.point_at({2, 2});
    const Image picture = window.picture();
    for (const auto& other : pictures) CHECK(picture.rgba != other);
    pictures.push_back(picture.rgba);
  }
  window.click("coloring.tensor");  // one GPU a group: nothing to colour by
  CHECK(window.explorer.of<ClusterState>().racks.coloring == RackColoring::domain);
}
