#include "render/cluster/rack_failures.h"

#include <algorithm>

#include "render/cluster/racks.h"

namespace shardscope {

namespace {

constexpr float gpu_frame_from = 12;  // pixels of a GPU's width, from which each has a frame of its own
constexpr std::int64_t marks_max = 8000;

void frame(const PeerPlan& plan, const Rect& rect) {
  const float around = plan.theme.px(2);
  plan.draw.AddRect({rect.min.x - around, rect.min.y - around}, {rect.max.x + around, rect.max.y + around},
                    plan.theme.bad, 0, 0, plan.theme.px(2));
}

Rect on_screen(const PeerPlan& plan, const PlanRect& rect) {
  return screen_rect(plan.view, plan.area, rect);
}

void outline_range(const PeerPlan& plan, const GpuRange& range) {
  const RackGrid& grid = plan.grid;
  if (grid.sites > 1 && range.end - range.first >= grid.gpus_per_site)
    return frame(plan, on_screen(plan, site_rect(grid, range.first / grid.gpus_per_site)));
  const Rect first = on_screen(plan, gpu_rect(grid, range.first));
  const Rect last = on_screen(plan, gpu_rect(grid, range.end - 1));
  if (last.min.y < first.min.y || last.max.x < first.min.x) return;  // over several rows of racks
  frame(plan, {first.min, last.max});
}

/// A rack's cell has its nodes' GPUs side by side: the rail is one column of it.
void mark_rail(const PeerPlan& plan, const RailMark& rail) {
  const RackGrid& grid = plan.grid;
  const bool each = static_cast<float>(gpu_rect(grid, rail.gpus.first).width * plan.view.zoom) >= gpu_frame_from;
  std::int64_t left = marks_max;
  for (std::int64_t rack = rack_of(grid, rail.gpus.first); rack <= rack_of(grid, rail.gpus.end - 1); ++rack) {
    const Rect cell = on_screen(plan, rack_rect(grid, rack));
    if (!cell.overlaps(plan.area)) continue;
    if (--left < 0) return;
    const std::int64_t node = nodes_in_rack(grid, rack).gpus;
    if (rail.rail >= node) continue;
    if (!each) {
      const float share = (static_cast<float>(rail.rail) + 0.5F) / static_cast<float>(node);
      const float x = cell.min.x + cell.width() * share, half = std::max(0.75F, plan.theme.px(1));
      plan.draw.AddRectFilled({x - half, cell.min.y}, {x + half, cell.max.y}, plan.theme.bad);
      continue;
    }
    const GpuRange gpus = gpus_of_rack(grid, rack);
    for (std::int64_t gpu = gpus.first + rail.rail; gpu < std::min(gpus.end, rail.gpus.end); gpu += node)
      if (gpu >= rail.gpus.first) outline_gpu(plan, gpu, plan.theme.bad, plan.theme.px(2));
  }
}

}  // namespace

void outline_failed_links(const PeerPlan& plan, const FailureMarks* failures) {
  if (failures == nullptr) return;
  for (const GpuRange& range : failures->links) outline_range(plan, range);
  for (const RailMark& rail : failures->rails) mark_rail(plan, rail);
}

}  // namespace shardscope
