// Where a rank lies in the dense layers' split, by name.
#pragma once

#include "core/cluster/rank_mapping.h"
#include "core/scenario/rank_order.h"

namespace shardscope {

struct RankCoordinates {
  std::int64_t tp = 0, cp = 0, dp = 0, pp = 0;
};

/// Of a rank in [0, tp·cp·dp·pp), in the plan's order; with_defaults() has put sites into it.
inline RankCoordinates coordinates_of(std::int64_t rank, const Plan& plan) {
  const auto at = dense_grid(plan, rank_order_of(plan)).coordinates(rank);
  const auto along = [&](GroupKind kind) { return at[static_cast<std::size_t>(kind)]; };
  return {along(GroupKind::tp), along(GroupKind::cp), along(GroupKind::dp), along(GroupKind::pp)};
}

/// The inverse of RankGrid::coordinates().
inline std::int64_t rank_at(const RankGrid& grid, const Coordinates& at) {
  std::int64_t rank = 0;
  for (std::size_t k = 0; k < group_kinds; ++k) rank += at[k] * grid.stride[k];
  return rank;
}

inline std::int64_t rank_of(const RankCoordinates& at, const Plan& plan) {
  return rank_at(dense_grid(plan, rank_order_of(plan)), {at.tp, at.cp, 0, at.dp, at.pp});
}

}  // namespace shardscope
