#include "core/schedules/v_min.h"

namespace shardscope {

std::vector<VPattern> v_min_pattern(std::int32_t ranks) {
  // A micro-batch goes down, back, down and back, one slot a rank; the pause keeps the ways apart.
  const std::int32_t pause = ranks % 3 == 0 ? 2 : 0;
  std::vector<VPattern> patterns;
  for (std::int32_t r = 0; r < ranks; ++r)
    patterns.push_back({r, 2 * ranks - r - 1, 2 * ranks + pause + r, 4 * ranks + pause - r - 1});
  return patterns;
}

}  // namespace shardscope
