#include "render/search/plan_density.h"

#include <algorithm>
#include <cmath>

#include "render/text/axis_ink.h"
#include "render/text/format.h"
#include "render/text/text.h"

namespace shardscope {

namespace {

bool is_further_up(const LandscapePlan& a, const LandscapePlan& b, SearchGoal up) {
  const double of_a = figure_of(a.found, up).value_or(0), of_b = figure_of(b.found, up).value_or(0);
  if (of_a != of_b) return is_more_better(up) ? of_a > of_b : of_a < of_b;
  return a.found.choice < b.found.choice;
}

Rect cell_rect(const PlanDensity& density, const Rect& plot, int column, int row) {
  const DensityPlane& plane = density.plane;
  const auto x = [&](int i) {
    return std::round(plot.min.x + plot.width() * static_cast<float>(i) / static_cast<float>(plane.columns));
  };
  const auto y = [&](int i) {
    return std::round(plot.max.y - plot.height() * static_cast<float>(i) / static_cast<float>(plane.rows));
  };
  return {{x(column), y(row + 1)}, {x(column + 1), y(row)}};
}

}  // namespace

DensityCell* PlanDensity::cell(double x, double y) {
  if (!(x >= 0) || !(x <= 1) || !(y >= 0) || !(y <= 1)) return nullptr;
  const int column = std::min(static_cast<int>(x * plane.columns), plane.columns - 1);
  const int row = std::min(static_cast<int>(y * plane.rows), plane.rows - 1);
  return &cells[static_cast<std::size_t>(row) * static_cast<std::size_t>(plane.columns) +
                static_cast<std::size_t>(column)];
}

PlanDensity empty_density(const DensityPlane& plane) {
  PlanDensity density;
  density.plane = plane;
  density.cells.resize(static_cast<std::size_t>(plane.columns) * static_cast<std::size_t>(plane.rows));
  return density;
}

void add_plan(PlanDensity& density, const LandscapePlan& plan, bool lit) {
  const std::optional<double> across = figure_of(plan.found, density.plane.across);
  const std::optional<double> up = figure_of(plan.found, density.plane.up);
  if (!across || !up) return;
  DensityCell* cell = density.cell(density.plane.x.place(*across), density.plane.y.place(*up));
  if (cell == nullptr) return void(++density.beyond);
  const bool first_lit = lit && cell->lit == 0;
  const bool may_be_best = lit || cell->lit == 0;
  ++(lit ? cell->lit : cell->pale);
  density.most = std::max(density.most, lit ? cell->lit : cell->pale);
  if (cell->best == nullptr || first_lit || (may_be_best && is_further_up(plan, *cell->best, density.plane.up)))
    cell->best = &plan;
}

ImVec2 density_place(const DensityPlane& plane, const Rect& plot, double across, double up) {
  const double x = std::clamp(plane.x.place(across), 0.0, 1.0), y = std::clamp(plane.y.place(up), 0.0, 1.0);
  return {plot.min.x + plot.width() * static_cast<float>(x), plot.max.y - plot.height() * static_cast<float>(y)};
}

void draw_density_axes(ImDrawList& draw, const Theme& theme, const Rect& plot, const DensityPlane& plane) {
  const float line = text_height(theme, TextRole::secondary);
  for (const PlanTick& tick : plan_ticks(plane.y, plane.up, static_cast<int>(plot.height() / theme.px(36)))) {
    if (tick.place < -0.001 || tick.place > 1.001) continue;
    const float y = std::round(plot.max.y - plot.height() * static_cast<float>(tick.place));
    draw.AddRectFilled({plot.min.x, y}, {plot.max.x, y + 1}, theme.line);
    draw_text_right(draw, theme, TextRole::secondary, {plot.min.x - theme.px(7), y - line / 2}, axis_ink(theme.dim),
                    tick.label);
  }
  const std::string unit = unit_of_ticks(plane.x, plane.across);
  const float unit_width = text_width(theme, TextRole::secondary, unit);
  for (const PlanTick& tick : plan_ticks(plane.x, plane.across, static_cast<int>(plot.width() / theme.px(60)))) {
    if (tick.place < -0.001 || tick.place > 1.001) continue;
    const float x = std::round(plot.min.x + plot.width() * static_cast<float>(tick.place));
    draw.AddRectFilled({x, plot.min.y}, {x + 1, plot.max.y}, theme.line);
    const float half = text_width(theme, TextRole::secondary, tick.label) / 2;
    if (x + half < plot.max.x - unit_width - theme.px(8))
      draw_text_centered(draw, theme, TextRole::secondary, {x, plot.max.y + theme.px(4)}, axis_ink(theme.dim),
                         tick.label);
  }
  draw_text_right(draw, theme, TextRole::secondary, {plot.max.x, plot.max.y + theme.px(4)}, theme.dim, unit);
  draw_text(draw, theme, TextRole::secondary, {plot.min.x - theme.px(34), plot.min.y - line - theme.px(4)}, theme.dim,
            unit_of_ticks(plane.y, plane.up));
}

ImU32 density_color(const Theme& theme, std::uint32_t count, std::uint32_t most, bool lit) {
  const float share =
      most > 1 ? static_cast<float>(std::log1p(static_cast<double>(count)) / std::log1p(static_cast<double>(most))) : 1;
  return blend(theme.panel, lit ? theme.accent : theme.faint, 0.30F + 0.70F * std::clamp(share, 0.0F, 1.0F));
}

void draw_density(ImDrawList& draw, const Theme& theme, const Rect& plot, const PlanDensity& density) {
  for (int row = 0; row < density.plane.rows; ++row)
    for (int column = 0; column < density.plane.columns; ++column) {
      const DensityCell& cell = density.cells[static_cast<std::size_t>(row * density.plane.columns + column)];
      if (cell.lit == 0 && cell.pale == 0) continue;
      const bool lit = cell.lit > 0;
      const Rect at = cell_rect(density, plot, column, row);
      draw.AddRectFilled(at.min, at.max, density_color(theme, lit ? cell.lit : cell.pale, density.most, lit));
    }
}

const DensityCell* density_hit(const PlanDensity& density, const Rect& plot, ImVec2 pointer, float reach) {
  const DensityCell* nearest = nullptr;
  float least = reach;
  for (int row = 0; row < density.plane.rows; ++row)
    for (int column = 0; column < density.plane.columns; ++column) {
      const DensityCell& cell = density.cells[static_cast<std::size_t>(row * density.plane.columns + column)];
      if (cell.best == nullptr) continue;
      const ImVec2 at = cell_rect(density, plot, column, row).center();
      const float distance = std::hypot(at.x - pointer.x, at.y - pointer.y);
      if (distance < least) least = distance, nearest = &cell;
    }
  return nearest;
}

}  // namespace shardscope
