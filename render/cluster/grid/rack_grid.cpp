#include "render/cluster/grid/rack_grid.h"

#include <algorithm>
#include <cmath>

#include "core/base/saturating.h"
#include "core/cluster/fabric.h"
#include "core/cluster/gpu_pool.h"
#include "core/cluster/rank_mapping.h"

namespace shardscope {

namespace {

constexpr std::int64_t rows_between_aisles = 2;
constexpr double aisle_of_rack_height = 0.45;
constexpr double gap_of_rack = 0.12;          // between racks, of the rack's width or height
constexpr std::int64_t gpu_columns_max = 12;  // a wider node is drawn in several rows
constexpr std::int64_t box_columns_tried = 64;

double aisles_above(std::int64_t row) {
  return static_cast<double>(row / rows_between_aisles);
}

/// How much of the area the racks cover with this many columns: their smaller side, larger is better.
double smaller_side(std::int64_t racks, std::int64_t columns, double width, double height) {
  const std::int64_t rows = divided_up(racks, columns);
  const double lines = static_cast<double>(rows) + aisle_of_rack_height * aisles_above(rows - 1);
  return std::min(width / static_cast<double>(columns), height / lines);
}

std::int64_t best_columns(std::int64_t racks, double width, double height) {
  // A square cell gives racks·side² = width·height; the best whole number lies near it.
  const double square = std::sqrt(static_cast<double>(racks) * width / height);
  const auto from = std::max<std::int64_t>(1, static_cast<std::int64_t>(square * 0.6));
  const auto to = std::min<std::int64_t>(racks, static_cast<std::int64_t>(square * 1.8) + 2);
  std::int64_t best = std::max<std::int64_t>(1, std::min(from, racks));
  for (std::int64_t columns = best; columns <= to; ++columns)
    if (smaller_side(racks, columns, width, height) > smaller_side(racks, best, width, height)) best = columns;
  return best;
}

struct Size {
  double width = 0, height = 0;
};

BoxGrid boxes_of(std::int64_t count, std::int64_t columns, const Size& area, double title) {
  BoxGrid boxes;
  boxes.columns = columns;
  boxes.rows = divided_up(count, columns);
  if (count > 1 && title > 0) boxes.gap = title * 0.5, boxes.margin = title * 0.5, boxes.title = title;
  boxes.width = (area.width + boxes.gap) / static_cast<double>(boxes.columns);
  boxes.height = (area.height + boxes.gap) / static_cast<double>(boxes.rows);
  return boxes;
}

/// What a box has for its content.
Size inside(const BoxGrid& boxes) {
  return {std::max(1.0, boxes.width - boxes.gap - 2 * boxes.margin),
          std::max(1.0, boxes.height - boxes.gap - boxes.title - boxes.margin)};
}

/// The number of columns with which racks, `racks_each` a box, come out largest.
BoxGrid best_boxes(std::int64_t count, std::int64_t racks_each, const Size& area, double title) {
  BoxGrid best = boxes_of(count, 1, area, title);
  double largest = 0;
  for (std::int64_t columns = 1; columns <= std::min(count, box_columns_tried); ++columns) {
    const BoxGrid boxes = boxes_of(count, columns, area, title);
    const Size room = inside(boxes);
    const double side =
        smaller_side(racks_each, best_columns(racks_each, room.width, room.height), room.width, room.height);
    if (side > largest * 1.001) best = boxes, largest = side;
  }
  return best;
}

PlanRect box_rect(const BoxGrid& boxes, std::int64_t box) {
  return {static_cast<double>(box % boxes.columns) * boxes.width,
          static_cast<double>(box / boxes.columns) * boxes.height, boxes.width - boxes.gap, boxes.height - boxes.gap};
}

/// The upper left corner of a hall's racks.
PlanRect racks_corner(const RackGrid& grid, std::int64_t hall) {
  PlanRect rect = hall_rect(grid, hall);
  rect.x += grid.hall_boxes.margin;
  rect.y += grid.hall_boxes.title;
  return rect;
}

NodeRun run_of(const RackGrid& grid, std::int64_t node_gpus) {
  NodeRun run;
  run.gpus = node_gpus;
  run.rows = divided_up(node_gpus, gpu_columns_max);
  run.columns = divided_up(node_gpus, run.rows);
  run.nodes = divided_up(grid.gpus_per_rack(), node_gpus);
  return run;
}

/// A run from each site's or pool's first rack on; none where all nodes have the cluster's size.
std::vector<NodeRun> runs_of_pools(const RackGrid& grid, const Cluster& cluster) {
  bool alike = true;
  for (std::size_t i = 0; i < cluster.pools.size(); ++i)
    alike = alike && node_size_of(cluster, i) == grid.gpus_per_node;
  if (alike) return {};
  std::vector<NodeRun> runs;
  const auto begin = [&](std::int64_t rack, std::int64_t gpu) {
    NodeRun run = run_of(grid, node_size_at(cluster, gpu));
    run.first_rack = rack;
    if (!runs.empty()) {
      const NodeRun& last = runs.back();
      const std::int64_t before = gpus_of_rack(grid, last.first_rack).first, end = gpus_of_rack(grid, rack - 1).end;
      run.first_node = last.first_node + divided_up(end - before, last.gpus);
    }
    runs.push_back(run);
  };
  for (const PoolRanks& part : pool_parts(cluster)) {
    std::int64_t rack = rack_of(grid, part.first_gpu);
    if (gpus_of_rack(grid, rack).first < part.first_gpu) ++rack;  // it begins among another pool's nodes
    const std::int64_t first = rack < grid.racks ? gpus_of_rack(grid, rack).first : grid.gpus;
    if (first < std::min(grid.gpus, part.first_gpu + part.gpus)) begin(rack, first);
  }
  return runs;
}

/// A point within a box's content, and which box; nothing between boxes.
struct InBox {
  std::int64_t box = 0;
  double x = 0, y = 0;
};
std::optional<InBox> box_at(const BoxGrid& boxes, std::int64_t count, double x, double y) {
  if (x < 0 || y < 0) return std::nullopt;
  const auto column = static_cast<std::int64_t>(x / boxes.width), row = static_cast<std::int64_t>(y / boxes.height);
  if (column >= boxes.columns || row * boxes.columns + column >= count) return std::nullopt;
  return InBox{row * boxes.columns + column, x - static_cast<double>(column) * boxes.width - boxes.margin,
               y - static_cast<double>(row) * boxes.height - boxes.title};
}

/// The rack of a node, and which of its nodes that is.
struct NodePlace {
  std::int64_t rack = 0, line = 0;
};
NodePlace place_of(const RackGrid& grid, std::int64_t node) {
  if (grid.node_runs.empty()) {
    const std::int64_t site = node / grid.nodes_per_site(), within = node % grid.nodes_per_site();
    return {site * grid.racks_per_site + within / grid.nodes_per_rack, within % grid.nodes_per_rack};
  }
  std::size_t i = grid.node_runs.size() - 1;
  while (i > 0 && grid.node_runs[i].first_node > node) --i;
  const NodeRun& run = grid.node_runs[i];
  return {run.first_rack + (node - run.first_node) / run.nodes, (node - run.first_node) % run.nodes};
}

GpuRange part_of_site(const RackGrid& grid, std::int64_t site, std::int64_t begin, std::int64_t count) {
  const GpuRange whole = gpus_of_site(grid, site);
  return {std::min(whole.first + begin, whole.end), std::min(whole.first + begin + count, whole.end)};
}

double outside(double at, double begin, double length) {
  return std::max({0.0, begin - at, at - begin - length});
}

double distance_to(const PlanRect& rect, double x, double y) {
  return std::hypot(outside(x, rect.x, rect.width), outside(y, rect.y, rect.height));
}

}  // namespace

RackGrid rack_units(const Cluster& cluster) {
  RackGrid grid;
  grid.gpus = std::max<std::int64_t>(1, cluster.gpus);
  grid.sites = std::clamp<std::int64_t>(cluster.sites.number, 1, grid.gpus);
  grid.gpus_per_site = gpus_of_site(cluster);
  grid.gpus_per_node = std::clamp<std::int64_t>(cluster.gpus_per_node, 1, grid.gpus_per_site);
  const std::int64_t nodes = grid.nodes_per_site();
  grid.nodes_per_rack = std::clamp<std::int64_t>(cluster.nodes_per_rack, 1, nodes);
  grid.racks_per_site = divided_up(nodes, grid.nodes_per_rack);
  grid.racks = grid.racks_per_site * grid.sites;
  const Topology& topology = cluster.topology;
  grid.halls_are_pods = !topology.hall.gpus && topology.pod.gpus;
  const std::optional<std::int64_t> hall = grid.halls_are_pods ? topology.pod.gpus : topology.hall.gpus;
  const std::int64_t rack = grid.gpus_per_rack();
  const std::int64_t racks = hall ? *hall / rack + (*hall % rack * 2 >= rack ? 1 : 0) : grid.racks_per_site;
  grid.racks_per_hall = std::clamp<std::int64_t>(racks, 1, grid.racks_per_site);
  grid.halls_per_site = divided_up(grid.racks_per_site, grid.racks_per_hall);
  const NodeRun node = run_of(grid, grid.gpus_per_node);
  grid.gpu_rows = node.rows, grid.gpu_columns = node.columns;
  grid.node_runs = runs_of_pools(grid, cluster);
  return grid;
}

RackGrid rack_grid(const Cluster& cluster, double width, double height, double title) {
  RackGrid grid = rack_units(cluster);
  const Size area{std::max(1.0, width), std::max(1.0, height)};
  grid.site_boxes = best_boxes(grid.sites, grid.racks_per_site, area, title);
  grid.hall_boxes = best_boxes(grid.halls_per_site, grid.racks_per_hall, inside(grid.site_boxes), title);
  const Size room = inside(grid.hall_boxes);
  grid.columns = best_columns(grid.racks_per_hall, room.width, room.height);
  grid.rows = divided_up(grid.racks_per_hall, grid.columns);
  grid.rack_width = room.width / static_cast<double>(grid.columns);
  grid.rack_height =
      room.height / (static_cast<double>(grid.rows) + aisle_of_rack_height * aisles_above(grid.rows - 1));
  grid.aisle = aisle_of_rack_height * grid.rack_height;
  return grid;
}

PlanRect site_rect(const RackGrid& grid, std::int64_t site) {
  return box_rect(grid.site_boxes, site);
}

PlanRect hall_rect(const RackGrid& grid, std::int64_t hall) {
  const PlanRect site = site_rect(grid, hall / grid.halls_per_site);
  PlanRect rect = box_rect(grid.hall_boxes, hall % grid.halls_per_site);
  rect.x += site.x + grid.site_boxes.margin;
  rect.y += site.y + grid.site_boxes.title;
  return rect;
}

PlanRect rack_rect(const RackGrid& grid, std::int64_t rack) {
  const std::int64_t hall = hall_of_rack(grid, rack);
  const std::int64_t within = rack - racks_of_hall(grid, hall).first;
  const std::int64_t row = within / grid.columns;
  const std::int64_t column = within % grid.columns;
  const PlanRect corner = racks_corner(grid, hall);
  return {corner.x + static_cast<double>(column) * grid.rack_width,
          corner.y + static_cast<double>(row) * grid.rack_height + aisles_above(row) * grid.aisle,
          grid.rack_width * (1 - gap_of_rack), grid.rack_height * (1 - gap_of_rack)};
}

NodeRun nodes_in_rack(const RackGrid& grid, std::int64_t rack) {
  if (grid.node_runs.empty()) return {0, 0, grid.gpus_per_node, grid.gpu_columns, grid.gpu_rows, grid.nodes_per_rack};
  std::size_t i = grid.node_runs.size() - 1;
  while (i > 0 && grid.node_runs[i].first_rack > rack) --i;
  return grid.node_runs[i];
}

std::vector<NodeRun> node_runs_of(const RackGrid& grid) {
  return grid.node_runs.empty() ? std::vector<NodeRun>{nodes_in_rack(grid, 0)} : grid.node_runs;
}

std::int64_t slot_of(const RackGrid& grid, std::int64_t gpu) {
  const std::int64_t rack = rack_of(grid, gpu);
  return (gpu - gpus_of_rack(grid, rack).first) % nodes_in_rack(grid, rack).gpus;
}

PlanRect node_rect(const RackGrid& grid, std::int64_t node) {
  const NodePlace place = place_of(grid, node);
  PlanRect rect = rack_rect(grid, place.rack);
  rect.height /= static_cast<double>(nodes_in_rack(grid, place.rack).nodes);
  rect.y += rect.height * static_cast<double>(place.line);
  return rect;
}

PlanRect gpu_rect(const RackGrid& grid, std::int64_t gpu) {
  PlanRect rect = node_rect(grid, node_of(grid, gpu));
  const std::int64_t slot = slot_of(grid, gpu);
  const NodeRun node = nodes_in_rack(grid, rack_of(grid, gpu));
  rect.width /= static_cast<double>(node.columns);
  rect.height /= static_cast<double>(node.rows);
  rect.x += rect.width * static_cast<double>(slot % node.columns);
  rect.y += rect.height * static_cast<double>(slot / node.columns);
  return rect;
}

std::int64_t node_of(const RackGrid& grid, std::int64_t gpu) {
  if (grid.node_runs.empty())
    return gpu / grid.gpus_per_site * grid.nodes_per_site() + gpu % grid.gpus_per_site / grid.gpus_per_node;
  const std::int64_t rack = rack_of(grid, gpu);
  const NodeRun run = nodes_in_rack(grid, rack);
  return run.first_node + (rack - run.first_rack) * run.nodes + (gpu - gpus_of_rack(grid, rack).first) / run.gpus;
}

std::int64_t rack_of(const RackGrid& grid, std::int64_t gpu) {
  return gpu / grid.gpus_per_site * grid.racks_per_site + gpu % grid.gpus_per_site / grid.gpus_per_rack();
}

std::int64_t hall_of_rack(const RackGrid& grid, std::int64_t rack) {
  return rack / grid.racks_per_site * grid.halls_per_site + rack % grid.racks_per_site / grid.racks_per_hall;
}

GpuRange gpus_of_site(const RackGrid& grid, std::int64_t site) {
  const std::int64_t first = site * grid.gpus_per_site;
  return {std::min(first, grid.gpus), std::min(first + grid.gpus_per_site, grid.gpus)};
}

GpuRange gpus_of_node(const RackGrid& grid, std::int64_t node) {
  const NodePlace place = place_of(grid, node);
  const std::int64_t gpus = nodes_in_rack(grid, place.rack).gpus;
  const GpuRange rack = gpus_of_rack(grid, place.rack);
  return {std::min(rack.first + place.line * gpus, rack.end), std::min(rack.first + (place.line + 1) * gpus, rack.end)};
}

GpuRange gpus_of_rack(const RackGrid& grid, std::int64_t rack) {
  return part_of_site(grid, rack / grid.racks_per_site, rack % grid.racks_per_site * grid.gpus_per_rack(),
                      grid.gpus_per_rack());
}

RackRange racks_of_hall(const RackGrid& grid, std::int64_t hall) {
  const std::int64_t site = hall / grid.halls_per_site, first = hall % grid.halls_per_site * grid.racks_per_hall;
  const std::int64_t begin = site * grid.racks_per_site;
  return {begin + first, begin + std::min(first + grid.racks_per_hall, grid.racks_per_site)};
}

GpuRange gpus_of_hall(const RackGrid& grid, std::int64_t hall) {
  const RackRange racks = racks_of_hall(grid, hall);
  return {gpus_of_rack(grid, racks.first).first, gpus_of_rack(grid, racks.end - 1).end};
}

std::optional<std::int64_t> gpu_at(const RackGrid& grid, double x, double y) {
  const std::optional<InBox> site = box_at(grid.site_boxes, grid.sites, x, y);
  if (!site) return std::nullopt;
  const std::optional<InBox> in_hall = box_at(grid.hall_boxes, grid.halls_per_site, site->x, site->y);
  if (!in_hall || in_hall->x < 0 || in_hall->y < 0) return std::nullopt;
  const auto column = static_cast<std::int64_t>(in_hall->x / grid.rack_width);
  const double bay = static_cast<double>(rows_between_aisles) * grid.rack_height + grid.aisle;  // two rows, an aisle
  const auto bays = static_cast<std::int64_t>(in_hall->y / bay);
  const double in_bay = in_hall->y - static_cast<double>(bays) * bay;
  const auto row_in_bay = static_cast<std::int64_t>(in_bay / grid.rack_height);
  if (column >= grid.columns || row_in_bay >= rows_between_aisles) return std::nullopt;
  const RackRange racks = racks_of_hall(grid, site->box * grid.halls_per_site + in_hall->box);
  const std::int64_t rack = racks.first + (bays * rows_between_aisles + row_in_bay) * grid.columns + column;
  if (rack >= racks.end) return std::nullopt;

  const PlanRect rect = rack_rect(grid, rack);
  const double across = (x - rect.x) / rect.width;
  const double down = (y - rect.y) / rect.height;
  if (across < 0 || across >= 1 || down < 0 || down >= 1) return std::nullopt;
  const NodeRun node = nodes_in_rack(grid, rack);
  const auto line = static_cast<std::int64_t>(down * static_cast<double>(node.nodes * node.rows));
  const auto slot_column = static_cast<std::int64_t>(across * static_cast<double>(node.columns));
  const std::int64_t slot = line % node.rows * node.columns + slot_column;
  if (slot >= node.gpus) return std::nullopt;
  const GpuRange gpus = gpus_of_rack(grid, rack);
  const std::int64_t gpu = gpus.first + line / node.rows * node.gpus + slot;
  return gpu < gpus.end ? std::optional(gpu) : std::nullopt;
}

PlanPoint nearest_on_rack(const RackGrid& grid, double x, double y) {
  std::int64_t hall = 0;
  for (std::int64_t h = 1; h < grid.halls(); ++h)
    if (distance_to(hall_rect(grid, h), x, y) < distance_to(hall_rect(grid, hall), x, y)) hall = h;
  const RackRange racks = racks_of_hall(grid, hall);
  PlanRect best = rack_rect(grid, racks.first);
  const double row_pitch = grid.rack_height + grid.aisle / 2;
  const auto near = [](double at, double pitch, std::int64_t count) {
    return std::clamp<std::int64_t>(static_cast<std::int64_t>(std::floor(at / pitch)), 0, count - 1);
  };
  const std::int64_t column = near(x - best.x, grid.rack_width, grid.columns);
  const std::int64_t row = near(y - best.y, row_pitch, grid.rows);
  for (std::int64_t r = std::max<std::int64_t>(0, row - 1); r <= std::min(grid.rows - 1, row + 1); ++r) {
    const std::int64_t rack = std::min(racks.first + r * grid.columns + column, racks.end - 1);
    if (const PlanRect rect = rack_rect(grid, rack); distance_to(rect, x, y) < distance_to(best, x, y)) best = rect;
  }
  return {std::clamp(x, best.x, best.x + best.width), std::clamp(y, best.y, best.y + best.height)};
}

}  // namespace shardscope
