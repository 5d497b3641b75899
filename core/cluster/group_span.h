// Which levels of the cluster each of a plan's groups spans.
// Ranks run in the plan's order, Megatron's tp-cp-ep-dp-pp by default; GPU number = rank on one site.
#pragma once

#include <cstdint>

#include "core/base/choice.h"
#include "core/cluster/rank_mapping.h"
#include "core/scenario/scenario.h"

namespace shardscope {

/// How far a group's traffic goes, coarser than the levels that it crosses (LevelKind): a scale-up domain counts as a
/// node, and all that is beyond a rack as the site. The report's JSON sums by it.
#define SHARDSCOPE_REACH(name) name(gpu) name(node) name(rack) name(site)
SHARDSCOPE_NAMED(Reach, SHARDSCOPE_REACH)

/// A communication group as the network sees it: of the group that begins at a domain's beginning.
struct GroupSpan {
  std::int64_t size = 1;
  std::int64_t stride = 1;     // ranks between neighbours
  std::int64_t in_domain = 1;  // members that share a scale-up domain; the fewest where the stride doesn't divide it
  std::int64_t domains = 1;    // scale-up domains that the group touches
  Reach crosses = Reach::gpu;
  std::int64_t racks = 1, pods = 1, halls = 1, sites = 1;  // that it touches, where the cluster has such levels
  std::int64_t site_groups = 0;                            // of its kind that share the fibre; 0: as many as GPUs make
  CollectiveAlgorithm algorithm = CollectiveAlgorithm::automatic;  // the plan's
  double compression = 1;                                          // how many times fewer bytes cross between sites
  double taken = 1;                         // of its time as modelled, where somebody asks (WorkFactors)
  double slower_link = 1, slower_card = 1;  // of the cluster's figures, what the slowest pool in the group reaches
};
/// ep groups run over tp·cp·dp ranks with stride etp.
[[nodiscard]] GroupSpan group_span(GroupKind kind, const Cluster& cluster, const Plan& plan);
/// Ranks that hold the same dense parameters: dp·cp of them (ZeRO's and the gradients' group). Where sites make steps
/// of their own (local_steps), those of one site.
[[nodiscard]] GroupSpan gradient_group_span(const Cluster& cluster, const Plan& plan);
/// The group that exchanges of a kind run over: for DP the gradients'.
[[nodiscard]] GroupSpan exchange_span(GroupKind kind, const Cluster& cluster, const Plan& plan);
/// Ranks that a ZeRO-3 gather runs over: shard_group of the gradient group's, neighbours first.
[[nodiscard]] GroupSpan shard_group_span(const Cluster& cluster, const Plan& plan);
/// Ranks that hold the same shard where shard_group is smaller than the gradient group (HSDP).
[[nodiscard]] GroupSpan replica_group_span(const Cluster& cluster, const Plan& plan);
/// The experts' tensor group: etp ranks beside each other.
[[nodiscard]] GroupSpan expert_tensor_group_span(const Cluster& cluster, const Plan& plan);
/// Ranks that hold the same experts: tp·cp·dp / (ep·etp).
[[nodiscard]] GroupSpan expert_gradient_group_span(const Cluster& cluster, const Plan& plan);

/// Any set of ranks. A group over several parts of the slowest dimension counts as one over all pools, and goes at the
/// pace of the slowest link and card among them; no other leaves its pool.
[[nodiscard]] GroupSpan span_of(const RankSet& ranks, const Cluster& cluster, const Plan& plan);

}  // namespace shardscope
