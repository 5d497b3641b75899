#include "render/rack_grid.h"

#include <doctest/doctest.h>

#include <algorithm>

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
