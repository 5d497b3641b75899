// The size of a checkpoint on disk, from which training goes on: weights and optimizer of the whole model, each value
// once however it is sharded, as the framework writes it.
#pragma once

#include "core/memory/memory.h"
#include "core/scenario/scenario.h"

namespace shardscope {

/// Weights in the precision that trains (8-bit weights are written in 16 bits), with the padding of the vocabulary and
/// MTP layers; beside them the master copy and the optimizer's states. Megatron-Core's torch_dist and DeepSpeed: 2 + 12
/// bytes per parameter with Adam; BLOOM's 176 billion took 329 GiB of weights and 2.3 TiB in all. PyTorch FSDP's
/// distributed checkpoint: fp32 weights that are the master copy, 4 + 8. Transformer Engine writes 8-bit and fp16
/// states as fp32 and others as they are.
[[nodiscard]] Checkpoint checkpoint_of(const Scenario& scenario);

}  // namespace shardscope
