// What part of the cluster's plan is in view, and the moves that change it. A plain value; all functions are pure.
#pragma once

#include "render/cluster/grid/rack_grid.h"

namespace shardscope {

enum class RackColoring {
  stage,
  replica,
  tensor_group,
  context_group,
  expert_group,
  data_group,
  memory,
  link_load,
  power,
  domain,
  pool
};

struct RacksView {
  double zoom = 1;      // 1 shows the whole cluster
  double x = 0, y = 0;  // the plan's point in the upper left corner, as fractions of the plan
  RackColoring coloring = RackColoring::stage;

  bool operator==(const RacksView&) const = default;
};

/// A point of the view area (fractions of it, 0 to 1) as a fraction of the plan.
[[nodiscard]] PlanPoint plan_point(const RacksView& view, double area_x, double area_y);

/// The zoom at which one GPU is some 140 pixels wide; at least 1.
[[nodiscard]] double zoom_max(const RackGrid& grid);

/// Zooms by `factor`, keeping what lies under (area_x, area_y) where it is; stays within [1, limit] and on the plan.
[[nodiscard]] RacksView zoom_about(RacksView view, double area_x, double area_y, double factor, double limit);
/// Shows the whole cluster, coloured as before.
[[nodiscard]] RacksView whole_cluster(const RacksView& view);
/// Moves by fractions of the area, as dragging the plan does.
[[nodiscard]] RacksView pan(RacksView view, double area_dx, double area_dy);

}  // namespace shardscope
