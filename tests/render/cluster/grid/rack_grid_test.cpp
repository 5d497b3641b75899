#include "render/cluster/grid/rack_grid.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

using namespace shardscope;

namespace {

Cluster cluster_of(std::int64_t gpus, std::int64_t gpus_per_node, std::int64_t nodes_per_rack) {
  Cluster cluster;
  cluster.gpus = gpus;
  cluster.gpus_per_node = gpus_per_node;
  cluster.nodes_per_rack = nodes_per_rack;
  return cluster;
}

const Cluster clusters[] = {cluster_of(1, 8, 4),     cluster_of(8, 8, 4),       cluster_of(25000, 8, 4),
                            cluster_of(16384, 8, 2), cluster_of(72, 4, 18),     cluster_of(100000, 8, 4),
                            cluster_of(8960, 4, 16), cluster_of(1048576, 8, 4), cluster_of(17, 72, 1)};

}  // namespace

TEST_CASE("the middle of a GPU's cell finds that GPU again") {
  for (const Cluster& cluster : clusters) {
    CAPTURE(cluster.gpus);
    const RackGrid grid = rack_grid(cluster, 460, 300);
    const std::int64_t step = std::max<std::int64_t>(1, cluster.gpus / 997);
    for (std::int64_t gpu = 0; gpu < cluster.gpus; gpu += step) {
      const PlanRect rect = gpu_rect(grid, gpu);
      CHECK(gpu_at(grid, rect.x + rect.width / 2, rect.y + rect.height / 2) == gpu);
    }
  }
}

TEST_CASE("all racks lie within the area given") {
  for (const Cluster& cluster : clusters) {
    CAPTURE(cluster.gpus);
    const RackGrid grid = rack_grid(cluster, 460, 300);
    const PlanRect last = rack_rect(grid, grid.racks - 1);
    CHECK(last.y + last.height <= 300);
    CHECK(static_cast<double>(grid.columns) * grid.rack_width <= 460 + 1e-9);
    CHECK(grid.rows * grid.columns >= grid.racks);
    CHECK(grid.racks * grid.gpus_per_rack() >= cluster.gpus);
  }
}

TEST_CASE("a point in an aisle, outside, or past the last GPU is no GPU") {
  const RackGrid grid = rack_grid(cluster_of(25000, 8, 4), 460, 300);
  CHECK_FALSE(gpu_at(grid, -1, 5).has_value());
  CHECK_FALSE(gpu_at(grid, 461, 5).has_value());
  CHECK_FALSE(gpu_at(grid, 5, 301).has_value());
  CHECK_FALSE(gpu_at(grid, 5, 2 * grid.rack_height + grid.aisle / 2).has_value());
  const PlanRect last = node_rect(grid, 3127);  // the last rack holds one node of four
  CHECK_FALSE(gpu_at(grid, last.x + 1e-3, last.y + last.height / 2).has_value());
}

TEST_CASE("a node wider than twelve GPUs is drawn in rows") {
  const RackGrid grid = rack_grid(cluster_of(72, 72, 1), 400, 300);
  CHECK(grid.gpu_rows == 6);
  CHECK(grid.gpu_columns == 12);
}

TEST_CASE("halls of whole racks and sites of their own begin where the GPUs say, and every GPU is found in them") {
  for (const auto& [gpus, hall, sites] :
       {std::tuple{100'000, 25'024, 1}, std::tuple{100'000, 10'000, 3}, std::tuple{1000, 100, 7}}) {
    Cluster cluster = cluster_of(gpus, 8, 4);
    cluster.topology.hall.gpus = hall;
    cluster.sites.number = sites;
    CAPTURE(gpus);
    CAPTURE(sites);
    const RackGrid grid = rack_grid(cluster, 900, 700, 24);
    CHECK(grid.sites == sites);
    CHECK(grid.halls() >= sites);
    for (std::int64_t gpu = 0; gpu < gpus; gpu += std::max(1, gpus / 499)) {
      const PlanRect rect = gpu_rect(grid, gpu);
      CHECK(gpu_at(grid, rect.x + rect.width / 2, rect.y + rect.height / 2) == gpu);
      const PlanRect box = hall_rect(grid, hall_of_rack(grid, rack_of(grid, gpu)));
      CHECK(rect.x >= box.x);
      CHECK(rect.y + rect.height <= box.y + box.height + 1e-6);
      const GpuRange node = gpus_of_node(grid, node_of(grid, gpu));
      CHECK(node.first <= gpu);
      CHECK(gpu < node.end);
    }
    std::int64_t sum = 0;
    for (std::int64_t h = 0; h < grid.halls(); ++h) sum += gpus_of_hall(grid, h).end - gpus_of_hall(grid, h).first;
    CHECK(sum == gpus);
  }
}

TEST_CASE("without halls pods are drawn in their place, and a site without either is one box without a title") {
  Cluster cluster = cluster_of(16384, 8, 2);
  CHECK(rack_grid(cluster, 460, 300, 20).hall_boxes.title == 0);
  cluster.topology.pod.gpus = 3072;
  const RackGrid grid = rack_grid(cluster, 460, 300, 20);
  CHECK(grid.halls_are_pods);
  CHECK(grid.halls() == 6);
  CHECK(grid.hall_boxes.title == 20);
}

TEST_CASE("a pool's nodes have its own size, and every GPU, node and point still finds the other") {
  for (const std::int64_t sites : {1, 2}) {
    Cluster cluster = cluster_of(32 * 5 + 32 * 3, 8, 4);
    cluster.pools = {{cluster.gpu, 32 * 5, {}, {}, {}}, {cluster.gpu, 32 * 3, 4, {}, {}}};
    cluster.sites.number = sites;
    const RackGrid grid = rack_grid(cluster, 600, 400);
    REQUIRE_FALSE(grid.node_runs.empty());
    CHECK(node_of(grid, 159) == 19);
    CHECK(node_of(grid, 160) == 20);
    CHECK(node_of(grid, grid.gpus - 1) == 20 + 24 - 1);
    CHECK(nodes_in_rack(grid, rack_of(grid, 0)).nodes == 4);
    CHECK(nodes_in_rack(grid, rack_of(grid, 160)).nodes == 8);
    for (std::int64_t gpu = 0; gpu < grid.gpus; ++gpu) {
      const GpuRange node = gpus_of_node(grid, node_of(grid, gpu));
      CHECK(node.first <= gpu);
      CHECK(gpu < node.end);
      CHECK(node.end - node.first == (gpu < 160 ? 8 : 4));
      CHECK(slot_of(grid, gpu) == gpu - node.first);
      const PlanRect rect = gpu_rect(grid, gpu);
      CHECK(gpu_at(grid, rect.x + rect.width / 2, rect.y + rect.height / 2) == gpu);
    }
  }
}

TEST_CASE("a pool that begins within a rack has its own nodes from the next rack on") {
  Cluster cluster = cluster_of(96, 8, 4);
  cluster.pools = {{cluster.gpu, 40, {}, {}, {}}, {cluster.gpu, 56, 16, {}, {}}};
  const RackGrid grid = rack_grid(cluster, 600, 400);
  CHECK(gpus_of_node(grid, node_of(grid, 40)).end == 48);
  CHECK(gpus_of_node(grid, node_of(grid, 64)).end == 80);
  CHECK(node_of(grid, 95) == 4 + 4 + 2 - 1);
}

TEST_CASE("beside the racks the nearest point lies on the nearest rack, but for the gap between two") {
  const auto outside = [](double at, double begin, double length) {
    return std::max({0.0, begin - at, at - begin - length});
  };
  for (const Cluster& cluster : {cluster_of(25000, 8, 4), cluster_of(17, 72, 1), cluster_of(360, 8, 1)}) {
    const RackGrid grid = rack_grid(cluster, 460, 300);
    CAPTURE(grid.racks);
    for (double x = -50; x <= 500; x += 27.3)
      for (double y = -50; y <= 350; y += 13.7) {
        double nearest = std::numeric_limits<double>::max();
        for (std::int64_t rack = 0; rack < grid.racks; ++rack) {
          const PlanRect rect = rack_rect(grid, rack);
          nearest = std::min(nearest, std::hypot(outside(x, rect.x, rect.width), outside(y, rect.y, rect.height)));
        }
        const PlanPoint point = nearest_on_rack(grid, x, y);
        const double found = std::hypot(point.x - x, point.y - y);
        CAPTURE(x);
        CAPTURE(y);
        CHECK(found >= nearest - 1e-9);
        CHECK(found <= nearest + 0.12 * grid.rack_width + 1e-9);
        if (gpu_at(grid, x, y)) CHECK(found == 0);
      }
  }
}

TEST_CASE("among halls the nearest point is one of the nearest hall's") {
  Cluster cluster = cluster_of(4096, 8, 4);
  cluster.topology.hall.gpus = 1024;
  const RackGrid grid = rack_grid(cluster, 900, 700, 24);
  REQUIRE(grid.halls() == 4);
  for (std::int64_t hall = 0; hall < 4; ++hall) {
    const PlanRect rect = hall_rect(grid, hall);
    const PlanPoint near = nearest_on_rack(grid, rect.x + 1, rect.y + 1);  // in its title
    CHECK(near.x > rect.x);
    CHECK(near.y > rect.y + 20);
    CHECK(near.x < rect.x + rect.width / 2);
    CHECK(near.y < rect.y + rect.height / 2);
  }
}
