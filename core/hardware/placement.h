// core/hardware: what a GPU and a network can do. In: Gpu, Cluster, Operation shapes, group sizes. Out: seconds of an
// operation (operation_time.h), where each rank sits and which level a group spans (placement.h), and seconds of a
// collective over that level (collectives.h).
// Ranks are placed in Megatron's order tp-cp-dp-pp: tp varies fastest, pp slowest; GPU number = rank.
#pragma once

#include <cstdint>

#include "core/scenario/scenario.h"

namespace shardscope {

enum class GroupKind { tp, cp, ep, dp, pp };
enum class Level { gpu, node, rack, site };  // the highest level that a group's traffic crosses

struct RankCoordinates {
  std::int64_t tp = 0, cp = 0, dp = 0, pp = 0;
};

/// O(1) and exact for rank in [0, tp·cp·dp·pp).
[[nodiscard]] RankCoordinates coordinates_of(std::int64_t rank, const Plan& plan);
[[nodiscard]] std::int64_t rank_of(const RankCoordinates& at, const Plan& plan);

/// A communication group as the network sees it: of the group that begins at a domain's beginning.
struct GroupSpan {
  std::int64_t size = 1;
  std::int64_t stride = 1;     // ranks between neighbours
  std::int64_t in_domain = 1;  // members that share a scale-up domain; the fewest where the stride doesn't divide it
  std::int64_t domains = 1;    // scale-up domains that the group touches
  Level crosses = Level::gpu;
};
/// ep groups run over tp·cp·dp ranks with stride etp.
[[nodiscard]] GroupSpan group_span(GroupKind kind, const Cluster& cluster, const Plan& plan);
/// Ranks that hold the same dense parameters: dp·cp of them (ZeRO's and the gradients' group).
[[nodiscard]] GroupSpan gradient_group_span(const Cluster& cluster, const Plan& plan);
/// Ranks that a ZeRO-3 gather runs over: shard_group of the gradient group's, neighbours first.
[[nodiscard]] GroupSpan shard_group_span(const Cluster& cluster, const Plan& plan);
/// Ranks that hold the same shard where shard_group is smaller than the gradient group (HSDP).
[[nodiscard]] GroupSpan replica_group_span(const Cluster& cluster, const Plan& plan);
/// The experts' tensor group: etp ranks beside each other.
[[nodiscard]] GroupSpan expert_tensor_group_span(const Cluster& cluster, const Plan& plan);
/// Ranks that hold the same experts: tp·cp·dp / (ep·etp).
[[nodiscard]] GroupSpan expert_gradient_group_span(const Cluster& cluster, const Plan& plan);

}  // namespace shardscope
