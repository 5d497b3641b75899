// In which range a measured peak would lie, and how near a plan is to its GPU's memory.
#pragma once

#include "core/base/choice.h"
#include "core/base/units.h"

namespace shardscope {

/// Who says how much memory is taken: PyTorch's allocator, of what tensors have or of what it holds, or the device's
/// own monitor (nvidia-smi), which sees the CUDA context and the libraries too.
#define SHARDSCOPE_MEMORY_SEEN(name) name(allocated) name(reserved) name(device)
SHARDSCOPE_NAMED(MemorySeen, SHARDSCOPE_MEMORY_SEEN)

struct BytesRange {
  Bytes low, high;
};

/// In which four of five measured peaks would lie where `predicted` is the figure of that view: what allocators, their
/// blocks and the monitor's whole gigabytes differ by. The 10th and 90th percentile of measured over predicted in the
/// public runs (presets/measured/public_runs.json), by memory_kind: 85 of PyTorch's allocated (or unstated, which it
/// counts as), 39 of the device; the 3 of what it reserves count with these, whose context is all that they lack.
/// tests/core/memory/memory_range_test.cpp works them out anew. All are of Megatron, DeepSpeed and torchtitan on A100,
/// H100 and B200; of others nobody has said any.
[[nodiscard]] BytesRange memory_range(Bytes predicted, MemorySeen seen);

/// Whether what a GPU is to hold goes into its memory.
[[nodiscard]] constexpr bool fits_in(Bytes held, Bytes capacity) {
  return held <= capacity;
}

/// The same of a plan's peak, and how near that comes: tight where less than a twentieth of it is left, which is about
/// what the range above is wide.
#define SHARDSCOPE_MEMORY_FIT(name) name(fits) name(tight) name(over)
SHARDSCOPE_NAMED(MemoryFit, SHARDSCOPE_MEMORY_FIT)
[[nodiscard]] MemoryFit fit_of(Bytes peak, Bytes capacity);

}  // namespace shardscope
