#include "render/explain/explain_gpu.h"

#include <string>

#include "core/cluster/fabric.h"
#include "render/cluster/grid/rack_words.h"
#include "render/cluster/level_words.h"
#include "render/cluster/rack_colors.h"
#include "render/cluster/racks.h"
#include "render/text/format.h"

namespace shardscope {

namespace {

/// "Tensor, ring: 7 in the node; 241 GB in 799 ms, 12 % hidden".
std::string peers_line(const GroupTraffic& traffic, const std::vector<PeersAtLevel>& peers) {
  return collective_words(traffic.expert_rows ? "Expert rows" : group_name(traffic.kind), traffic.way) + ": " +
         peers_words(peers) + "; " + format_bytes(traffic.bytes).text() + " in " + format_seconds(traffic.time).text() +
         ", " + hidden_words(traffic.hidden);
}

}  // namespace

Explanation explain_gpu(const Report& report, std::int64_t gpu) {
  const GpuWords place = words_for_gpu(report, gpu);
  const RankMapping mapping = map_ranks(report.scenario.plan, report.scenario.cluster);
  const Fabric fabric = fabric_of(report.scenario.cluster);
  Explanation words;
  words.title = place.gpu;
  words.lines.push_back(place.place);
  words.lines.push_back(place.role);
  const std::int64_t rank = mapping.rank_on(gpu);
  if (rank < 0) {
    words.lines.emplace_back("The plan's degrees multiply to fewer GPUs than the cluster has: it works on nothing.");
    return words;
  }
  const std::int64_t stage = stage_of_gpu(mapping, gpu);
  words.lines.back() = "rank " + grouped(rank) + ": " + words.lines.back();
  std::string holds = layers_words(report, stage);
  if (stage < static_cast<std::int64_t>(report.memory.stages.size()))
    holds += ", holds " + format_bytes(report.memory.stages[static_cast<std::size_t>(stage)].total).text() + " of " +
             format_bytes(capacity_at(report, gpu)).text();
  if (!holds.empty()) words.lines.push_back(holds);
  Bytes sent;
  for (const GroupTraffic& traffic : traffic_of_rank(report, stage, gpu)) {
    sent += traffic.bytes;
    words.lines.push_back(
        peers_line(traffic, peers_by_level(mapping, fabric,
                                           traffic.expert_rows ? expert_tensor_group_of(mapping, rank)
                                                               : group_of(mapping, traffic.kind, rank),
                                           rank)));
  }
  if (sent.value > 0) words.value = format_bytes(sent).text() + " sent per step";
  words.source = "ranks in the order " + text_of(mapping.dense.order);
  if (report.time)
    words.source += "; what is hidden as on stage " + grouped(report.time->critical_rank) + ", the busiest";
  words.source += "; a ring of g sends (g−1)/g of its bytes: Thakur et al. 2005";
  return words;
}

}  // namespace shardscope
