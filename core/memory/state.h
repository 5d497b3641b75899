// What a GPU holds from step to step: weights, gradients and the optimizer's state, after tensor, expert and pipeline
// parallelism, ZeRO, precision and offload.
#pragma once

#include <string_view>
#include <vector>

#include "core/memory/memory.h"

namespace shardscope {

/// Parameters on one GPU of a pipeline rank, by where they belong.
struct StageParameters {
  double layers = 0, experts = 0;  // of the transformer layers: dense (norms and router included) and routed experts
  double embedding = 0, head = 0;  // the head: final norm, and output matrix or tied copy of the token table
  double mtp = 0, mtp_experts = 0;
  double layer_largest = 0;  // dense and experts' parameters of its largest layer: what ZeRO-3 gathers at once

  [[nodiscard]] double total() const { return layers + experts + embedding + head + mtp + mtp_experts; }
};

/// One entry a pipeline rank, from the stages that it holds.
[[nodiscard]] std::vector<StageParameters> parameters_of_ranks(const Model& model, const Plan& plan,
                                                               const std::vector<StageContent>& layout);

/// Bytes of one parameter before any sharding by ZeRO.
struct BytesPerParameter {
  double weight = 2;          // in the precision that trains
  double shard = 2;           // of a weight that ZeRO-3 shards: fp32 where that is the only copy (FSDP)
  double quantised_copy = 0;  // an 8- or 4-bit recipe's cached copies of a layer's matrices
  double gradient = 4;        // the accumulation buffer
  double master = 4;          // the fp32 copy; 0 where the weights are fp32 themselves
  double state = 8;           // the optimizer's own, of a layer's matrix
  double state_of_ends = 8;   // of embedding and head, where the optimizer treats them apart (Muon)
};
[[nodiscard]] BytesPerParameter bytes_per_parameter(const Model& model, const Plan& plan,
                                                    const Software& software = {});

/// GPUs that share the sharded state of dense parameters (plan.shard_group; in mirrored schedules those of both ranks
/// that hold a stage) and of experts, whose replicas are tp·cp·dp / (ep·etp): the same part of them as plan.shard_group
/// is of dp·cp.
struct ShardGroups {
  double dense = 1, experts = 1;
};
[[nodiscard]] ShardGroups shard_groups(const Plan& plan);

/// The parts of weights, gradients and optimizer. Rajbhandari et al. 2020, "ZeRO", section 3 and figure 1: stage 1
/// divides the optimizer's state over the shard group, stage 2 the gradients too, stage 3 the weights too. Offload of
/// the optimizer moves its state to the host; offload of parameters moves weights and optimizer there.
/// With zero 3 or parameters on the host the layer in use is gathered whole and counts as weights.
void append_state(std::vector<MemoryPart>& parts, const Scenario& scenario, const StageParameters& parameters);

/// Whether gradients are only there as activations go: allocated anew by each step's one backward pass (PyTorch's
/// zero_grad frees them), so that the peak has the larger of the two.
[[nodiscard]] bool gradients_come_with_backward(const Scenario& scenario);

/// Takes from the gradients' parts what the activations' parts hold at the peak.
void take_turns_with_activations(std::vector<MemoryPart>& parts);

/// Whether a layer's weights are gathered for use: zero 3, or parameters on the host.
[[nodiscard]] bool gathers_weights(const Plan& plan);

}  // namespace shardscope
