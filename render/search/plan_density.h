// Hundreds of thousands of plans in a plane of two figures: how many lie in each cell of a grid, those that count apart
// from the others, and the best of each. Plans are added as they come; drawing costs cells, not plans.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/plan_search/plan_landscape.h"
#include "render/search/plan_scale.h"
#include "render/text/rect.h"
#include "render/text/theme.h"

namespace shardscope {

/// The plane: what lies along it and up, and of how many cells it is.
struct DensityPlane {
  SearchGoal across = SearchGoal::memory, up = SearchGoal::throughput;
  PlanScale x, y;
  int columns = 1, rows = 1;

  bool operator==(const DensityPlane&) const = default;
};

struct DensityCell {
  std::uint32_t lit = 0, pale = 0;      // that count and are brushed; all others
  const LandscapePlan* best = nullptr;  // of the lit ones, or of all where none is: the one furthest up
};

struct PlanDensity {
  DensityPlane plane;
  std::vector<DensityCell> cells;  // row by row from below
  std::uint32_t most = 0;          // of a cell
  std::uint64_t beyond = 0;        // plans outside of the plane

  [[nodiscard]] DensityCell* cell(double x, double y);
};
[[nodiscard]] PlanDensity empty_density(const DensityPlane& plane);
/// `plan` outlives the density.
void add_plan(PlanDensity& density, const LandscapePlan& plan, bool lit);

/// Where a value lies in `plot`.
[[nodiscard]] ImVec2 density_place(const DensityPlane& plane, const Rect& plot, double across, double up);

/// Axes with their units, then the cells.
void draw_density_axes(ImDrawList& draw, const Theme& theme, const Rect& plot, const DensityPlane& plane);
void draw_density(ImDrawList& draw, const Theme& theme, const Rect& plot, const PlanDensity& density);
/// The cell with a plan under the pointer, or a nearest one within `reach`; null where there is none.
[[nodiscard]] const DensityCell* density_hit(const PlanDensity& density, const Rect& plot, ImVec2 pointer, float reach);

/// The colour of so many plans in a cell, of at most `most`.
[[nodiscard]] ImU32 density_color(const Theme& theme, std::uint32_t count, std::uint32_t most, bool lit);

}  // namespace shardscope
