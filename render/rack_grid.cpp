#include "render/rack_grid.h"

#include <algorithm>
#include <cmath>

namespace shardscope {

namespace {

constexpr std::int64_t rows_between_aisles = 2;
constexpr double aisle_of_rack_height = 0.45;
constexpr double gap_of_rack = 0.12;          // between racks, of the rack's width or height
constexpr std::int64_t gpu_columns_max = 12;  // a wider node is drawn in several rows

std::int64_t divide_up(std::int64_t a, std::int64_t b) {
  return (a + b - 1) / b;
}

double aisles_above(std::int64_t row) {
  return static_cast<double>(row / rows_between_aisles);
}

/// How much of the area the racks cover with this many columns: their smaller side, larger is better.
double smaller_side(std::int64_t racks, std::int64_t columns, double width, double height) {
  const std::int64_t rows = divide_up(racks, columns);
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

}  // namespace

RackGrid rack_grid(const Cluster& cluster, double width, double height) {
  RackGrid grid;
  width = std::max(1.0, width);
  height = std::max(1.0, height);
  grid.gpus = std::max<std::int64_t>(1, cluster.gpus);
  grid.gpus_per_node = std::clamp<std::int64_t>(cluster.gpus_per_node, 1, grid.gpus);
  const std::int64_t nodes = divide_up(grid.gpus, grid.gpus_per_node);
  grid.nodes_per_rack = std::clamp<std::int64_t>(cluster.nodes_per_rack, 1, nodes);
  grid.racks = divide_up(nodes, grid.nodes_per_rack);
  grid.columns = best_columns(grid.racks, width, height);
  grid.rows = divide_up(grid.racks, grid.columns);
  grid.gpu_rows = divide_up(grid.gpus_per_node, gpu_columns_max);
  grid.gpu_columns = divide_up(grid.gpus_per_node, grid.gpu_rows);
  grid.rack_width = width / static_cast<double>(grid.columns);
  grid.rack_height = height / (static_cast<double>(grid.rows) + aisle_of_rack_height * aisles_above(grid.rows - 1));
  grid.aisle = aisle_of_rack_height * grid.rack_height;
  return grid;
}

PlanRect rack_rect(const RackGrid& grid, std::int64_t rack) {
  const std::int64_t row = rack / grid.columns;
  const std::int64_t column = rack % grid.columns;
  return {static_cast<double>(column) * grid.rack_width,
          static_cast<double>(row) * grid.rack_height + aisles_above(row) * grid.aisle,
          grid.rack_width * (1 - gap_of_rack), grid.rack_height * (1 - gap_of_rack)};
}

PlanRect node_rect(const RackGrid& grid, std::int64_t node) {
  PlanRect rect = rack_rect(grid, node / grid.nodes_per_rack);
  rect.height /= static_cast<double>(grid.nodes_per_rack);
  rect.y += rect.height * static_cast<double>(node % grid.nodes_per_rack);
  return rect;
}

PlanRect gpu_rect(const RackGrid& grid, std::int64_t gpu) {
  PlanRect rect = node_rect(grid, gpu / grid.gpus_per_node);
  const std::int64_t slot = gpu % grid.gpus_per_node;
  rect.width /= static_cast<double>(grid.gpu_columns);
  rect.height /= static_cast<double>(grid.gpu_rows);
  rect.x += rect.width * static_cast<double>(slot % grid.gpu_columns);
  rect.y += rect.height * static_cast<double>(slot / grid.gpu_columns);
  return rect;
}

std::optional<std::int64_t> gpu_at(const RackGrid& grid, double x, double y) {
  if (x < 0 || y < 0) return std::nullopt;
  const auto column = static_cast<std::int64_t>(x / grid.rack_width);
  const double bay = static_cast<double>(rows_between_aisles) * grid.rack_height + grid.aisle;  // two rows, an aisle
  const auto bays = static_cast<std::int64_t>(y / bay);
  const double in_bay = y - static_cast<double>(bays) * bay;
  const auto row_in_bay = static_cast<std::int64_t>(in_bay / grid.rack_height);
  if (column >= grid.columns || row_in_bay >= rows_between_aisles) return std::nullopt;
  const std::int64_t rack = (bays * rows_between_aisles + row_in_bay) * grid.columns + column;
  if (rack >= grid.racks) return std::nullopt;

  const PlanRect rect = rack_rect(grid, rack);
  const double across = (x - rect.x) / rect.width;
  const double down = (y - rect.y) / rect.height;
  if (across < 0 || across >= 1 || down < 0 || down >= 1) return std::nullopt;
  const auto line = static_cast<std::int64_t>(down * static_cast<double>(grid.nodes_per_rack * grid.gpu_rows));
  const auto slot_column = static_cast<std::int64_t>(across * static_cast<double>(grid.gpu_columns));
  const std::int64_t node_in_rack = line / grid.gpu_rows;
  const std::int64_t slot = line % grid.gpu_rows * grid.gpu_columns + slot_column;
  if (slot >= grid.gpus_per_node) return std::nullopt;
  const std::int64_t gpu = (rack * grid.nodes_per_rack + node_in_rack) * grid.gpus_per_node + slot;
  return gpu < grid.gpus ? std::optional(gpu) : std::nullopt;
}

}  // namespace shardscope
