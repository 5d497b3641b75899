#include "render/cluster/level_words.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/cluster/collectives.h"
#include "core/cluster/gpu_pool.h"
#include "core/evaluate/pools.h"
#include "core/fields/fields.h"
#include "render/text/format.h"

namespace shardscope {

namespace {

/// The degree that makes the groups of a kind, which are called as it is.
const Field& degree_of(GroupKind kind) {
  return *find_field("plan." + std::string(name_of(kind)));
}

constexpr std::array<std::string_view, level_kinds> level_places =
    std::to_array<std::string_view>({"on the GPU", "in the scale-up domain", "in the node", "in the rack", "in the pod",
                                     "in the hall", "in the site", "on other sites"});

}  // namespace

std::string_view group_name(GroupKind kind) {
  return degree_of(kind).label;
}

std::string_view group_short(GroupKind kind) {
  return degree_of(kind).brief;
}

std::string_view level_place(LevelKind level) {
  return level_places[static_cast<std::size_t>(level)];
}

std::string level_title(const Fabric& fabric, LevelKind level) {
  // Levels up to the scale-up domain are joined by its links; those above by the network.
  const FabricLevel* domain = fabric.find(LevelKind::domain);
  const FabricLevel* node = fabric.find(LevelKind::node);
  const bool below_domain = level == LevelKind::node && (domain == nullptr || (node && node->gpus <= domain->gpus));
  switch (level) {
    case LevelKind::gpu:
      return "Memory of the GPU";
    case LevelKind::domain:
      return "Scale-up links of the domain";
    case LevelKind::node:
      return below_domain ? "Scale-up link in the node" : "Network in the node";
    case LevelKind::rack:
      return "Network in the rack";
    case LevelKind::pod:
      return "Network in the pod";
    case LevelKind::hall:
      if (fabric.find(LevelKind::rack) == nullptr && fabric.find(LevelKind::pod) == nullptr && domain != nullptr)
        return fabric.topology == TopologyKind::torus ? "Network between pods" : "Network between scale-up domains";
      return fabric.find(LevelKind::site) != nullptr || fabric.find(LevelKind::sites) != nullptr ||
                     fabric.find(LevelKind::pod) != nullptr
                 ? "Network across the hall"
                 : "Network between racks";
    case LevelKind::site:
      return "Network across the site";
    case LevelKind::sites:
      return "Fibre between sites";
  }
  return "";
}

std::string peers_words(const std::vector<PeersAtLevel>& peers) {
  std::string words;
  for (const PeersAtLevel& each : peers) {
    if (!words.empty()) words += ", ";
    words += grouped(each.peers) + " " + std::string(level_place(each.level));
  }
  return words;
}

namespace {

/// The pool that the report's rows of communication are of.
std::size_t pool_of_rows(const PoolsReport& pools, std::int32_t critical_rank) {
  const auto rank = static_cast<std::size_t>(critical_rank);
  return pools.by_stages && rank < pools.pool_of_stage.size() ? pools.pool_of_stage[rank] : pools.slowest;
}

/// How many times as long the traffic takes in the pool as the report says. Between replicas of several pools all go
/// at the pace of the slowest.
double times_as_long(const Report& report, const Communication& row, std::size_t pool) {
  const GroupKind kind = row.kind;
  if (!report.pools || (kind == GroupKind::dp && !report.pools->by_stages)) return 1;
  const std::vector<Pool>& pools = report.scenario.cluster.pools;
  const std::size_t said = pool_of_rows(*report.pools, report.time->critical_rank);
  if (pool == said || pool >= pools.size() || said >= pools.size()) return 1;
  const auto time_in = [&](const Pool& each) {
    const Scenario own = all_of_pool(report.scenario, each);
    const GroupSpan span = exchange_span(kind, own.cluster, own.plan);
    return collective_cost(row.counted_as, sample_message, span, own.cluster).time;
  };
  const Seconds usual = time_in(pools[said]);
  return usual > Seconds{} ? time_in(pools[pool]) / usual : 1;
}

}  // namespace

std::vector<GroupTraffic> traffic_of_rank(const Report& report, std::int64_t stage, std::int64_t gpu) {
  std::vector<GroupTraffic> all;
  if (!report.time || stage < 0 || stage >= static_cast<std::int64_t>(report.time->sent.size())) return all;
  for (const Communication& row : report.communication) {
    const Bytes bytes = sent_of(*report.time, static_cast<std::size_t>(stage), row);
    const double share = row.bytes_per_gpu_per_step.value > 0 ? bytes / row.bytes_per_gpu_per_step : 0;
    const double longer = times_as_long(report, row, pool_of_gpu(report.scenario.cluster, gpu));
    all.push_back(
        {row.kind, bytes, row.time * (share * longer), hidden_share(row).value_or(0), row.way, row.expert_rows});
  }
  return all;
}

std::string hidden_words(double share) {
  return with_unit(grouped(std::lround(100 * std::clamp(share, 0.0, 1.0))), Unit::share).text() + " hidden";
}

std::string hidden_words(const Communication& row) {
  return hidden_words(hidden_share(row).value_or(0));
}

std::string collective_words(std::string_view collective, CollectiveWay way) {
  const bool chosen = way != CollectiveWay::none && way != CollectiveWay::direct;
  return std::string(collective) + (chosen ? ", " + std::string(name_of(way)) : std::string());
}

}  // namespace shardscope
