// How many layers of which kind each pipeline rank has, where layers stand as even as possible: what bounds on time and
// memory multiply with.
#pragma once

#include <cstdint>
#include <vector>

#include "core/scenario/scenario.h"
#include "core/transformer/layout.h"

namespace shardscope {

/// Of bounds: what they bound sums and multiplies the same terms in another order, and in whole bytes.
inline constexpr double bound_rounding = 1 - 1e-9;

/// What a stage or a rank holds, by kind of block.
struct BlockNumbers {
  double embedding = 0, dense = 0, moe = 0, mtp = 0, head = 0;
};

/// Pipeline ranks of which each stage is on one: where chunks go round, chunk c of rank r is stage c · pp + r; in a V
/// its two are stages r and 2 · pp − 1 − r.
struct RankShapes {
  std::vector<BlockNumbers> ranks;         // all chunks of a rank
  std::vector<BlockNumbers> first_chunks;  // its first one
  std::vector<BlockNumbers> least_chunks;  // of each kind, what the chunk with least of it has
};

/// Of `pp` ranks with so many chunks each; nothing where there are more stages than layers, or two ranks hold a stage.
[[nodiscard]] RankShapes rank_shapes(const Model& model, ScheduleKind schedule, std::int64_t pp, std::int64_t chunks);
/// The whole model on one rank.
[[nodiscard]] RankShapes model_on_one_rank(const Model& model);

}  // namespace shardscope
