// Not all that comes and goes is there at once. On the rank of the head the loss's logits are gone before a layer's
// backward pass begins, so the peak has the larger of the two, not their sum. What is smaller still costs the device:
// PyTorch's allocator keeps its freed blocks, and of another size they serve nobody else.
#pragma once

#include "core/base/units.h"

namespace shardscope {

/// The loss's bytes, against which what lives at another moment is counted first.
struct LossBytes {
  Bytes left;    // of the loss's bytes, not yet taken
  Bytes hidden;  // what of them serves it, and so isn't in the peak twice: freed blocks by then

  /// What of `need` is beyond them.
  [[nodiscard]] Bytes beyond(Bytes need) {
    const Bytes taken = min(max(need, Bytes{}), left);
    left -= taken;
    hidden += taken;
    return need - taken;
  }
};

}  // namespace shardscope
