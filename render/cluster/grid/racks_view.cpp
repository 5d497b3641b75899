#include "render/cluster/grid/racks_view.h"

#include <algorithm>

namespace shardscope {

namespace {

constexpr double gpu_width_max = 140;

RacksView on_plan(RacksView view) {
  const double farthest = 1 - 1 / view.zoom;  // of its first corner, in shares of the plan
  view.x = std::clamp(view.x, 0.0, farthest);
  view.y = std::clamp(view.y, 0.0, farthest);
  return view;
}

}  // namespace

PlanPoint plan_point(const RacksView& view, double area_x, double area_y) {
  return {view.x + area_x / view.zoom, view.y + area_y / view.zoom};
}

double zoom_max(const RackGrid& grid) {
  return std::max(1.0, gpu_width_max / gpu_rect(grid, 0).width);
}

RacksView zoom_about(RacksView view, double area_x, double area_y, double factor, double limit) {
  const PlanPoint fixed = plan_point(view, area_x, area_y);
  view.zoom = std::clamp(view.zoom * factor, 1.0, std::max(1.0, limit));
  view.x = fixed.x - area_x / view.zoom;
  view.y = fixed.y - area_y / view.zoom;
  return on_plan(view);
}

RacksView whole_cluster(const RacksView& view) {
  RacksView whole;
  whole.coloring = view.coloring;
  return whole;
}

RacksView pan(RacksView view, double area_dx, double area_dy) {
  view.x -= area_dx / view.zoom;
  view.y -= area_dy / view.zoom;
  return on_plan(view);
}

}  // namespace shardscope
