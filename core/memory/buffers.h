// Everything else on the device: what an operation needs while it runs, what is on its way to another GPU, and what
// driver, libraries and allocator take. Sizes that no formula gives are the plan's
// (core/scenario/buffer_defaults.h) or constants below.
#pragma once

#include <vector>

#include "core/memory/activations.h"
#include "core/memory/memory.h"
#include "core/memory/state.h"
#include "core/scenario/buffer_defaults.h"

namespace shardscope {

namespace buffer_defaults {

/// Bytes per logit that the loss needs beside the fp32 copy: the 16-bit logits, later their gradient.
inline constexpr BufferDefault logit_workspace_bytes{2, "vocabulary-parallel cross entropy on a 16-bit output matrix"};

/// The same in torchtitan with its loss parallel to tp, which isn't compiled: at the peak of its backward four fp32
/// tensors of the logits' size, the log-probabilities among them.
inline constexpr BufferDefault loss_parallel_workspace_bytes{
    12, "PyTorch, torch/distributed/tensor/parallel/loss.py: (grad_input + torch.exp(x)) * grad_output"};

}  // namespace buffer_defaults

/// The loss's spike for one micro-batch: the tensors that the head saves and its workspace.
[[nodiscard]] Bytes logits_workspace(const Scenario& scenario);

/// A buffer, and whether it lives within a layer's pass alone, at a moment when the loss's bytes are gone.
struct RankBuffer {
  MemoryPart part;
  bool within_layer = false;
};

/// A rank's buffers but for what the allocator holds besides. They follow from what it holds of the model, whatever is
/// in flight.
[[nodiscard]] std::vector<RankBuffer> rank_buffers(const Scenario& scenario, const BufferSizes& sizes,
                                                   const StageParameters& parameters,
                                                   const std::vector<ChunkHolding>& chunks);

/// Those within a layer are counted against the loss's bytes first.
void append_buffers(std::vector<MemoryPart>& parts, const std::vector<RankBuffer>& buffers, LossBytes& loss);

/// What the allocator holds and nobody uses at the peak: blocks freed before it (`hidden`, and the optimizer's step),
/// and fragmentation, over all parts.
void append_unused(std::vector<MemoryPart>& parts, const Scenario& scenario, const StageParameters& parameters,
                   const BufferSizes& sizes, Bytes hidden);

}  // namespace shardscope
