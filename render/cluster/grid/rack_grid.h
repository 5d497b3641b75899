// render/cluster/grid: the plan of the machine room: where each GPU lies, what it is called there, and what part of the
// room is in view. In: a cluster, and where a person zoomed to. Out: rectangles and words as plain values. Nothing is
// drawn.
//
// Where every site, hall, rack, node and GPU of a cluster lies in its diagram, in closed form: nothing is stored per
// GPU. The plan is a machine room seen from above: sites beside each other, in them halls, in a hall racks side by side
// in rows, an aisle after every second row; in a rack its nodes one below the other, in a node its GPUs side by side.
// Sites and halls begin with a rack of their own.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/saturating.h"
#include "core/cluster/outage.h"
#include "core/scenario/parts/cluster.h"

namespace shardscope {

/// A rectangle of the plan, in pixels at zoom 1 from the plan's upper left corner.
struct PlanRect {
  double x = 0, y = 0, width = 0, height = 0;
};

/// A point of the plan, in such pixels; where a view says so (racks_view.h) as fractions of the plan.
struct PlanPoint {
  double x = 0, y = 0;
};

/// Boxes of one kind beside each other in rows, each with a line for its title and room around what is in it; nothing
/// of that where there is only one.
struct BoxGrid {
  std::int64_t columns = 1, rows = 1;
  double width = 0, height = 0;           // from one box to the next
  double gap = 0, margin = 0, title = 0;  // between boxes; around their content; of the title's line
};

/// Racks whose nodes have one size, from a rack on: one after the other in nodes of so many GPUs, in so many columns
/// and rows.
struct NodeRun {
  std::int64_t first_rack = 0, first_node = 0;
  std::int64_t gpus = 1, columns = 1, rows = 1;  // of a node
  std::int64_t nodes = 1;                        // of a rack
};

struct RackGrid {
  std::int64_t gpus = 0, gpus_per_node = 1, nodes_per_rack = 1;
  std::int64_t sites = 1, halls_per_site = 1;  // the last hall of a site may have fewer racks
  std::int64_t gpus_per_site = 0, racks_per_site = 0, racks_per_hall = 0;
  bool halls_are_pods = false;                 // where there are no halls, pods are drawn as such
  std::int64_t racks = 0;                      // of all sites
  std::int64_t columns = 1, rows = 1;          // of racks, in a hall
  std::int64_t gpu_columns = 1, gpu_rows = 1;  // of one node
  std::vector<NodeRun> node_runs;              // where pools have nodes of their own size; else all are alike
  BoxGrid site_boxes, hall_boxes;
  double rack_width = 0, rack_height = 0, aisle = 0;

  [[nodiscard]] std::int64_t gpus_per_rack() const { return gpus_per_node * nodes_per_rack; }
  [[nodiscard]] std::int64_t halls() const { return sites * halls_per_site; }
  [[nodiscard]] std::int64_t nodes_per_site() const { return divided_up(gpus_per_site, gpus_per_node); }
};

/// How many GPUs, nodes and racks each part has: what the functions that count take. Where they lie isn't set.
[[nodiscard]] RackGrid rack_units(const Cluster& cluster);

/// The grid whose racks fill width x height best, cells about square. `title` is the height of a hall's or site's title
/// line, 0 for none. All other arguments are taken as at least 1.
[[nodiscard]] RackGrid rack_grid(const Cluster& cluster, double width, double height, double title = 0);

[[nodiscard]] PlanRect site_rect(const RackGrid& grid, std::int64_t site);
[[nodiscard]] PlanRect hall_rect(const RackGrid& grid, std::int64_t hall);
[[nodiscard]] PlanRect rack_rect(const RackGrid& grid, std::int64_t rack);
[[nodiscard]] PlanRect node_rect(const RackGrid& grid, std::int64_t node);
[[nodiscard]] PlanRect gpu_rect(const RackGrid& grid, std::int64_t gpu);

/// What the nodes of a rack are like: of its first GPU's pool.
[[nodiscard]] NodeRun nodes_in_rack(const RackGrid& grid, std::int64_t rack);
/// All sizes of nodes that there are.
[[nodiscard]] std::vector<NodeRun> node_runs_of(const RackGrid& grid);
/// A GPU's place in its node.
[[nodiscard]] std::int64_t slot_of(const RackGrid& grid, std::int64_t gpu);

/// Numbers run through all sites.
[[nodiscard]] std::int64_t node_of(const RackGrid& grid, std::int64_t gpu);
[[nodiscard]] std::int64_t rack_of(const RackGrid& grid, std::int64_t gpu);
[[nodiscard]] std::int64_t hall_of_rack(const RackGrid& grid, std::int64_t rack);
[[nodiscard]] GpuRange gpus_of_node(const RackGrid& grid, std::int64_t node);
[[nodiscard]] GpuRange gpus_of_rack(const RackGrid& grid, std::int64_t rack);
/// Racks [first, end).
struct RackRange {
  std::int64_t first = 0, end = 0;
};
[[nodiscard]] RackRange racks_of_hall(const RackGrid& grid, std::int64_t hall);
[[nodiscard]] GpuRange gpus_of_hall(const RackGrid& grid, std::int64_t hall);
[[nodiscard]] GpuRange gpus_of_site(const RackGrid& grid, std::int64_t site);

/// The GPU at a point of the plan; none in an aisle, beside the racks or past the last GPU.
[[nodiscard]] std::optional<std::int64_t> gpu_at(const RackGrid& grid, double x, double y);

/// The point of a rack that is nearest to a point of the plan: of the nearest hall's racks; between two columns the
/// left one's.
[[nodiscard]] PlanPoint nearest_on_rack(const RackGrid& grid, double x, double y);

}  // namespace shardscope
