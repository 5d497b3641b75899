#include <doctest/doctest.h>

#include <cmath>

#include "app/cluster/cluster_parts.h"
#include "render/cluster/racks.h"
#include "tests/core/cluster/rank_coordinates.h"
#include "tests/gui/window_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("the small card is the map without its page: it colours, zooms and fits") {
  WindowDriver window;
  window.click("coloring.replica");
  CHECK(window.explorer.of<ClusterState>().racks.coloring == RackColoring::replica);
  CHECK_FALSE(window.shows("button.cluster_fit"));
  window.point_at(window.place("view.racks").center());
  window.wheel(6);
  REQUIRE(window.shows("button.cluster_fit"));
  window.click("button.cluster_fit");
  CHECK(window.explorer.of<ClusterState>().racks.zoom == 1);
}

TEST_CASE("a cluster that grows or shrinks shows all of it again") {
  WindowDriver window;
  window.point_at(window.place("view.racks").center());
  window.wheel(6);
  window.click("grow.cluster");
  CHECK(window.explorer.of<ClusterState>().racks.zoom == 1);
}

TEST_CASE("zooming between two halls doesn't leave all racks behind") {
  WindowDriver window("llama3-405b-100k-h100");
  const Report& report = shown_report(window.explorer.session);
  const Rect racks = window.place("view.racks");
  const RackGrid grid = grid_for(report, racks, window.theme().px(17));
  REQUIRE(grid.halls() == 4);
  const PlanRect first = hall_rect(grid, 0), next = hall_rect(grid, 1);
  const bool beside = next.x > first.x;
  const double x = beside ? (first.x + first.width + next.x) / 2 : first.x + first.width / 2;
  const double y = beside ? first.y + first.height / 2 : (first.y + first.height + next.y) / 2;
  window.point_at({racks.min.x + static_cast<float>(x), racks.min.y + static_cast<float>(y)});
  for (int i = 0; i < 12; ++i) window.wheel(4);
  CHECK(window.explorer.of<ClusterState>().racks.zoom > 8);
  const RacksView& view = window.explorer.of<ClusterState>().racks;
  bool any = false;
  for (std::int64_t rack = 0; rack < grid.racks && !any; ++rack)
    any = screen_rect(view, racks, rack_rect(grid, rack)).overlaps(racks);
  CHECK(any);
}

namespace {

ImVec2 center_of_gpu(const WindowDriver& window, std::int64_t gpu) {
  const Rect area = window.place("view.racks");
  const RackGrid grid = grid_for(window.explorer.session.report, area);
  return screen_rect(window.explorer.of<ClusterState>().racks, area, gpu_rect(grid, gpu)).center();
}

}  // namespace

TEST_CASE("pointing at the racks finds the GPU, and a click pins it and selects its stage") {
  WindowDriver window;
  const std::int64_t gpu = 24 * 1000 + 5;
  window.point_at(center_of_gpu(window, 0));
  window.wheel(30);
  window.wheel(-30);
  CHECK(window.explorer.of<ClusterState>().racks.zoom == 1);
  window.point_at(center_of_gpu(window, gpu));
  REQUIRE(window.explorer.of<ClusterState>().pointed_gpu.has_value());
  const std::int64_t pointed = *window.explorer.of<ClusterState>().pointed_gpu;
  CHECK(std::abs(pointed - gpu) <= 8);  // cells of some three pixels
  window.click(center_of_gpu(window, gpu));
  CHECK(window.explorer.selection.gpu == pointed);
  CHECK(window.explorer.selection.stage == static_cast<std::int32_t>(coordinates_of(pointed, window.plan()).pp));
  window.point_at(window.place("view.memory").center());
  CHECK_FALSE(window.explorer.of<ClusterState>().pointed_gpu.has_value());
  CHECK(window.explorer.selection.gpu == pointed);
}

TEST_CASE("zoomed in, every GPU is found exactly") {
  WindowDriver window("gpt2-xl-8-a100");
  for (const std::int64_t gpu : {0, 3, 7}) {
    window.point_at(center_of_gpu(window, gpu));
    CHECK(window.explorer.of<ClusterState>().pointed_gpu == gpu);
  }
}

TEST_CASE("the racks are coloured by what is clicked") {
  WindowDriver window;
  window.click("coloring.replica");
  CHECK(window.explorer.of<ClusterState>().racks.coloring == RackColoring::replica);
  window.click("coloring.tensor");
  CHECK(window.explorer.of<ClusterState>().racks.coloring == RackColoring::tensor_group);
  window.click("coloring.stage");
  CHECK(window.explorer.of<ClusterState>().racks.coloring == RackColoring::stage);
}

TEST_CASE("a colouring by what the plan isn't split into is pale, in the card and grown") {
  Plan plan;
  plan.dp = 1;
  for (const ClusterColoring& each : cluster_colorings) {
    CAPTURE(each.segment.label);
    CHECK(segment_of(each, plan).enabled == (each.parts == nullptr));
  }
  plan.tp = 2;
  CHECK(segment_of(cluster_colorings[2], plan).enabled);
  WindowDriver window("gpt2-xl-8-a100");
  REQUIRE(window.scenario().plan.tp == 1);
  window.click("coloring.replica");
  window.click("coloring.tensor");
  CHECK(window.explorer.of<ClusterState>().racks.coloring == RackColoring::replica);
  window.click("coloring.stage");  // which a window begins with, whatever the plan
  CHECK(window.explorer.of<ClusterState>().racks.coloring == RackColoring::stage);
}

TEST_CASE("a zoomed Cluster view has Fit, which leads back; a card that grows or shrinks shows the whole cluster") {
  WindowDriver window;
  CHECK_FALSE(window.shows("button.cluster_fit"));
  const auto zoom_in = [&] {
    window.point_at(window.place("view.racks").center());
    window.wheel(4);
    window.frames(2);
    REQUIRE(window.explorer.of<ClusterState>().racks.zoom > 1.5);
  };
  zoom_in();
  window.click("button.cluster_fit");
  CHECK(window.explorer.of<ClusterState>().racks.zoom == 1);
  window.frames(2);
  zoom_in();
  window.explorer.grown = "cluster";
  window.frames(2);
  CHECK(window.explorer.of<ClusterState>().racks.zoom == 1);
  zoom_in();
  window.explorer.grown.clear();
  window.frames(2);
  CHECK(window.explorer.of<ClusterState>().racks.zoom == 1);
}
