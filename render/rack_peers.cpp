#include "render/rack_peers.h"

#include <algorithm>

#include "core/cluster/fabric.h"
#include "render/rack_nodes.h"
#include "render/racks.h"

namespace shardscope {

namespace {

constexpr std::int64_t members_outlined_max = 600, lines_max = 40, members_counted_max = 65'536;
constexpr std::array<GroupKind, group_kinds> drawn_order = {GroupKind::dp, GroupKind::pp, GroupKind::ep, GroupKind::cp,
                                                            GroupKind::tp};

/// 0 for the nearest level, 1 for the farthest.
float distance_of(const Fabric& fabric, std::int64_t gpu, std::int64_t other) {
  const auto level = static_cast<float>(&common_level(fabric, gpu, other) - fabric.level.data());
  return fabric.count > 2 ? std::clamp((level - 1) / static_cast<float>(fabric.count - 2), 0.0F, 1.0F) : 0;
}

}  // namespace

Rect gpu_cell(const PeerPlan& plan, std::int64_t gpu) {
  const std::int64_t node = node_of(plan.grid, gpu);
  const Rect box = screen_rect(plan.view, plan.area, node_rect(plan.grid, node));
  if (!node_shows_gpus(plan.theme, plan.grid, box.width(), box.height()))
    return screen_rect(plan.view, plan.area, gpu_rect(plan.grid, gpu));
  return node_gpu_rect(plan.theme, plan.grid, box, gpu - gpus_of_node(plan.grid, node).first);
}

void outline_gpu(const PeerPlan& plan, std::int64_t gpu, ImU32 color, float thickness) {
  Rect cell = gpu_cell(plan, gpu);
  const float least = plan.theme.px(3);
  const float grow_x = std::max(0.0F, (least - cell.width()) / 2);
  const float grow_y = std::max(0.0F, (least - cell.height()) / 2);
  cell = {{cell.min.x - grow_x, cell.min.y - grow_y}, {cell.max.x + grow_x, cell.max.y + grow_y}};
  if (cell.overlaps(plan.area)) plan.draw.AddRect(cell.min, cell.max, color, 0, 0, thickness);
}

void light_groups(const PeerPlan& plan, const Report& report, const Placement& placement, std::int64_t gpu,
                  bool lines) {
  const std::int64_t rank = placement.rank_on(gpu);
  if (rank < 0) return;
  const Theme& theme = plan.theme;
  const Fabric fabric = fabric_of(report.scenario.cluster);
  const auto middle = [&](std::int64_t other) { return gpu_cell(plan, other).center(); };
  const ImVec2 from = middle(gpu);
  for (const GroupKind kind : drawn_order) {
    const RankSet group = group_of(placement, kind, rank);
    const std::int64_t size = group.size();
    if (size <= 1) continue;
    const ImU32 color = communication_color(theme, kind);
    const std::int64_t line_stride = std::max<std::int64_t>(1, size / lines_max);
    for (std::int64_t i = 0; lines && i < size; i += line_stride) {
      const std::int64_t other = placement.gpu_of(group.member(i));
      if (other == gpu) continue;
      const float far = distance_of(fabric, gpu, other);
      plan.draw.AddLine(from, middle(other), with_alpha(color, 0.75F - 0.5F * far), theme.px(2.4F - 1.6F * far));
    }
    const std::int64_t stride = std::max<std::int64_t>(1, size / members_outlined_max);
    for (std::int64_t i = 0; i < size; i += stride)
      outline_gpu(plan, placement.gpu_of(group.member(i)), color, theme.px(1.5F));
  }
}

std::vector<PeersAtLevel> peers_by_level(const Placement& placement, const Fabric& fabric, GroupKind kind,
                                         std::int64_t rank) {
  const RankSet group = group_of(placement, kind, rank);
  const std::int64_t size = group.size(), stride = std::max<std::int64_t>(1, size / members_counted_max);
  std::array<std::int64_t, level_kinds> counts = {};
  const std::int64_t gpu = placement.gpu_of(rank);
  for (std::int64_t i = 0; i < size; i += stride) {
    const std::int64_t other = placement.gpu_of(group.member(i));
    if (other == gpu) continue;
    ++counts[static_cast<std::size_t>(&common_level(fabric, gpu, other) - fabric.level.data())];
  }
  std::vector<PeersAtLevel> peers;
  for (std::size_t level = 0; level < fabric.count; ++level)
    if (counts[level] > 0) peers.push_back({fabric.level[level].kind, counts[level] * stride});
  return peers;
}

}  // namespace shardscope
