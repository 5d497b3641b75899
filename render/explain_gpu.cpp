#include "render/explain_gpu.h"

#include <string>
#include <string_view>

#include "render/explain_step.h"
#include "render/format.h"
#include "render/racks.h"

namespace shardscope {

namespace {

std::string_view name_of(GroupKind kind) {
  switch (kind) {
    case GroupKind::tp:
      return "Tensor";
    case GroupKind::cp:
      return "Context";
    case GroupKind::ep:
      return "Expert";
    case GroupKind::dp:
      return "Data";
    case GroupKind::pp:
      return "Pipeline";
  }
  return "";
}

/// "Tensor: 8 GPUs in one node, all-reduce, 4.3 TB in 5.1 s".
std::string group_words(const Communication& traffic) {
  return std::string(name_of(traffic.kind)) + ": " + grouped(traffic.group_size) + " GPUs " +
         std::string(place_of(traffic.crosses)) + ", " + std::string(traffic.collective) + ", " +
         format_bytes(traffic.bytes_per_gpu_per_step).text() + " in " + format_seconds(traffic.time).text();
}

}  // namespace

Explanation explain_gpu(const Report& report, std::int64_t gpu) {
  const GpuWords place = words_for_gpu(report, gpu);
  Explanation words;
  words.title = place.place;
  words.lines.push_back(place.role);
  const Plan& plan = report.scenario.plan;
  if (gpu >= plan.tp * plan.pp * plan.cp * plan.dp.value_or(1)) {
    words.lines.emplace_back("The plan's degrees multiply to fewer GPUs than the cluster has: it works on nothing.");
    return words;
  }
  Bytes sent;
  for (const Communication& traffic : report.communication) sent = sent + traffic.bytes_per_gpu_per_step;
  if (!report.communication.empty()) {
    words.value = format_bytes(sent).text() + " sent a step";
    words.lines.push_back(report.time && plan.pp > 1 ? "A step sends to each group, counted on stage " +
                                                           grouped(report.time->critical_rank) + ", the busiest:"
                                                     : std::string("A step sends to each group:"));
  }
  for (const Communication& traffic : report.communication) words.lines.push_back(group_words(traffic));
  words.source = "ranks in Megatron's order tp-cp-dp-pp; a ring of g sends (g−1)/g of its bytes: Thakur et al. 2005";
  return words;
}

}  // namespace shardscope
