// What each rank holds at every moment of a timeline, for charts: a step up where a forward starts, a step down where
// the pass that ends its backward is over. In: a Timeline and what a chunk of one micro-batch counts for (bytes,
// micro-batches). Out: the amount at a moment, and the most in each of many columns, at a cost that follows pixels.
// Kept beside its timeline: 4 bytes per bar.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/pipeline/timeline_index.h"

namespace shardscope {

/// What a rank holds beside what its micro-batches keep, in the same measure; each may be empty: none.
struct HeldBesides {
  std::span<const double> always = {};           // an entry per rank
  std::span<const double> beside_backward = {};  // an entry per rank: only while a whole backward pass runs
  std::span<const double> redone = {};  // as chunk_cost: from the input gradient's pass to the weight gradient's
};

struct HeldIndex {
  static constexpr std::size_t bars_per_row = 32;

  std::vector<float> during;                     // [record] what its rank holds while it runs
  std::vector<std::size_t> row_begin;            // ranks + 1 offsets into rows
  std::vector<float> rows;                       // the most of 32 bars of a lane each
  std::vector<double> chunk_cost, chunk_redone;  // [rank · virtual_stages + chunk]
  std::vector<double> always, beside_backward;   // [rank]
  std::vector<double> peaks;                     // [rank]
  double peak = 0;                               // on any rank
};

/// chunk_cost has an entry per chunk of each rank: [rank · virtual_stages + chunk].
[[nodiscard]] HeldIndex build_held_index(const Timeline& timeline, std::span<const double> chunk_cost,
                                         const HeldBesides& besides = {});

/// What the rank holds at a moment. O(log bars).
[[nodiscard]] double held_at(const Timeline& timeline, const HeldIndex& held, std::int32_t rank, double time);

/// The most that the rank holds in each column, the columns dividing the range evenly. Allocates nothing; of bars in a
/// column it looks at one in 32.
void held_columns(const Timeline& timeline, const HeldIndex& held, std::int32_t rank, TimeRange range,
                  std::span<float> columns);

}  // namespace shardscope
