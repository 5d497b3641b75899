#include "render/cluster/rack_peers.h"

#include <algorithm>
#include <array>

#include "core/base/saturating.h"
#include "core/cluster/fabric.h"
#include "render/cluster/rack_nodes.h"
#include "render/cluster/racks.h"

namespace shardscope {

namespace {

constexpr std::int64_t members_outlined_max = 600, peer_lines_max = 40;
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
  if (!nodes_show_gpus(plan.theme, plan.grid, plan.view.zoom))
    return screen_rect(plan.view, plan.area, gpu_rect(plan.grid, gpu));
  return node_gpu_rect(plan.theme, nodes_in_rack(plan.grid, rack_of(plan.grid, gpu)), box, slot_of(plan.grid, gpu));
}

void outline_gpu(const PeerPlan& plan, std::int64_t gpu, ImU32 color, float thickness) {
  Rect cell = gpu_cell(plan, gpu);
  const float least = plan.theme.px(3);
  const float grow_x = std::max(0.0F, (least - cell.width()) / 2);
  const float grow_y = std::max(0.0F, (least - cell.height()) / 2);
  cell = {{cell.min.x - grow_x, cell.min.y - grow_y}, {cell.max.x + grow_x, cell.max.y + grow_y}};
  if (cell.overlaps(plan.area)) plan.draw.AddRect(cell.min, cell.max, color, 0, 0, thickness);
}

void outline_groups(const PeerPlan& plan, const RankMapping& mapping, std::int64_t gpu) {
  const std::int64_t rank = mapping.rank_on(gpu);
  if (rank < 0) return;
  for (const GroupKind kind : drawn_order) {
    const RankSet group = group_of(mapping, kind, rank);
    const std::int64_t size = group.size();
    if (size <= 1) continue;
    const ImU32 color = communication_color(plan.theme, kind);
    for (std::int64_t i = 0; i < size; i += divided_up(size, members_outlined_max))
      outline_gpu(plan, mapping.gpu_of(group.member(i)), color, plan.theme.px(1.5F));
  }
}

void lead_to_peers(const PeerPlan& plan, const Report& report, const RankMapping& mapping, std::int64_t gpu) {
  const std::int64_t rank = mapping.rank_on(gpu);
  if (rank < 0) return;
  const Fabric fabric = fabric_of(report.scenario.cluster);
  const ImVec2 from = gpu_cell(plan, gpu).center();
  for (const GroupKind kind : drawn_order) {
    const RankSet group = group_of(mapping, kind, rank);
    const std::int64_t size = group.size();
    for (std::int64_t i = 0; size > 1 && i < size; i += divided_up(size, peer_lines_max)) {
      const std::int64_t other = mapping.gpu_of(group.member(i));
      if (other == gpu) continue;
      const float far = distance_of(fabric, gpu, other);
      plan.draw.AddLine(from, gpu_cell(plan, other).center(),
                        with_alpha(communication_color(plan.theme, kind), 0.75F - 0.5F * far),
                        plan.theme.px(2.4F - 1.6F * far));
    }
  }
}

namespace {

/// The first rank on this GPU or after it; all of them where there is none.
std::int64_t first_rank_from(const RankMapping& mapping, std::int64_t gpu) {
  std::int64_t low = 0, high = mapping.dense.ranks;
  while (low < high) {
    const std::int64_t middle = low + (high - low) / 2;
    mapping.gpu_of(middle) < gpu ? low = middle + 1 : high = middle;
  }
  return low;
}

/// How many ranks of the set, of which only the runs [0, runs) in the order of strides vary, lie before `end`.
/// The ranks of a grid's group: one step of a run leads past all that the shorter strides reach.
std::int64_t ranks_before(std::span<const RankRun> runs, std::int64_t start, std::int64_t end) {
  std::int64_t count = 0, each = 1;
  for (const RankRun& run : runs) each *= run.count;
  for (std::size_t i = runs.size(); i-- > 0 && start < end;) {
    const RankRun& run = runs[i];
    each /= run.count;
    const std::int64_t whole = std::min((end - start - 1) / run.stride, run.count - 1);
    count += whole * each;  // those steps end before the next begins
    start += whole * run.stride;
  }
  return start < end ? count + 1 : count;
}

}  // namespace

std::vector<PeersAtLevel> peers_by_level(const RankMapping& mapping, const Fabric& fabric, GroupKind kind,
                                         std::int64_t rank) {
  return peers_by_level(mapping, fabric, group_of(mapping, kind, rank), rank);
}

std::vector<PeersAtLevel> peers_by_level(const RankMapping& mapping, const Fabric& fabric, const RankSet& group,
                                         std::int64_t rank) {
  std::vector<RankRun> runs(group.run.begin(), group.run.begin() + static_cast<std::ptrdiff_t>(group.runs));
  std::sort(runs.begin(), runs.end(), [](const RankRun& a, const RankRun& b) { return a.stride < b.stride; });
  const std::int64_t gpu = mapping.gpu_of(rank);
  std::int64_t first = gpu, end = gpu + 1, inside = 1;  // what the levels so far hold
  std::vector<PeersAtLevel> peers;
  for (const FabricLevel& level : fabric.levels()) {
    first = std::min(first, gpu / level.gpus * level.gpus);
    end = std::max(end, (gpu / level.gpus + 1) * level.gpus);
    const std::int64_t now = ranks_before(runs, group.start, first_rank_from(mapping, end)) -
                             ranks_before(runs, group.start, first_rank_from(mapping, first));
    if (now > inside) peers.push_back({level.kind, now - inside});
    inside = std::max(inside, now);
  }
  if (group.size() > inside && fabric.count > 0)
    peers.push_back({fabric.level[fabric.count - 1].kind, group.size() - inside});
  return peers;
}

}  // namespace shardscope
