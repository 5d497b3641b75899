#include "render/racks.h"

#include <algorithm>
#include <cmath>

#include "render/format.h"
#include "render/text.h"

namespace shardscope {

namespace {

constexpr double gpu_pixels_min = 3.5;
constexpr double node_pixels_min = 2;
constexpr float gap_from_pixels = 5;    // smaller cells touch: a gap would take half of them
constexpr float group_from_pixels = 3;  // smaller tensor groups touch too, and show the mean of group and gap
constexpr float group_fade = 0.3F;      // how far that mean goes towards the ground

std::int64_t ranks_in(const Report& report) {
  const Plan& plan = report.scenario.plan;
  return plan.tp * plan.pp * plan.cp * plan.dp.value_or(1);
}

/// What two GPUs share when they have the same colour.
std::int64_t color_key(const Report& report, RackColoring coloring, std::int64_t gpu) {
  if (gpu >= ranks_in(report)) return -1;
  const RankCoordinates at = coordinates_of(gpu, report.scenario.plan);
  switch (coloring) {
    case RackColoring::stage:
      return at.pp;
    case RackColoring::replica:
      return at.dp;
    case RackColoring::tensor_group:
      return gpu / std::max<std::int64_t>(1, report.scenario.plan.tp);
  }
  return 0;
}

ImU32 key_color(const Report& report, RackColoring coloring, std::int64_t key, const Theme& theme) {
  if (key < 0) return theme.raised;
  constexpr int group_shades = 8;  // neighbouring groups differ; the eighth looks like the first again
  const Plan& plan = report.scenario.plan;
  switch (coloring) {
    case RackColoring::stage:
      return ordinal_color(theme, static_cast<int>(key), static_cast<int>(plan.pp));
    case RackColoring::replica:
      return ordinal_color(theme, static_cast<int>(key), static_cast<int>(plan.dp.value_or(1)));
    case RackColoring::tensor_group:
      return ordinal_color(theme, static_cast<int>(key * 3 % group_shades), group_shades);
  }
  return theme.raised;
}

/// The racks whose rows and columns reach into the view.
struct VisibleRacks {
  std::int64_t first_row = 0, last_row = 0, first_column = 0, last_column = 0;
  [[nodiscard]] std::int64_t count() const { return (last_row - first_row + 1) * (last_column - first_column + 1); }
};

VisibleRacks visible_racks(const RackGrid& grid, const RacksView& view, const Rect& area) {
  const double left = view.x * area.width();
  const double top = view.y * area.height();
  const double right = left + area.width() / view.zoom;
  const double bottom = top + area.height() / view.zoom;
  const double row_pitch = grid.rack_height + grid.aisle / 2;  // an aisle after every second row
  VisibleRacks visible;
  visible.first_column =
      std::clamp<std::int64_t>(static_cast<std::int64_t>(left / grid.rack_width), 0, grid.columns - 1);
  visible.last_column =
      std::clamp<std::int64_t>(static_cast<std::int64_t>(right / grid.rack_width), 0, grid.columns - 1);
  visible.first_row = std::clamp<std::int64_t>(static_cast<std::int64_t>(top / row_pitch) - 1, 0, grid.rows - 1);
  visible.last_row = std::clamp<std::int64_t>(static_cast<std::int64_t>(bottom / row_pitch) + 1, 0, grid.rows - 1);
  return visible;
}

/// `wide` and `high`: the gaps right of it and below it, where it is larger than they need.
void fill_cell(ImDrawList& draw, const Rect& cell, ImU32 color, float wide, float high) {
  Rect inner = cell;
  if (cell.width() > gap_from_pixels) inner.max.x -= wide;
  if (cell.height() > (high > 0 ? group_from_pixels - 0.5F : gap_from_pixels)) inner.max.y -= high;
  draw.AddRectFilled(inner.min, inner.max, color);
}

/// A node's GPUs in tensor groups: as many as lie side by side in it; 1 where a group has the whole node or more.
std::int64_t groups_in_node(const Report& report, const RackGrid& grid) {
  const std::int64_t tp = std::max<std::int64_t>(1, report.scenario.plan.tp);
  return tp < grid.gpus_per_node && grid.gpus_per_node % tp == 0 ? grid.gpus_per_node / tp : 1;
}

struct Painter {
  ImDrawList& draw;
  const Rect& area;
  const Report& report;
  const RacksView& view;
  const RackGrid& grid;
  const Theme& theme;
  std::int64_t quads_left = rack_quads_max;
  std::int64_t groups = 1;    // tensor groups side by side in a node
  bool groups_apart = false;  // with gaps between them; else their colour says that there are some

  [[nodiscard]] Rect on_screen(const PlanRect& rect) const { return screen_rect(grid, view, area, rect); }
  [[nodiscard]] std::int64_t key(std::int64_t gpu) const { return color_key(report, view.coloring, gpu); }
  [[nodiscard]] bool ends_group(std::int64_t gpu) const {
    return (gpu + 1) % std::max<std::int64_t>(1, report.scenario.plan.tp) == 0;
  }
  void fill(const Rect& cell, std::int64_t color, float wide = 1, float high = 1) {
    if (quads_left-- <= 0) return;
    const ImU32 ink = key_color(report, view.coloring, color, theme);
    const bool fades = groups > 1 && !groups_apart;
    fill_cell(draw, cell, fades ? blend(ink, theme.panel, group_fade) : ink, wide, high);
  }
};

/// Neighbouring racks of one row as one cell, in the colour of the GPU in their middle.
void paint_racks(Painter& painter, std::int64_t rack, std::int64_t count) {
  const std::int64_t first = rack * painter.grid.gpus_per_rack();
  const std::int64_t last = std::min((rack + count) * painter.grid.gpus_per_rack(), painter.grid.gpus) - 1;
  PlanRect cell = rack_rect(painter.grid, rack);
  cell.width += static_cast<double>(count - 1) * painter.grid.rack_width;
  painter.fill(painter.on_screen(cell), painter.key((first + last) / 2));
}

/// Each node as one bar, split where its GPUs differ in colour.
void paint_nodes(Painter& painter, std::int64_t rack) {
  const RackGrid& grid = painter.grid;
  for (std::int64_t slot = 0; slot < grid.nodes_per_rack; ++slot) {
    const std::int64_t node = rack * grid.nodes_per_rack + slot;
    const std::int64_t first = node * grid.gpus_per_node;
    if (first >= grid.gpus) return;
    const std::int64_t end = std::min(first + grid.gpus_per_node, grid.gpus);
    const PlanRect whole = node_rect(grid, node);
    for (std::int64_t begin = first; begin < end;) {
      const std::int64_t color = painter.key(begin);
      std::int64_t stop = begin + 1;
      while (stop < end && painter.key(stop) == color) ++stop;
      PlanRect part = whole;
      part.x += whole.width * static_cast<double>(begin - first) / static_cast<double>(grid.gpus_per_node);
      part.width = whole.width * static_cast<double>(stop - begin) / static_cast<double>(grid.gpus_per_node);
      painter.fill(painter.on_screen(part), color, 1, painter.ends_group(end - 1) ? 1.0F : 0.0F);
      begin = stop;
    }
  }
}

/// Lines down a rack between the tensor groups that share its nodes, drawn once for all nodes of the rack.
void part_groups(Painter& painter, std::int64_t rack) {
  if (painter.groups < 2 || !painter.groups_apart) return;
  const Rect cell = painter.on_screen(rack_rect(painter.grid, rack));
  const float step = cell.width() / static_cast<float>(painter.groups);
  for (std::int64_t group = 1; group < painter.groups && painter.quads_left-- > 0; ++group) {
    const float x = std::round(cell.min.x + step * static_cast<float>(group));
    painter.draw.AddRectFilled({x - 1, cell.min.y}, {x, cell.max.y}, painter.theme.panel);
  }
}

void label_gpu(Painter& painter, const Rect& cell, std::int64_t gpu, std::int64_t color) {
  const Theme& theme = painter.theme;
  const std::string rank = grouped(gpu);
  const float line = theme.face(TextRole::secondary).size;
  if (cell.width() < text_width(theme, TextRole::secondary, rank) + theme.px(8) || cell.height() < line) return;
  const ImU32 ink = color < 0 ? theme.dim : readable_on(key_color(painter.report, painter.view.coloring, color, theme));
  const bool two_lines = color >= 0 && cell.height() > 2.4F * line && cell.width() > theme.px(64);
  const float y = cell.center().y - (two_lines ? line : line / 2);
  draw_text_centered(painter.draw, theme, TextRole::secondary, {cell.center().x, y}, ink, rank);
  if (!two_lines) return;
  const RankCoordinates at = coordinates_of(gpu, painter.report.scenario.plan);
  draw_text_centered(painter.draw, theme, TextRole::secondary, {cell.center().x, y + line}, ink,
                     "stage " + grouped(at.pp));
}

void paint_gpus(Painter& painter, std::int64_t rack) {
  const RackGrid& grid = painter.grid;
  const std::int64_t first = rack * grid.gpus_per_rack();
  const std::int64_t end = std::min(first + grid.gpus_per_rack(), grid.gpus);
  for (std::int64_t gpu = first; gpu < end; ++gpu) {
    const Rect cell = painter.on_screen(gpu_rect(grid, gpu));
    if (!cell.overlaps(painter.area)) continue;
    const std::int64_t color = painter.key(gpu);
    const bool parted = painter.groups > 1 && painter.ends_group(gpu);
    painter.fill(cell, color, parted ? std::max(painter.theme.px(3), cell.width() / 10) : 1.0F);
    label_gpu(painter, cell, gpu, color);
  }
}

void outline(const Painter& painter, std::int64_t gpu, ImU32 color, float thickness) {
  Rect cell = painter.on_screen(gpu_rect(painter.grid, gpu));
  const float least = painter.theme.px(3);  // a group must show where a GPU is less than a pixel
  const float grow_x = std::max(0.0F, (least - cell.width()) / 2);
  const float grow_y = std::max(0.0F, (least - cell.height()) / 2);
  cell.min.x -= grow_x;
  cell.max.x += grow_x;
  cell.min.y -= grow_y;
  cell.max.y += grow_y;
  if (cell.overlaps(painter.area)) painter.draw.AddRect(cell.min, cell.max, color, 0, 0, thickness);
}

/// Lights the data, pipeline and tensor groups of a GPU; where a group is large, evenly chosen members.
void light_groups(const Painter& painter, std::int64_t gpu) {
  constexpr std::int64_t members_max = 600;
  const Plan& plan = painter.report.scenario.plan;
  const Theme& theme = painter.theme;
  if (gpu >= ranks_in(painter.report)) return;
  const RankCoordinates at = coordinates_of(gpu, plan);
  const auto each = [&](std::int64_t size, ImU32 color, std::int64_t RankCoordinates::*dimension) {
    const std::int64_t stride = std::max<std::int64_t>(1, size / members_max);
    for (std::int64_t i = 0; i < size; i += stride) {
      RankCoordinates peer = at;
      peer.*dimension = i;
      outline(painter, rank_of(peer, plan), color, theme.px(1.5F));
    }
  };
  each(plan.dp.value_or(1), theme.data, &RankCoordinates::dp);
  each(plan.pp, theme.pipeline, &RankCoordinates::pp);
  each(plan.tp, theme.tensor, &RankCoordinates::tp);
}

}  // namespace

RackGrid grid_for(const Report& report, const Rect& area) {
  return rack_grid(report.scenario.cluster, area.width(), area.height());
}

Rect screen_rect(const RackGrid&, const RacksView& view, const Rect& area, const PlanRect& plan) {
  const auto x = static_cast<float>((plan.x - view.x * area.width()) * view.zoom) + area.min.x;
  const auto y = static_cast<float>((plan.y - view.y * area.height()) * view.zoom) + area.min.y;
  return {{x, y}, {x + static_cast<float>(plan.width * view.zoom), y + static_cast<float>(plan.height * view.zoom)}};
}

RackDetail detail_for(const RackGrid& grid, const RacksView& view, const Rect& area) {
  const std::int64_t racks = visible_racks(grid, view, area).count();
  const PlanRect gpu = gpu_rect(grid, 0);
  const PlanRect node = node_rect(grid, 0);
  const bool gpus_show = std::min(gpu.width, gpu.height) * view.zoom >= gpu_pixels_min;
  if (gpus_show && racks * grid.gpus_per_rack() <= rack_quads_max) return RackDetail::gpus;
  const bool nodes_show = node.height * view.zoom >= node_pixels_min;
  if (nodes_show && racks * grid.nodes_per_rack <= rack_quads_max) return RackDetail::nodes;
  return RackDetail::racks;
}

std::optional<std::int64_t> gpu_under(const Report& report, const RacksView& view, const Rect& area, float x, float y) {
  if (area.width() <= 0 || area.height() <= 0 || !area.contains({x, y})) return std::nullopt;
  const PlanPoint point = plan_point(view, (x - area.min.x) / area.width(), (y - area.min.y) / area.height());
  return gpu_at(grid_for(report, area), point.x * area.width(), point.y * area.height());
}

std::optional<ImU32> gpu_color(const Report& report, const RacksView& view, std::int64_t gpu, const Theme& theme) {
  const std::int64_t key = color_key(report, view.coloring, gpu);
  return key < 0 ? std::nullopt : std::optional(key_color(report, view.coloring, key, theme));
}

void draw_racks(ImDrawList& draw, const Rect& area, const Report& report, const RacksView& view,
                const RacksMarks& marks, const Theme& theme) {
  if (area.width() < 8 || area.height() < 8) return;
  const RackGrid grid = grid_for(report, area);
  Painter painter{draw, area, report, view, grid, theme};
  const VisibleRacks visible = visible_racks(grid, view, area);
  const RackDetail detail = detail_for(grid, view, area);
  draw.PushClipRect(area.min, area.max, true);
  painter.groups = groups_in_node(report, grid);
  const std::int64_t drawn = visible.count() * (detail == RackDetail::nodes ? grid.nodes_per_rack : 1);
  const double group_pixels = rack_rect(grid, 0).width * view.zoom / static_cast<double>(painter.groups);
  painter.groups_apart = detail == RackDetail::gpus || (static_cast<float>(group_pixels) >= group_from_pixels &&
                                                        drawn + visible.count() * painter.groups <= rack_quads_max);
  const std::int64_t merged = (visible.count() + rack_quads_max - 1) / rack_quads_max;
  for (std::int64_t row = visible.first_row; row <= visible.last_row; ++row)
    for (std::int64_t column = visible.first_column; column <= visible.last_column; column += merged) {
      const std::int64_t rack = row * grid.columns + column;
      if (rack >= grid.racks) break;
      if (detail == RackDetail::gpus) paint_gpus(painter, rack);
      if (detail == RackDetail::nodes) paint_nodes(painter, rack);
      if (detail == RackDetail::racks)
        paint_racks(painter, rack, std::min({merged, grid.racks - rack, visible.last_column - column + 1}));
      if (detail != RackDetail::gpus && merged == 1) part_groups(painter, rack);
    }
  if (marks.hovered_gpu) light_groups(painter, *marks.hovered_gpu);
  if (marks.picked_gpu && *marks.picked_gpu < grid.gpus) outline(painter, *marks.picked_gpu, theme.text, theme.px(2));
  draw.PopClipRect();
}

GpuWords words_for_gpu(const Report& report, std::int64_t gpu) {
  const Cluster& cluster = report.scenario.cluster;
  const Plan& plan = report.scenario.plan;
  const std::int64_t per_node = std::max<std::int64_t>(1, cluster.gpus_per_node);
  const std::int64_t node = gpu / per_node;
  GpuWords words;
  words.place = "GPU " + grouped(gpu) + ": rack " + grouped(node / std::max<std::int64_t>(1, cluster.nodes_per_rack)) +
                ", node " + grouped(node) + ", slot " + grouped(gpu % per_node);
  if (gpu >= ranks_in(report)) {
    words.role = "idle: the plan uses " + grouped(ranks_in(report)) + " of " + grouped(cluster.gpus);
    return words;
  }
  const RankCoordinates at = coordinates_of(gpu, plan);
  words.role = "stage " + grouped(at.pp) + " of " + grouped(plan.pp) + ", tensor " + grouped(at.tp) + " of " +
               grouped(plan.tp) + ", replica " + grouped(at.dp) + " of " + grouped(plan.dp.value_or(1));
  if (plan.cp > 1) words.role += ", context " + grouped(at.cp) + " of " + grouped(plan.cp);
  return words;
}

}  // namespace shardscope
