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

/// Pipeline ranks whose chunks go round: chunk c of rank r is stage c · pp + r.
struct RankShapes {
  std::vector<BlockNumbers> ranks;         // all chunks of a rank
  std::vector<BlockNumbers> first_chunks;  // its first one
  std::vector<BlockNumbers> least_chunks;  // of each kind, what the chunk with least of it has
};

/// Of `pp` ranks with so many chunks each; nothing where there are more stages than layers.
[[nodiscard]] RankShapes rank_shapes(const Model& model, std::int64_t pp, std::int64_t chunks);

}  // namespace shardscope
