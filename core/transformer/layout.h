// core/transformer: what a model is made of. In: Model and Plan with their defaults filled. Out: which layers each
// pipeline stage holds (layout.h), the parameters of each block and how they are sharded (parameters.h), and the
// operations of each block with what each reads, computes and saves for backward (operations.h).
// A block is the embedding, one transformer layer (dense or MoE), one MTP layer, or the head with the loss.
#pragma once

#include <cstdint>
#include <vector>

#include "core/scenario/scenario.h"

namespace shardscope {

/// What one stage (one chunk of layers) holds. Which rank has it: core/scenario/plan_schedule.h.
struct StageContent {
  std::int64_t first_layer = 0;
  std::int64_t dense_layers = 0, moe_layers = 0;
  std::int64_t mtp_layers = 0;
  bool embedding = false;
  bool head = false;  // final norm, output matrix, loss

  [[nodiscard]] std::int64_t layers() const { return dense_layers + moe_layers; }
  bool operator==(const StageContent&) const = default;
};

/// Whether two stages differ at most in where they stand in the model, which changes nothing of what they cost.
[[nodiscard]] bool hold_the_same(StageContent one, const StageContent& other);

/// What a pipeline rank holds of the model's ends, from the stages that it holds.
struct RankEnds {
  bool embedding = false, head = false;
  bool table_for_mtp = false;  // MTP layers embed the next tokens: with the embedding's table, or a tied head's copy

  [[nodiscard]] bool has_table() const { return embedding || table_for_mtp; }
};
template <class Stages = std::vector<StageContent>>
[[nodiscard]] RankEnds ends_of_rank(const Model& model, const Stages& stages) {
  RankEnds ends;
  bool mtp = false;
  for (const StageContent& stage : stages)
    ends.embedding |= stage.embedding, ends.head |= stage.head, mtp |= stage.mtp_layers > 0;
  ends.table_for_mtp = mtp && !ends.embedding && !(ends.head && model.tie_word_embeddings);
  return ends;
}

/// Whether a head that is tied has a copy of the token table: as soon as there are several ranks, whatever each holds.
[[nodiscard]] bool copies_tied_table(const Plan& plan);

/// pp·virtual_stages entries. plan.stage_layers where given; else as even as possible, fewer first on the last, then on
/// the first stage, and so on inwards. The embedding is on the first stage, the head on the last, MTP layers where
/// plan.pipeline_layout has them, else on the last too. Sums to num_hidden_layers, but for a stage_layers that doesn't.
/// At most limits::layers_max entries and layers.
[[nodiscard]] std::vector<StageContent> stage_layout(const Model& model, const Plan& plan);

}  // namespace shardscope
