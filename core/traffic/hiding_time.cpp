#include "core/traffic/hiding_time.h"

#include <algorithm>

namespace shardscope {

HidingTime::HidingTime(Seconds kernels, double launches, const MachineSpeed& speed)
    : kernels_(kernels), whole_(combine_with_launches(kernels, launches, speed)), launches_(launches) {}

Seconds HidingTime::take(Seconds kernels, double launches, const MachineSpeed& speed) {
  kernels_ = max(Seconds{}, kernels_ - kernels), launches_ = std::max(0.0, launches_ - launches);
  const Seconds before = whole_;
  whole_ = combine_with_launches(kernels_, launches_, speed);
  return before - whole_;
}

}  // namespace shardscope
