// Times of a step at which activations are gone and something else is there: what they need beyond the peak of
// forward and backward adds to it, under its own name.
#pragma once

#include <vector>

#include "core/memory/held_parameters.h"
#include "core/memory/memory.h"

namespace shardscope {

/// The optimizer's step: Megatron copies a GPU's shard of 16-bit gradients to fp32 before fp32 master weights step, so
/// that a parameter takes 4 + 16/d bytes, not 4 + 12/d (Megatron-Core's guide, "Distributed Optimizer", its table of
/// bytes). The embedding's gradient under ZeRO-2 and 3: it comes last, whole, when all layers' activations are gone.
/// `parts` has all of the rank's parts but what the allocator holds unused; `gradients_gone` is what
/// take_turns_with_activations() took. What was appended, which first fills the blocks that were freed before the peak.
Bytes append_after_backward(std::vector<MemoryPart>& parts, const Scenario& scenario, const StageParameters& parameters,
                            Bytes gradients_gone);

}  // namespace shardscope
