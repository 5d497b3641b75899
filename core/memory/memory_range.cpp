#include "core/memory/memory_range.h"

namespace shardscope {

namespace {

/// Measured over predicted.
struct Factors {
  double low = 1, high = 1;
};
constexpr Factors of_allocator = {0.931, 1.014}, of_device = {0.946, 1.037};

}  // namespace

BytesRange memory_range(Bytes predicted, MemorySeen seen) {
  const Factors& factors = seen == MemorySeen::allocated ? of_allocator : of_device;
  return {predicted * factors.low, predicted * factors.high};
}

MemoryFit fit_of(Bytes peak, Bytes capacity) {
  constexpr double tight_from = 0.95;
  if (!fits_in(peak, capacity)) return MemoryFit::over;
  return peak > capacity * tight_from ? MemoryFit::tight : MemoryFit::fits;
}

}  // namespace shardscope
