// Parameters on one GPU of each pipeline rank, by where they belong and by what an optimizer makes of them.
#pragma once

#include <vector>

#include "core/transformer/layout.h"
#include "core/transformer/parameters.h"
#include "core/transformer/shape.h"

namespace shardscope {

/// A number for each kind of parameter that a stage holds.
struct HeldSizes {
  double layers = 0, experts = 0;  // of the transformer layers: dense (norms and router included) and routed experts
  double embedding = 0, head = 0;  // the head: final norm, and output matrix or tied copy of the token table
  double mtp = 0, mtp_experts = 0;

  [[nodiscard]] double total() const { return layers + experts + embedding + head + mtp + mtp_experts; }
  bool operator==(const HeldSizes&) const = default;
};

/// What ZeRO-3 gathers at once: a layer, or the embedding or the head with its norm, each on one GPU.
struct GatheredUnit {
  double dense = 0, experts = 0;
  double quantised_dense = 0, quantised_experts = 0;  // of these, with an 8- or 4-bit recipe's copies

  [[nodiscard]] double total() const { return dense + experts; }
  [[nodiscard]] double quantised() const { return quantised_dense + quantised_experts; }
  bool operator==(const GatheredUnit&) const = default;
};

struct StageParameters {
  double layers = 0, experts = 0;
  double embedding = 0, head = 0;  // with MTP layers the embedding is there too: Megatron-Core's GPTModel, mtp_process
  double mtp = 0, mtp_experts = 0;
  GatheredUnit layer;    // its largest layer, MTP layers included
  GatheredUnit at_loss;  // the head, and the token table where it is the output matrix
  GatheredUnit table;    // the embedding, where it isn't the output matrix
  GatheredUnit chunk;    // its chunk with most parameters
  /// Of these, matrices with an 8- or 4-bit recipe's copies.
  HeldSizes quantised;
  /// Of these, norms and biases; 0 where the plan's optimizer treats them like the rest.
  HeldSizes vectors;
  /// Rows and columns of the matrices; 0 where the plan's optimizer isn't Adafactor.
  HeldSizes rows_and_columns;
  /// Values that pad this GPU's shard where a layer or a matrix is sharded on its own (PyTorch FSDP).
  double dense_padding = 0, expert_padding = 0;
  double quantised_products = 0;  // matrix products with scales of their own under delayed scaling

  [[nodiscard]] double total() const { return layers + experts + embedding + head + mtp + mtp_experts; }
  [[nodiscard]] double expert_total() const { return experts + mtp_experts; }
  [[nodiscard]] double dense_total() const { return total() - expert_total(); }
  [[nodiscard]] ShardedCount sharded() const { return {dense_total(), expert_total()}; }
  bool operator==(const StageParameters&) const = default;
};

/// One entry per pipeline rank, from the stages that it holds.
[[nodiscard]] std::vector<StageParameters> parameters_of_ranks(const Model& model, const Plan& plan,
                                                               const std::vector<StageContent>& layout,
                                                               const Software& software = {});

/// GPUs that share the sharded state of dense parameters (plan.shard_group; in mirrored schedules those of both ranks
/// that hold a stage) and of experts, whose replicas are tp·cp·dp / (ep·etp): the same part of them as plan.shard_group
/// is of dp·cp.
struct ShardGroups {
  double dense = 1, experts = 1;
};
[[nodiscard]] ShardGroups shard_groups(const Plan& plan);
/// Parameters that a GPU's optimizer steps, of those that it holds: its shard from ZeRO-1 on, else all.
[[nodiscard]] double stepped_parameters(const ShardedCount& held, const Plan& plan);

/// A norm's scale or a bias: no matrix. Biases of experts are vectors too, one per expert.
[[nodiscard]] bool is_vector(const ParameterGroup& group);

/// Whether an 8- or 4-bit recipe quantises it: a layer's matrices, but for the router and gates of one output, which
/// stay in 16 bits as norms and biases do (DeepSeek-V3 report, section 3.3.1; Transformer Engine's linear layers
/// alone).
[[nodiscard]] bool is_quantised(const ParameterGroup& group);

/// Rows plus columns of the matrices of one kind on one GPU, of all experts on it; 0 for a vector.
[[nodiscard]] double rows_and_columns(const ParameterGroup& group, const Plan& plan, const LetterSizes& sizes);

}  // namespace shardscope
