#include "render/cluster/racks.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/saturating.h"
#include "core/cluster/fabric.h"
#include "render/cluster/grid/rack_words.h"
#include "render/cluster/rack_boxes.h"
#include "render/cluster/rack_cells.h"
#include "render/cluster/rack_failures.h"
#include "render/cluster/rack_nodes.h"
#include "render/cluster/rack_peers.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

constexpr double gpu_pixels_min = 3.5;
constexpr double node_pixels_min = 2;
constexpr float gap_from_pixels = 5;    // smaller cells touch: a gap would take half of them
constexpr float group_from_pixels = 3;  // smaller tensor groups touch too, and show the mean of group and gap
constexpr float group_fade = 0.3F;      // how far that mean goes towards the ground

/// Racks of one hall whose rows and columns reach into the view.
struct VisibleRacks {
  std::int64_t first_row = 0, last_row = -1, first_column = 0, last_column = -1;
  [[nodiscard]] std::int64_t count() const { return (last_row - first_row + 1) * (last_column - first_column + 1); }
};

VisibleRacks visible_racks(const RackGrid& grid, const RacksView& view, const Rect& area, std::int64_t hall) {
  const PlanRect box = hall_rect(grid, hall);
  if (!screen_rect(view, area, box).overlaps(area)) return {};
  const PlanRect first = rack_rect(grid, racks_of_hall(grid, hall).first);
  const double left = view.x * area.width() - first.x;
  const double top = view.y * area.height() - first.y;
  const double right = left + area.width() / view.zoom;
  const double bottom = top + area.height() / view.zoom;
  const double row_pitch = grid.rack_height + grid.aisle / 2;  // an aisle after every second row
  const auto within = [](double at, double pitch, std::int64_t off, std::int64_t last) {
    return std::clamp<std::int64_t>(static_cast<std::int64_t>(std::floor(at / pitch)) + off, 0, last);
  };
  VisibleRacks visible;
  visible.first_column = within(left, grid.rack_width, 0, grid.columns - 1);
  visible.last_column = within(right, grid.rack_width, 0, grid.columns - 1);
  visible.first_row = within(top, row_pitch, -1, grid.rows - 1);
  visible.last_row = within(bottom, row_pitch, 1, grid.rows - 1);
  return visible;
}

std::int64_t racks_in_view(const RackGrid& grid, const RacksView& view, const Rect& area) {
  std::int64_t count = 0;
  for (std::int64_t hall = 0; hall < grid.halls(); ++hall) count += visible_racks(grid, view, area, hall).count();
  return count;
}

/// `wide` and `high`: the gaps right of it and below it, where it is larger than they need.
Rect parted(const Rect& cell, float wide, float high) {
  Rect inner = cell;
  if (cell.width() > gap_from_pixels) inner.max.x -= wide;
  if (cell.height() > (high > 0 ? group_from_pixels - 0.5F : gap_from_pixels)) inner.max.y -= high;
  return inner;
}

/// A number on a cell, which comes above all cells.
struct CellLabel {
  Rect cell;
  std::string words;
  ImU32 ink;
};

/// A node's GPUs in tensor groups: as many as lie side by side in it; 1 where a group has the whole node or more.
std::int64_t groups_in_node(std::int64_t node, std::int64_t tp) {
  return tp < node && node % tp == 0 ? node / tp : 1;
}

struct Painter {
  ImDrawList& draw;
  const Rect& area;
  const RackColors& colors;
  const RackTint& tint;
  const RacksView& view;
  const RackGrid& grid;
  const Theme& theme;
  PixelCanvas* canvas = nullptr;       // for the cells; without it they are shapes
  std::vector<CellLabel> labels = {};  // of what has been filled
  CellColumns columns = {};            // of a cell's stripes
  std::int64_t tp = 1;
  std::int64_t groups = 1;    // tensor groups side by side in a node
  bool groups_apart = false;  // with gaps between them; else their colour says that there are some
  bool striped = false;       // nodes in the mean colours of their pixels: their GPUs are more than shapes may be

  [[nodiscard]] Rect on_screen(const PlanRect& rect) const { return screen_rect(view, area, rect); }
  [[nodiscard]] std::int64_t key(std::int64_t gpu) const { return colors.key(gpu); }
  [[nodiscard]] bool ends_group(std::int64_t gpu) const { return (gpu + 1) % tp == 0; }
  /// `step`: which of the GPUs are asked whether they have stopped.
  void fill(const Rect& cell, std::int64_t color, const GpuRange& gpus, std::int64_t step, float wide = 1,
            float high = 1) {
    fill(parted(cell, wide, high), ink().of(color, gpus, step));
  }
  [[nodiscard]] CellInk ink() const { return {colors, tint, theme, groups > 1 && !groups_apart ? group_fade : 0}; }
  /// Many GPUs side by side, in as many stripes as there are pixels; without a canvas in their mean colour.
  void stripe(const Rect& cell, const GpuRange& gpus, std::int64_t step) {
    if (cell.width() <= 0) return;
    const float left = std::round(cell.min.x);
    const auto pixels = static_cast<std::size_t>(std::max(1.0F, std::round(cell.max.x) - left));
    stripe_colors(ink(), gpus, step, canvas != nullptr ? pixels : 1, columns);
    const std::vector<ImU32>& colors_of = columns.colors;
    if (colors_of.size() == 1) return fill(cell, colors_of.front());
    for (std::size_t i = 0, end = 0; i < colors_of.size(); i = end) {
      while (end < colors_of.size() && colors_of[end] == colors_of[i]) ++end;
      fill({{left + static_cast<float>(i), cell.min.y}, {left + static_cast<float>(end), cell.max.y}}, colors_of[i]);
    }
  }
  void fill(const Rect& rect, ImU32 ink) {
    if (canvas != nullptr)
      canvas->fill(rect, ink);
    else
      draw.AddRectFilled(rect.min, rect.max, ink);
  }
};

/// Neighbouring racks of one row as one cell. A single one shows its nodes below each other where a pixel is left for
/// each.
void paint_racks(Painter& painter, std::int64_t rack, std::int64_t count) {
  const GpuRange gpus{gpus_of_rack(painter.grid, rack).first, gpus_of_rack(painter.grid, rack + count - 1).end};
  if (gpus.first >= gpus.end) return;
  PlanRect cell = rack_rect(painter.grid, rack);
  cell.width += static_cast<double>(count - 1) * painter.grid.rack_width;
  const Rect whole = parted(painter.on_screen(cell), 1, 1);
  const NodeRun run = nodes_in_rack(painter.grid, rack);
  const std::int64_t node = run.gpus, step = count * node;
  const float line = whole.height() / static_cast<float>(run.nodes);
  if (count > 1 || line < 1 || painter.canvas == nullptr || painter.colors.run(gpus.first, gpus.end).end >= gpus.end)
    return painter.stripe(whole, gpus, step);
  float y = whole.min.y;
  for (std::int64_t first = gpus.first; first < gpus.end; first += node, y += line)
    painter.stripe({{whole.min.x, y}, {whole.max.x, y + line}}, {first, std::min(first + node, gpus.end)}, node);
}

/// Each node as one bar, split where its GPUs differ in colour; striped where these parts would be too many.
void paint_nodes(Painter& painter, std::int64_t rack) {
  const RackGrid& grid = painter.grid;
  const GpuRange gpus = gpus_of_rack(grid, rack);
  const std::int64_t node = nodes_in_rack(grid, rack).gpus;
  const double node_gpus = static_cast<double>(node);
  for (std::int64_t first = gpus.first; first < gpus.end; first += node) {
    const std::int64_t end = std::min(first + node, gpus.end);
    const PlanRect whole = node_rect(grid, node_of(grid, first));
    const float high = painter.ends_group(end - 1) ? 1.0F : 0.0F;
    if (painter.striped) {
      painter.stripe(parted(painter.on_screen(whole), 1, high), {first, end}, node);
      continue;
    }
    for (std::int64_t begin = first; begin < end;) {
      const std::int64_t color = painter.key(begin);
      std::int64_t stop = begin + 1;
      while (stop < end && painter.key(stop) == color) ++stop;
      PlanRect part = whole;
      part.x += whole.width * static_cast<double>(begin - first) / node_gpus;
      part.width = whole.width * static_cast<double>(stop - begin) / node_gpus;
      painter.fill(painter.on_screen(part), color, {begin, stop}, node, 1, high);
      begin = stop;
    }
  }
}

/// Lines down a rack between the tensor groups that share its nodes, drawn once for all nodes of the rack.
void part_groups(Painter& painter, std::int64_t rack) {
  const std::int64_t groups = groups_in_node(nodes_in_rack(painter.grid, rack).gpus, painter.tp);
  if (groups < 2 || !painter.groups_apart) return;
  const Rect cell = painter.on_screen(rack_rect(painter.grid, rack));
  const float step = cell.width() / static_cast<float>(groups);
  for (std::int64_t group = 1; group < groups; ++group) {
    const float x = std::round(cell.min.x + step * static_cast<float>(group));
    painter.fill({{x - 1, cell.min.y}, {x, cell.max.y}}, painter.theme.panel);
  }
}

void label_gpu(Painter& painter, const Rect& cell, std::int64_t gpu, std::int64_t color) {
  const Theme& theme = painter.theme;
  const std::string number = grouped(gpu);
  const float line = theme.face(TextRole::secondary).size;
  if (cell.width() < text_width(theme, TextRole::secondary, number) + theme.px(8) || cell.height() < line) return;
  painter.labels.push_back({cell, number, color < 0 ? theme.dim : readable_on(painter.colors.color(color))});
}

void write_labels(const Painter& painter) {
  const float half = painter.theme.face(TextRole::secondary).size / 2;
  for (const CellLabel& label : painter.labels)
    draw_text_centered(painter.draw, painter.theme, TextRole::secondary,
                       {label.cell.center().x, label.cell.center().y - half}, label.ink, label.words);
}

void paint_gpus(Painter& painter, std::int64_t rack) {
  const GpuRange gpus = gpus_of_rack(painter.grid, rack);
  for (std::int64_t gpu = gpus.first; gpu < gpus.end; ++gpu) {
    const Rect cell = painter.on_screen(gpu_rect(painter.grid, gpu));
    if (!cell.overlaps(painter.area)) continue;
    const std::int64_t color = painter.key(gpu);
    const bool parted = painter.groups > 1 && painter.ends_group(gpu);
    painter.fill(cell, color, {gpu, gpu + 1}, 1, parted ? std::max(painter.theme.px(3), cell.width() / 10) : 1.0F);
    label_gpu(painter, cell, gpu, color);
  }
}

/// `ground`: the boxes alone; else what is in them.
void paint_boxes(Painter& painter, std::int64_t rack, bool ground) {
  const NodeInk ink{painter.draw, painter.theme, painter.colors, painter.grid, painter.tint};
  const GpuRange gpus = gpus_of_rack(painter.grid, rack);
  const std::int64_t each = nodes_in_rack(painter.grid, rack).gpus;
  for (std::int64_t gpu = gpus.first; gpu < gpus.end; gpu += each) {
    const std::int64_t node = node_of(painter.grid, gpu);
    const Rect box = painter.on_screen(node_rect(painter.grid, node));
    if (box.overlaps(painter.area)) ground ? draw_node_ground(ink, box) : draw_node_content(ink, box, node);
  }
}

/// Of boxes what is in them: their grounds are there.
void paint_hall(Painter& painter, std::int64_t hall, RackDetail detail, std::int64_t merged) {
  const RackGrid& grid = painter.grid;
  const VisibleRacks visible = visible_racks(grid, painter.view, painter.area, hall);
  const RackRange racks = racks_of_hall(grid, hall);
  for (std::int64_t row = visible.first_row; row <= visible.last_row; ++row)
    for (std::int64_t column = visible.first_column; column <= visible.last_column; column += merged) {
      const std::int64_t rack = racks.first + row * grid.columns + column;
      if (rack >= racks.end) break;
      if (detail == RackDetail::boxes) paint_boxes(painter, rack, false);
      if (detail == RackDetail::gpus) paint_gpus(painter, rack);
      if (detail == RackDetail::nodes) paint_nodes(painter, rack);
      if (detail == RackDetail::racks)
        paint_racks(painter, rack, std::min({merged, racks.end - rack, visible.last_column - column + 1}));
      if (detail != RackDetail::gpus && detail != RackDetail::boxes && merged == 1) part_groups(painter, rack);
    }
}

void paint_box_grounds(Painter& painter) {
  for (std::int64_t hall = 0; hall < painter.grid.halls(); ++hall) {
    const VisibleRacks visible = visible_racks(painter.grid, painter.view, painter.area, hall);
    const RackRange racks = racks_of_hall(painter.grid, hall);
    for (std::int64_t row = visible.first_row; row <= visible.last_row; ++row)
      for (std::int64_t column = visible.first_column; column <= visible.last_column; ++column)
        if (const std::int64_t rack = racks.first + row * painter.grid.columns + column; rack < racks.end)
          paint_boxes(painter, rack, true);
  }
}

/// All that cells on a canvas depend on, beside their area; nothing where they have labels, which aren't on it.
std::vector<double> key_of_cells(const RacksView& view, const RacksMarks& marks, RackDetail detail,
                                 const Theme& theme) {
  if (marks.content == 0 || (detail != RackDetail::racks && detail != RackDetail::nodes)) return {};
  std::vector<double> key = {static_cast<double>(marks.content),
                             view.zoom,
                             view.x,
                             view.y,
                             static_cast<double>(view.coloring),
                             static_cast<double>(detail),
                             static_cast<double>(theme.px(1)),
                             static_cast<double>(colors_of(theme) >> 32U),
                             static_cast<double>(colors_of(theme) & 0xFFFFFFFFU)};
  for (const RankMoment& rank : marks.now) {
    key.push_back(static_cast<double>(index_of(rank.work)));
    if (view.coloring == RackColoring::memory) key.push_back(rank.held.value);
  }
  return key;
}

}  // namespace

RackGrid grid_for(const Report& report, const Rect& area, float title) {
  return rack_grid(report.scenario.cluster, area.width(), area.height(), title);
}

Rect screen_rect(const RacksView& view, const Rect& area, const PlanRect& plan) {
  const auto x = static_cast<float>((plan.x - view.x * area.width()) * view.zoom) + area.min.x;
  const auto y = static_cast<float>((plan.y - view.y * area.height()) * view.zoom) + area.min.y;
  return {{x, y}, {x + static_cast<float>(plan.width * view.zoom), y + static_cast<float>(plan.height * view.zoom)}};
}

RackDetail detail_for(const RackGrid& grid, const RacksView& view, const Rect& area, const Theme& theme) {
  const std::int64_t racks = racks_in_view(grid, view, area);
  if (nodes_show_gpus(theme, grid, view.zoom)) return RackDetail::boxes;
  const PlanRect rack = rack_rect(grid, 0);
  double gpu = std::max(rack.width, rack.height), node = rack.height;  // the smallest's shorter side, and height
  std::int64_t nodes = 1;
  for (const NodeRun& run : node_runs_of(grid)) {
    const double height = rack.height / static_cast<double>(run.nodes);
    gpu = std::min({gpu, rack.width / static_cast<double>(run.columns), height / static_cast<double>(run.rows)});
    node = std::min(node, height), nodes = std::max(nodes, run.nodes);
  }
  const bool gpus_show = gpu * view.zoom >= gpu_pixels_min;
  if (gpus_show && racks * grid.gpus_per_rack() <= rack_quads_max) return RackDetail::gpus;
  const bool nodes_show = node * view.zoom >= node_pixels_min;
  if (nodes_show && racks * nodes <= rack_quads_max) return RackDetail::nodes;
  return RackDetail::racks;
}

std::optional<std::int64_t> gpu_under(const RackGrid& grid, const RacksView& view, const Rect& area, float x, float y) {
  if (area.width() <= 0 || area.height() <= 0 || !area.contains({x, y})) return std::nullopt;
  const PlanPoint point = plan_point(view, (x - area.min.x) / area.width(), (y - area.min.y) / area.height());
  return gpu_at(grid, point.x * area.width(), point.y * area.height());
}

void draw_racks(ImDrawList& draw, const Rect& area, const Report& report, const RackGrid& grid, const RacksView& view,
                const RacksMarks& marks, const Theme& theme) {
  if (area.width() < 8 || area.height() < 8) return;
  const RackColors colors(report, view.coloring, theme, marks.now);
  const RackTint tint{marks.failures};
  Painter painter{draw, area, colors, tint, view, grid, theme};
  const bool side_by_side = colors.mapping().dense.stride[static_cast<std::size_t>(GroupKind::tp)] == 1;
  painter.tp = side_by_side ? std::max<std::int64_t>(1, report.scenario.plan.tp) : grid.gpus_per_node;
  const RackDetail detail = detail_for(grid, view, area, theme);
  draw.PushClipRect(area.min, area.max, true);
  const PeerPlan plan{draw, area, grid, view, theme};
  draw_box_grounds(plan);
  painter.groups = groups_in_node(grid.gpus_per_node, painter.tp);
  const std::int64_t visible = racks_in_view(grid, view, area);
  const std::int64_t drawn = visible * (detail == RackDetail::nodes ? grid.nodes_per_rack : 1);
  const double group_pixels = rack_rect(grid, 0).width * view.zoom / static_cast<double>(painter.groups);
  painter.groups_apart = detail == RackDetail::gpus || (static_cast<float>(group_pixels) >= group_from_pixels &&
                                                        drawn + visible * painter.groups <= rack_quads_max);
  painter.striped = detail == RackDetail::nodes && visible * grid.gpus_per_rack() > rack_quads_max;
  const std::int64_t merged = divided_up(visible, rack_quads_max);
  if (detail != RackDetail::boxes && theme.fonts.hatch >= 0) painter.canvas = marks.canvas;  // vectors have no pixels
  const bool painted =
      painter.canvas != nullptr && painter.canvas->begin(area, key_of_cells(view, marks, detail, theme));
  const bool lines = marks.lines && marks.hovered_gpu;
  if (detail == RackDetail::boxes) paint_box_grounds(painter);
  // Lines lie over cells, but under boxes, which have words.
  if (lines && detail == RackDetail::boxes) lead_to_peers(plan, report, colors.mapping(), *marks.hovered_gpu);
  for (std::int64_t hall = 0; !painted && hall < grid.halls(); ++hall)
    paint_hall(painter, hall, detail, std::max<std::int64_t>(1, merged));
  if (painter.canvas != nullptr) painter.canvas->show(draw);
  write_labels(painter);
  draw_box_titles(plan, report.scenario.cluster);
  outline_failed_links(plan, marks.failures);
  if (lines && detail != RackDetail::boxes) lead_to_peers(plan, report, colors.mapping(), *marks.hovered_gpu);
  if (marks.hovered_gpu) outline_groups(plan, colors.mapping(), *marks.hovered_gpu);
  if (marks.picked_gpu && *marks.picked_gpu < grid.gpus) outline_gpu(plan, *marks.picked_gpu, theme.text, theme.px(2));
  draw.PopClipRect();
}

std::string cell_words(const RackGrid& grid, RackDetail detail) {
  if (detail == RackDetail::racks) return "a cell is a rack of " + grouped(grid.gpus_per_rack()) + " GPUs";
  if (detail == RackDetail::nodes)
    return grid.node_runs.empty() ? "a bar is a node of " + grouped(grid.gpus_per_node) + " GPUs" : "a bar is a node";
  return "a cell is a GPU";
}

}  // namespace shardscope
