// What a GPU holds from step to step: weights, gradients and the optimizer's state, after tensor, expert and pipeline
// parallelism, ZeRO, precision and offload.
#pragma once

#include <string_view>
#include <vector>

#include "core/memory/held_parameters.h"
#include "core/memory/memory.h"

namespace shardscope {

/// Bytes of one parameter before any sharding by ZeRO.
struct BytesPerParameter {
  KeptValue weight = bf16_value;  // in the precision that trains; 8-bit weights: of the matrices that are quantised
  KeptValue plain_weight = bf16_value;  // of what no recipe quantises: norms, router, embedding, head
  KeptValue shard = bf16_value;         // of a weight that ZeRO-3 shards: fp32 where that is the only copy (FSDP)
  KeptValue quantised_copy = {};        // an 8- or 4-bit recipe's cached copies of a layer's matrices
  KeptValue gradient = fp32_value;      // the accumulation buffer
  KeptValue master = fp32_value;  // the fp32 copy, or what a bf16 weight lacks to it; none where the weights are fp32
  KeptValue state = two_of(fp32_value);             // the optimizer's own, of a layer's matrix
  KeptValue state_of_vectors = two_of(fp32_value);  // of norms and biases, where the optimizer treats them apart
  KeptValue state_of_ends = two_of(fp32_value);     // of embedding and head, likewise
};
[[nodiscard]] BytesPerParameter bytes_per_parameter(const Model& model, const Plan& plan,
                                                    const Software& software = {});

/// The stage from which ZeRO divides a component of the state.
[[nodiscard]] std::int64_t zero_stage_of(MemoryComponent component);
/// Parameters whose gradients are there whole, beyond the GPU's shards, until a later pass scatters them: of ZeRO-2
/// where not every pass does.
[[nodiscard]] double gradients_till_scattered(const Scenario& scenario, const StageParameters& parameters);

/// Of a unit's parameters those that ZeRO from `stage` on spreads over more than one GPU (or that come from the host),
/// and so has to gather or to scatter. A shard group of one GPU has nothing to gather.
[[nodiscard]] GatheredUnit sharded_part(const GatheredUnit& unit, const Plan& plan, std::int64_t stage);

/// One parameter of the unit as it is gathered, on average, without quantised copies.
[[nodiscard]] KeptValue average_weight(const GatheredUnit& unit, const BytesPerParameter& bytes);

/// What the largest unit in use takes beyond the largest layer: the head at the loss, where it is larger.
[[nodiscard]] Bytes gathered_beyond_layer(const Scenario& scenario, const StageParameters& parameters);

/// The parts of weights, gradients and optimizer. Rajbhandari et al. 2020, "ZeRO", section 3 and figure 1: stage 1
/// divides the optimizer's state over the shard group, stage 2 the gradients too, stage 3 the weights too. Offload of
/// the optimizer moves its state to the host; offload of parameters moves weights and optimizer there.
/// With zero 3 or parameters on the host the unit in use is gathered whole and counts as weights: the largest layer, or
/// the head at the loss where that is larger (PyTorch FSDP wraps each layer, the embedding, and final norm and output
/// matrix together).
void append_state(std::vector<MemoryPart>& parts, const Scenario& scenario, const StageParameters& parameters);

/// Whether gradients are only there as activations go: allocated anew by each step's one backward pass (PyTorch's
/// zero_grad frees them), so that the peak has the larger of the two.
[[nodiscard]] bool gradients_come_with_backward(const Scenario& scenario);

/// Takes from the gradients' parts what the activations' parts hold at the peak; that much.
Bytes take_turns_with_activations(std::vector<MemoryPart>& parts);

/// Whether a layer's weights are gathered for use: zero 3, or parameters on the host.
[[nodiscard]] bool gathers_weights(const Plan& plan);

}  // namespace shardscope
