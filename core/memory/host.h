// What an offloading plan keeps in the host's memory for each GPU: pinned, and there all the time. A data loader and
// the processes themselves are not in it.
#pragma once

#include "core/memory/activations.h"
#include "core/memory/memory.h"
#include "core/memory/state.h"

namespace shardscope {

/// For one GPU of a rank. Offload of the optimizer moves its states and the master copy there, where it steps on fp32
/// gradients (Ren et al. 2021, ZeRO-Offload, section 4; Megatron-Core's HybridDeviceOptimizer; PyTorch FSDP's
/// CPUOffloadPolicy); offload of parameters moves the weights too; offload of activations what the offloaded layers
/// save for all micro-batches held.
[[nodiscard]] HostMemory host_memory(const Scenario& scenario, const StageParameters& parameters,
                                     const ModelBlocks& blocks, const std::vector<ChunkHolding>& chunks,
                                     const std::vector<double>& held);

/// Sets each stage's bytes per node: the most of any node that has one of its GPUs, ranks placed tp, cp, dp, pp (the
/// last slowest).
void set_host_per_node(std::vector<StageMemory>& stages, const Plan& plan, std::int64_t gpus_per_node);

}  // namespace shardscope
