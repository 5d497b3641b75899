#include "render/cluster/grid/racks_view.h"

#include <doctest/doctest.h>

using namespace shardscope;

TEST_CASE("zooming keeps the point under the pointer where it is") {
  RacksView view;
  for (const double factor : {1.5, 2.0, 3.0, 0.7}) {
    const PlanPoint before = plan_point(view, 0.6, 0.4);
    view = zoom_about(view, 0.6, 0.4, factor, 1000);
    const PlanPoint after = plan_point(view, 0.6, 0.4);
    CHECK(after.x == doctest::Approx(before.x));
    CHECK(after.y == doctest::Approx(before.y));
  }
}

TEST_CASE("zooming out ends at the whole cluster, zooming in at the limit") {
  RacksView view = zoom_about(RacksView{}, 0.5, 0.5, 1e9, 40);
  CHECK(view.zoom == 40);
  view = zoom_about(view, 0.1, 0.9, 1e-9, 40);
  CHECK(view == RacksView{});
}

TEST_CASE("panning stays on the plan") {
  const RacksView near = zoom_about(RacksView{}, 0.5, 0.5, 4, 40);
  CHECK(pan(near, 0.4, 0).x == doctest::Approx(near.x - 0.1));
  CHECK(pan(near, 100, 100).x == 0);
  CHECK(pan(near, -100, -100).x == doctest::Approx(0.75));
  CHECK(pan(RacksView{}, 0.3, 0.3) == RacksView{});
}

TEST_CASE("one GPU of a hundred thousand can be brought to a readable size") {
  Cluster cluster;
  cluster.gpus = 100000;
  const RackGrid grid = rack_grid(cluster, 460, 300);
  CHECK(gpu_rect(grid, 0).width * zoom_max(grid) == doctest::Approx(140));
}

TEST_CASE("the whole cluster is shown again in the colours that were chosen") {
  RacksView view = zoom_about(RacksView{}, 0.4, 0.6, 9, 50);
  view.coloring = RackColoring::replica;
  const RacksView whole = whole_cluster(view);
  CHECK(whole.zoom == 1);
  CHECK(whole.x == 0);
  CHECK(whole.coloring == RackColoring::replica);
}
