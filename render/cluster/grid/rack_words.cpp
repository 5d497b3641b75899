#include "render/cluster/grid/rack_words.h"

#include <vector>

#include "core/cluster/gpu_pool.h"
#include "core/cluster/rank_mapping.h"
#include "core/scenario/plan_counts.h"
#include "core/scenario/plan_schedule.h"
#include "render/text/format.h"

namespace shardscope {

GpuWords words_for_gpu(const Report& report, std::int64_t gpu) {
  const RackGrid grid = rack_units(report.scenario.cluster);
  const Plan& plan = report.scenario.plan;
  const RankMapping mapping = map_ranks(plan, report.scenario.cluster);
  GpuWords words;
  words.gpu = "GPU " + grouped(gpu);
  if (grid.sites > 1) words.place += "site " + grouped(gpu / grid.gpus_per_site) + ", ";
  words.place += "rack " + grouped(rack_of(grid, gpu)) + ", node " + grouped(node_of(grid, gpu)) + ", slot " +
                 grouped(slot_of(grid, gpu));
  if (is_mixed(report.scenario.cluster))
    words.place += "; pool " + grouped(static_cast<std::int64_t>(pool_of_gpu(report.scenario.cluster, gpu))) + ", " +
                   kind_of_gpu(report.scenario.cluster, gpu).title;
  const std::int64_t rank = mapping.rank_on(gpu);
  if (rank < 0) {
    words.role = "idle: the plan uses " + grouped(mapping.dense.ranks) + " of " + grouped(report.scenario.cluster.gpus);
    return words;
  }
  const Coordinates at = mapping.dense.coordinates(rank);
  const auto part = [&](GroupKind kind) { return at[static_cast<std::size_t>(kind)]; };
  words.role = counted_from_zero("stage", part(GroupKind::pp), plan.pp) + ", " +
               counted_from_zero("tensor", part(GroupKind::tp), plan.tp) + ", " +
               counted_from_zero("replica", part(GroupKind::dp), replicas_of(plan));
  if (plan.cp > 1) words.role += ", " + counted_from_zero("context", part(GroupKind::cp), plan.cp);
  if (plan.ep > 1) {
    const Coordinates expert = mapping.experts.coordinates(rank);
    words.role += ", " + counted_from_zero("expert", expert[static_cast<std::size_t>(GroupKind::ep)], plan.ep);
  }
  return words;
}

namespace {

/// A rank's layers in the order of its chunks; chunks that continue each other are one.
std::vector<LayerRange> layers_of(const Report& report, std::int64_t stage) {
  const Plan& plan = report.scenario.plan;
  std::vector<LayerRange> ranges;
  for (const std::size_t part : stages_of_rank(plan, stage, plan.pp, report.layout.size())) {
    if (part >= report.layout.size()) return {};
    const StageContent& content = report.layout[part];
    if (content.layers() <= 0) continue;
    if (!ranges.empty() && ranges.back().end == content.first_layer)
      ranges.back().end += content.layers();
    else
      ranges.push_back({content.first_layer, content.first_layer + content.layers()});
  }
  return ranges;
}

}  // namespace

std::string layers_words(const Report& report, std::int64_t stage) {
  if (stage < 0 || stage >= report.scenario.plan.pp || report.layout.empty()) return "";
  return layers_words(layers_of(report, stage));
}

std::string layers_words(std::span<const LayerRange> ranges) {
  constexpr std::size_t ranges_max = 10, shown_of_more = 4;
  if (ranges.empty()) return "no layers";
  const std::size_t shown = ranges.size() <= ranges_max ? ranges.size() : shown_of_more;
  std::string words;
  for (std::size_t i = 0; i < shown; ++i) {
    const LayerRange& range = ranges[i];
    words += (i > 0 ? ", " : "") + grouped(range.first);
    if (range.end > range.first + 1) words += " to " + grouped(range.end - 1);
  }
  if (shown < ranges.size()) words += " … " + grouped(ranges.back().end - 1);
  const bool single = ranges.size() == 1 && ranges.front().end == ranges.front().first + 1;
  return (single ? "layer " : "layers ") + words;
}

std::string hall_title(const RackGrid& grid, std::int64_t hall) {
  constexpr std::int64_t letters = 26;
  const std::string name = grid.halls_are_pods ? "Pod " : "Hall ";
  return grid.halls() <= letters ? name + static_cast<char>('A' + hall) : name + grouped(hall);
}

}  // namespace shardscope
