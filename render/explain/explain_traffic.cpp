#include "render/explain/explain_traffic.h"

#include "core/cluster/fabric.h"
#include "core/derivation/time_figures.h"
#include "core/inspect/time_lost.h"
#include "render/cluster/level_words.h"
#include "render/explain/explain_step.h"
#include "render/text/format.h"

namespace shardscope {

namespace {

constexpr std::string_view by_levels = "the bytes of each group's collectives, by the levels that they cross";

/// The field that says how fast a level's links are.
std::string speed_field(const Fabric& fabric, LevelKind level) {
  const FabricLevel* domain = fabric.find(LevelKind::domain);
  const FabricLevel* own = fabric.find(level);
  if (level == LevelKind::gpu) return "cluster.gpu.memory_bandwidth";
  if (level == LevelKind::sites) return "cluster.sites.bandwidth";
  const bool scales_up = level == LevelKind::domain ||
                         (level == LevelKind::node && (domain == nullptr || (own && own->gpus <= domain->gpus)));
  return scales_up ? "cluster.gpu.scale_up_bandwidth" : "cluster.scale_out_bandwidth";
}

/// The row of the step's time in which the kind's traffic stands as far as nothing hides it.
TimeLost lost_to(GroupKind kind) {
  switch (kind) {
    case GroupKind::tp:
      return TimeLost::tensor;
    case GroupKind::cp:
      return TimeLost::context;
    case GroupKind::ep:
      return TimeLost::expert;
    case GroupKind::pp:
      return TimeLost::pipeline;
    case GroupKind::dp:
      return TimeLost::gradients;
  }
  return TimeLost::other;
}

Explanation explain_load(const Report& report, const LevelLoad& level, std::string title, const std::string& bytes,
                         double load) {
  const Fabric fabric = fabric_of(report.scenario.cluster);
  const std::string share = format_percent(load).text();
  Explanation words{std::move(title),
                    share,
                    {"bytes sent per GPU and step / its share of those links per second / step",
                     bytes + " / " + format_bandwidth(level.capacity).text() + " / " +
                         format_seconds(report.time->step).text() + " = " + share},
                    std::string(by_levels),
                    {},
                    {"time.step_seconds", speed_field(fabric, level.level)}};
  if (report.scenario.plan.pp > 1) words.lines.emplace_back("of the pipeline rank whose GPUs send most over it");
  return words;
}

}  // namespace

Explanation explain_level(const Report& report, const LevelLoad& level) {
  std::string bytes;
  std::size_t kinds = 0;
  for (std::size_t kind = 0; kind < group_kinds; ++kind) {
    if (!(level.by_kind[kind].value > 0)) continue;
    bytes += (kinds++ > 0 ? " + " : "") + std::string(group_short(static_cast<GroupKind>(kind))) + " " +
             format_bytes(level.by_kind[kind]).text();
  }
  if (kinds > 1) bytes = "(" + bytes + ")";
  if (kinds == 0) bytes = format_bytes(Bytes{}).text();
  Explanation words =
      explain_load(report, level, level_title(fabric_of(report.scenario.cluster), level.level), bytes, level.load);
  words.lines.push_back("Units of " + grouped(level.gpus) + " GPUs; busy for " + format_seconds(level.busy).text() +
                        " of a step.");
  return words;
}

Explanation explain_level(const Report& report, const LevelLoad& level, GroupKind kind) {
  const Bytes bytes = level.by_kind[index_of(kind)];
  return explain_load(
      report, level,
      std::string(group_name(kind)) + " traffic, " + level_title(fabric_of(report.scenario.cluster), level.level),
      format_bytes(bytes).text(), bytes / level.capacity / report.time->step);
}

std::string communication_title(const Communication& row) {
  return (row.expert_rows ? "Expert rows" : std::string(group_name(row.kind))) + ": " +
         collective_words(entry_of(row.collective).name, row.way);
}

Explanation explain_communication(const Communication& row) {
  Explanation words{communication_title(row),
                    format_seconds(row.time).text(),
                    {"in groups of " + grouped(row.group_size) + " GPUs " + std::string(place_of(row.crosses)) + ", " +
                         format_bytes(row.bytes_per_gpu_per_step).text() + " per GPU and step",
                     format_seconds(row.time).text() + " in all, of which nothing hides " +
                         format_seconds(row.exposed).text() + ": " + hidden_words(row)},
                    "steps · latency + bytes / bandwidth of each collective; ring: Thakur et al. 2005",
                    {},
                    {time_lost_figure(lost_to(row.kind)), "plan." + std::string(kind_name(row))}};
  if (row.bus_bandwidth.value > 0 && row.algorithm_bandwidth.value > 0)
    words.lines.push_back("bus bandwidth, as nccl-tests count it: bytes of one / its time × " +
                          fixed(row.bus_bandwidth / row.algorithm_bandwidth, 2) + " = " +
                          format_bandwidth(row.algorithm_bandwidth).text() + " × " +
                          fixed(row.bus_bandwidth / row.algorithm_bandwidth, 2) + " = " +
                          format_bandwidth(row.bus_bandwidth).text());
  return words;
}

}  // namespace shardscope
