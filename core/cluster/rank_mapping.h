// Ranks, their coordinates and their groups. Ranks are the mixed-radix numbers of the rank order's digits, as
// Megatron's RankGenerator makes them (core/parallel_state.py): once for the dense layers (tp, cp, dp, pp) and once for
// the experts (expert-tensor, ep, expert-data, pp over the same ranks). Every question is answered in O(1) from the
// strides.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/cluster/fabric.h"
#include "core/scenario/rank_order.h"

namespace shardscope {

/// Coordinates, indexed by GroupKind. Of the dense layers ep is 0; of the experts cp is 0, tp and dp are theirs.
using Coordinates = std::array<std::int64_t, group_kinds>;

/// `count` ranks, `stride` apart.
struct RankRun {
  std::int64_t count = 1, stride = 1;
  bool operator==(const RankRun&) const = default;
};

/// Ranks start + Σ i_k · stride_k, never listed: a group, or any box of ranks. The first run varies fastest.
struct RankSet {
  std::int64_t start = 0;
  std::array<RankRun, group_kinds> run;
  std::size_t runs = 0;  // with more than one rank each; runs that continue each other are one

  [[nodiscard]] std::int64_t size() const;
  [[nodiscard]] std::int64_t member(std::int64_t i) const;
  [[nodiscard]] bool contains(std::int64_t rank) const;
};

/// Dimensions taken together: data-parallel groups of the dense layers run over dp and cp.
using GroupKinds = std::array<bool, group_kinds>;
[[nodiscard]] GroupKinds along(std::initializer_list<GroupKind> kinds);

/// One way to number the same ranks.
struct RankGrid {
  std::array<std::int64_t, group_kinds> degree = {1, 1, 1, 1, 1};  // by GroupKind
  std::array<std::int64_t, group_kinds> stride = {1, 1, 1, 1, 1};  // ranks between neighbours, by GroupKind
  RankOrder order = megatron_order;
  std::int64_t ranks = 1;

  /// Requires a rank in [0, ranks).
  [[nodiscard]] Coordinates coordinates(std::int64_t rank) const;
  /// The group along those dimensions that the rank is in.
  [[nodiscard]] RankSet group(GroupKinds kinds, std::int64_t rank) const;
  /// Groups along those dimensions.
  [[nodiscard]] std::int64_t groups(GroupKinds kinds) const;
};
[[nodiscard]] RankGrid make_grid(const std::array<std::int64_t, group_kinds>& degree, const RankOrder& order);

[[nodiscard]] RankGrid dense_grid(const Plan& plan, const RankOrder& order);

/// The ranks on a pool's GPUs, or on those of them that lie on one site, from the first one on.
struct PoolRanks {
  std::int64_t first_rank = 0, ranks = 0, first_gpu = 0, gpus = 0;
  std::size_t pool = 0;
  std::int64_t site = 0;
};

/// The rank mapping: which GPU of a cluster each rank of a plan runs on. Where the schedule puts the stages among the
/// ranks is StagePlacement.
struct RankMapping {
  RankGrid dense, experts;
  std::vector<PoolRanks> pools;     // of a mixed cluster whose pools hold all of the plan's parts
  std::int64_t gpus = 0;            // of the cluster
  std::int64_t ranks_per_site = 0;  // of the last site fewer; all of them on one site; without pools
  std::int64_t gpus_per_site = 0;   // the same

  /// The GPU that a rank runs on. On several sites and in pools each begins at its first GPU; the rest of it is spare.
  [[nodiscard]] std::int64_t gpu_of(std::int64_t rank) const;
  /// The rank of a GPU, -1 where it has none.
  [[nodiscard]] std::int64_t rank_on(std::int64_t gpu) const;
  [[nodiscard]] std::int64_t site_of(std::int64_t rank) const;
  /// The first rank behind this one that lies on another site; as many as there are ranks where none does.
  [[nodiscard]] std::int64_t border_after(std::int64_t rank) const;
};
/// On several sites each has as many of the slowest dimension's parts (replicas, where data parallelism crosses) as
/// the next, the last perhaps fewer; where they don't fit so, ranks fill the sites' domains and a part lies in two.
/// Of a mixed cluster each pool, on several sites its part of each, has whole parts: stages, or replicas, whichever run
/// slowest.
[[nodiscard]] RankMapping map_ranks(const Plan& plan, const Cluster& cluster);

/// Ranks of one part of the slowest dimension that has several: a stage in Megatron's order; all where there is none.
[[nodiscard]] std::int64_t ranks_of_part(const RankGrid& grid);
/// The GPUs of each pool, on several sites of its part of each; without ranks. Sites are of equal size, pools follow
/// each other over them.
[[nodiscard]] std::vector<PoolRanks> pool_parts(const Cluster& cluster);
/// How many of `wanted` parts of so many ranks each of pool_parts() holds: as many as fit, fewer of the one with most
/// where that is too many; empty where they don't fit.
[[nodiscard]] std::vector<std::int64_t> parts_of_pools(const Cluster& cluster, std::int64_t part_ranks,
                                                       std::int64_t wanted);

/// The group of a rank as its kind means it: tp, cp, pp of the dense layers; dp of those that hold the same dense
/// weights (dp and cp); ep of the experts.
[[nodiscard]] RankSet group_of(const RankMapping& mapping, GroupKind kind, std::int64_t rank);
[[nodiscard]] std::int64_t groups_of(const RankMapping& mapping, GroupKind kind);
/// The ranks that share an expert's matrices with this one: etp of them.
[[nodiscard]] RankSet expert_tensor_group_of(const RankMapping& mapping, std::int64_t rank);

/// How groups that repeat a set's runs over all ranks lie on the sites.
struct SiteCrossing {
  std::int64_t sites = 1;   // that one group touches, at most
  std::int64_t groups = 0;  // with members on both sides of the border between two sites: the most at any border

  bool operator==(const SiteCrossing&) const = default;
};
[[nodiscard]] SiteCrossing crossing_of(const RankSet& shape, const RankMapping& mapping);

/// How many units of `unit_gpus` GPUs a set of ranks touches when it begins at a unit's beginning. Exact where unit and
/// strides divide each other.
[[nodiscard]] std::int64_t units_touched(const RankSet& set, std::int64_t unit_gpus);

}  // namespace shardscope
