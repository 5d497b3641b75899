// Where every rack, node and GPU of a cluster lies in its diagram, in closed form: nothing is stored per GPU.
// The plan is a machine room seen from above: racks side by side in rows, an aisle after every second row; in a rack
// its nodes one below the other, in a node its GPUs side by side.
#pragma once

#include <cstdint>
#include <optional>

#include "core/scenario/cluster.h"

namespace shardscope {

/// A rectangle of the plan, in pixels at zoom 1 from the plan's upper left corner.
struct PlanRect {
  double x = 0, y = 0, width = 0, height = 0;
};

struct RackGrid {
  std::int64_t gpus = 0, gpus_per_node = 1, nodes_per_rack = 1;
  std::int64_t racks = 0, columns = 1, rows = 1;
  std::int64_t gpu_columns = 1, gpu_rows = 1;  // of one node
  double rack_width = 0, rack_height = 0, aisle = 0;

  [[nodiscard]] std::int64_t gpus_per_rack() const { return gpus_per_node * nodes_per_rack; }
};

/// The grid whose racks fill width x height best, cells about square. All arguments are taken as at least 1.
[[nodiscard]] RackGrid rack_grid(const Cluster& cluster, double width, double height);

[[nodiscard]] PlanRect rack_rect(const RackGrid& grid, std::int64_t rack);
[[nodiscard]] PlanRect node_rect(const RackGrid& grid, std::int64_t node);
[[nodiscard]] PlanRect gpu_rect(const RackGrid& grid, std::int64_t gpu);

/// The GPU at a point of the plan; none in an aisle, beside the racks or past the last GPU.
[[nodiscard]] std::optional<std::int64_t> gpu_at(const RackGrid& grid, double x, double y);

}  // namespace shardscope
