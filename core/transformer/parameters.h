// Trainable parameters, matrix by matrix, and over which ranks each is sharded.
#pragma once

#include <cstdint>
#include <vector>

#include "core/transformer/names.h"
#include "core/transformer/shape.h"

namespace shardscope {

/// A matrix, or like vectors, of the model.
struct ParameterGroup {
  ParameterName name = ParameterName::token_table;
  Shape shape;               // [h, (a + 2g)·d]
  std::int64_t count = 0;    // of the whole model's matrix, unsharded: elements of the shape times `vectors`
  std::int64_t vectors = 1;  // of a norm: its scale, and its bias where it has one
  /// Into how many shards tp can cut it at most (key and value heads: every rank has at least one); 0: any number.
  std::int64_t shards_max = 0;

  [[nodiscard]] const ParameterTraits& traits() const { return entry_of(name); }
};
using ParameterGroups = std::vector<ParameterGroup>;

/// The token table [vocabulary, e], its projection to h where e is another width, and learned positions.
[[nodiscard]] ParameterGroups embedding_parameters(const Model& model, std::int64_t vocabulary);
/// One transformer layer; nothing of experts that the model hasn't.
[[nodiscard]] ParameterGroups layer_parameters(const Model& model, bool moe);
/// One multi-token-prediction layer (DeepSeek-V3 report, section 2.2): a layer, a 2h·h projection and its norms.
/// Nothing of a model without such layers.
[[nodiscard]] ParameterGroups mtp_parameters(const Model& model);
/// Final norm and, untied, the output matrix. Tied and with pp > 1 the last stage holds a copy of the table that is no
/// further parameter of the model: `tied_copy_on_last_stage` puts it in for memory.
[[nodiscard]] ParameterGroups head_parameters(const Model& model, std::int64_t vocabulary,
                                              bool tied_copy_on_last_stage);

/// Of one block of the kind: `vocabulary` of its tables, and the tied copy where it is the head.
[[nodiscard]] ParameterGroups block_parameters(BlockKind kind, const Model& model, std::int64_t vocabulary,
                                               bool tied_copy_on_last_stage);

/// Parameters on one GPU, by how they are sharded; exact where the degrees divide, rounded up where not.
struct ShardedCount {
  double dense = 0;    // over tp, or replicated: their data-parallel group is dp·cp
  double experts = 0;  // over ep·etp: their data-parallel group is tp·cp·dp / (ep·etp)
};
[[nodiscard]] ShardedCount on_one_gpu(const ParameterGroups& groups, const Plan& plan);

}  // namespace shardscope
