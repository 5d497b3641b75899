#include "render/cluster/rack_moment.h"

#include <algorithm>
#include <array>

#include "core/pipeline/timeline_index.h"
#include "render/cluster/rack_colors.h"
#include "render/gantt/view/gantt_palette.h"
#include "render/text/pass_name.h"

namespace shardscope {

namespace {

ImU32 waits_color(const Theme& theme) {
  return blend(theme.panel, theme.dim, 0.25F);
}

std::vector<ImU32> memory_shades(const Report& report, const Theme& theme, std::span<const RankMoment> now) {
  const Cluster& cluster = report.scenario.cluster;
  std::vector<ImU32> shades;
  std::int64_t first = 0;  // GPU of the pool
  for (std::size_t pool = 0; pool < std::max<std::size_t>(1, cluster.pools.size()); ++pool) {
    const Bytes capacity = capacity_at(report, first);
    for (const RankMoment& rank : now)
      shades.push_back(heat_color(theme, capacity.value > 0 ? rank.held / capacity : 0));
    if (!cluster.pools.empty()) first += cluster.pools[pool].gpus;
  }
  return shades;
}

}  // namespace

ImU32 heat_color(const Theme& theme, double share) {
  return share > 1 ? theme.bad : ordinal_color(theme, static_cast<float>(std::clamp(share, 0.0, 1.0)));
}

std::vector<ImU32> moment_shades(const Report& report, RackColoring coloring, const Theme& theme,
                                 std::span<const RankMoment> now) {
  const ImU32 waits = waits_color(theme);
  if (coloring == RackColoring::memory) return memory_shades(report, theme, now);
  std::vector<ImU32> shades;
  for (const RankMoment& rank : now) {
    const bool works = rank.work != BarKind::idle;
    if (coloring == RackColoring::power)
      shades.push_back(heat_color(theme, works ? 1 : 0));
    else
      shades.push_back(works ? bar_color(theme, rank.work) : waits);
  }
  return shades;
}

bool shows_work(RackColoring coloring) {
  return coloring != RackColoring::memory && coloring != RackColoring::power;
}

std::vector<LegendItem> moment_legend(const Report& report, const Theme& theme) {
  std::array<bool, bar_kinds> there = {};
  if (report.timeline && report.timeline->ranks > 0)  // every rank has passes of the same kinds
    for (const PassRecord& record : report.timeline->lane(0)) there[index_of(bar_kind_of(record.pass.kind))] = true;
  const std::vector<Seconds> redone = report.timeline ? report.timeline->recompute : std::vector<Seconds>();
  there[index_of(BarKind::recompute)] =
      std::any_of(redone.begin(), redone.end(), [](Seconds each) { return each.value > 0; });
  std::vector<LegendItem> items;
  for (const BarKind kind : {BarKind::forward, BarKind::recompute, BarKind::backward, BarKind::backward_weight})
    if (there[index_of(kind)])
      items.push_back(
          {name_of_work(kind).word, {}, bar_color(theme, kind), false, std::string(name_of_work(kind).help)});
  items.push_back({"waits", {}, waits_color(theme), false, std::string(name_of_work(BarKind::idle).help)});
  return items;
}

}  // namespace shardscope
