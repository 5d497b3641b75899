// What of a pass's time kernels take up, where launches bind it too: the time that traffic hides in. A kernel alone
// says too little: where the host is late, traffic goes on until the next launch; and faster kernels may leave the pass
// as long as it was, so that what they hide less of would make them slower.
#pragma once

#include "core/hardware/operation_time.h"

namespace shardscope {

/// The kernels of a block's pass and their launches, of which none has been taken yet.
class HidingTime {
 public:
  HidingTime() = default;
  HidingTime(Seconds kernels, double launches, const MachineSpeed& speed);

  /// By how much the pass is shorter without these kernels and their launches, those that were taken before left out:
  /// what is taken in turn adds up to the whole pass at most, and faster kernels give up no more than the pass gains.
  [[nodiscard]] Seconds take(Seconds kernels, double launches, const MachineSpeed& speed);

 private:
  Seconds kernels_, whole_;
  double launches_ = 0;
};

}  // namespace shardscope
