#include "core/schedules/v_half.h"

namespace shardscope {

std::vector<VPattern> v_half_pattern(std::int32_t ranks) {
  // Forwards go down two slots a rank and come back one by one, backwards likewise; the pause keeps them apart.
  const std::int32_t pause = ranks % 2 == 0 ? 3 : 0;
  std::vector<VPattern> patterns;
  for (std::int32_t r = 0; r < ranks; ++r)
    patterns.push_back({2 * r, 3 * ranks - r - 2, 3 * ranks + pause + 2 * r - 1, 6 * ranks + pause - r - 2});
  return patterns;
}

}  // namespace shardscope
