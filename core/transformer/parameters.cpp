#include "core/transformer/parameters.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "core/base/saturating.h"
#include "core/scenario/plan_schedule.h"
#include "core/transformer/dimensions.h"

namespace shardscope {

namespace {

/// Puts parameters together whose shapes are in one model's letters.
struct GroupList {
  const Model& model;
  ModelSizes sizes;
  std::int64_t norm_vectors = 1;
  ParameterGroups groups = {};

  GroupList(const Model& of, std::int64_t vocabulary)
      : model(of), sizes(model_sizes(of, vocabulary)), norm_vectors(dimensions_of(of).norm_vectors) {}

  void add(ParameterName name, const Shape& shape, std::int64_t shards_max = 0) {
    groups.push_back({name, shape, elements_of(shape, sizes), 1, shards_max});
  }
  void add_norm(ParameterName name, const Shape& shape) {
    groups.push_back({name, shape, saturating_product({norm_vectors, elements_of(shape, sizes)}), norm_vectors});
  }
  [[nodiscard]] std::int64_t size(Letter letter) const { return sizes[index_of(letter)]; }
};

void append_attention(GroupList& list) {
  using namespace letters;
  const Model& model = list.model;
  list.add(ParameterName::q_projection, shape_of(h, a * d));
  list.add(ParameterName::k_v_projection, shape_of(h, 2 * g * d), list.size(Letter::g));
  if (model.attention_bias) {
    list.add(ParameterName::q_bias, shape_of(a * d));
    list.add(ParameterName::k_v_bias, shape_of(2 * g * d), list.size(Letter::g));
  }
  list.add(ParameterName::output_projection, shape_of(a * d, h));
  if (model.attention_sinks) list.add(ParameterName::attention_sinks, shape_of(a));
  // A norm of each head, or one over all heads together.
  if (model.qk_norm)
    list.add_norm(ParameterName::q_k_norms, model.qk_norm_whole ? shape_of((a + g) * d) : shape_of(2 * d));
}

/// DeepSeek-V2 (2024), section 2.1: queries, keys and values pass through a narrow projection. Megatron-Core keeps the
/// down projections whole on every rank.
void append_latent_attention(GroupList& list) {
  using namespace letters;
  const bool compressed = list.size(Letter::r_q) > 0;
  if (list.model.attention_bias && compressed) list.add(ParameterName::q_down_bias, shape_of(r_q));
  if (list.model.attention_bias) list.add(ParameterName::k_v_down_bias, shape_of(r_kv + d_rope));
  if (compressed) {
    list.add(ParameterName::q_down_projection, shape_of(h, r_q));
    list.add_norm(ParameterName::compressed_q_norm, shape_of(r_q));
    list.add(ParameterName::q_up_projection, shape_of(r_q, a * d_qk));
  } else {
    list.add(ParameterName::q_projection, shape_of(h, a * d_qk));
  }
  list.add(ParameterName::k_v_down_projection, shape_of(h, r_kv + d_rope));
  list.add_norm(ParameterName::compressed_k_v_norm, shape_of(r_kv));
  list.add(ParameterName::k_v_up_projection, shape_of(r_kv, a * (d_nope + d_v)));
  list.add(ParameterName::output_projection, shape_of(a * d_v, h));
}

void append_dense_mlp(GroupList& list) {
  using namespace letters;
  const bool gated = list.model.gated_mlp;
  list.add(gated ? ParameterName::gate_and_up_projection : ParameterName::up_projection,
           gated ? shape_of(h, 2 * f) : shape_of(h, f));
  list.add(ParameterName::down_projection, shape_of(f, h));
  if (!list.model.mlp_bias) return;
  list.add(ParameterName::up_bias, gated ? shape_of(2 * f) : shape_of(f));
  list.add(ParameterName::down_bias, shape_of(h));
}

void append_experts(GroupList& list) {
  using namespace letters;
  const bool gated = list.model.gated_mlp;
  list.add(ParameterName::router, shape_of(h, E));
  if (list.model.router_bias) list.add(ParameterName::router_bias, shape_of(E));
  list.add(gated ? ParameterName::experts_gate_and_up : ParameterName::experts_up,
           gated ? shape_of(E, h, 2 * f_e) : shape_of(E, h, f_e));
  list.add(ParameterName::experts_down, shape_of(E, f_e, h));
  if (list.model.mlp_bias) {
    list.add(ParameterName::experts_up_bias, gated ? shape_of(E, 2 * f_e) : shape_of(E, f_e));
    list.add(ParameterName::experts_down_bias, shape_of(E, h));
  }
  if (list.size(Letter::f_s) == 0) return;
  list.add(gated ? ParameterName::shared_experts_gate_and_up : ParameterName::shared_experts_up,
           gated ? shape_of(h, 2 * f_s) : shape_of(h, f_s));
  list.add(ParameterName::shared_experts_down, shape_of(f_s, h));
  if (list.model.shared_expert_gate) list.add(ParameterName::shared_experts_gate, shape_of(h, extent_of(1)));
}

/// The norms of the residual stream in a layer, or of what a branch adds to it.
void append_norms(GroupList& list) {
  int norms = list.model.use_parallel_residual && list.model.shared_norm ? 1 : 2;
  if (list.model.norm_position == NormPosition::both) norms += 2;
  list.add_norm(norms == 1 ? ParameterName::norm : ParameterName::norms, norms * shape_of(letters::h));
}

void append_layer(GroupList& list, bool moe) {
  if (list.model.kv_lora_rank)
    append_latent_attention(list);
  else
    append_attention(list);
  if (list.model.attention_output_bias.value_or(list.model.attention_bias))
    list.add(ParameterName::output_bias, shape_of(letters::h));
  if (moe)
    append_experts(list);
  else
    append_dense_mlp(list);
  append_norms(list);
}

}  // namespace

ParameterGroups embedding_parameters(const Model& model, std::int64_t vocabulary) {
  using namespace letters;
  GroupList list(model, vocabulary);
  const bool other_width = list.size(Letter::e) != list.size(Letter::h);
  list.add(ParameterName::token_table, shape_of(V, other_width ? e : h));
  if (other_width) list.add(ParameterName::projection_to_the_hidden_size, shape_of(e, h));
  if (model.position_embedding == PositionEmbedding::learned)
    list.add(ParameterName::position_table, shape_of(positions, h));
  if (model.embedding_norm) list.add_norm(ParameterName::norm_of_the_embedding, shape_of(h));
  return std::move(list.groups);
}

ParameterGroups layer_parameters(const Model& model, bool moe) {
  if (moe && !has_experts(model)) return {};
  GroupList list(model, 0);
  list.groups.reserve(12);
  append_layer(list, moe);
  return std::move(list.groups);
}

ParameterGroups mtp_parameters(const Model& model) {
  using namespace letters;
  if (model.num_nextn_predict_layers < 1) return {};
  GroupList list(model, 0);
  append_layer(list, is_moe_layer(model, model.num_hidden_layers - 1));
  list.add(ParameterName::projection_of_token_and_state, shape_of(2 * h, h));
  list.add_norm(ParameterName::norms_of_token_state_and_output, 3 * shape_of(h));
  return std::move(list.groups);
}

ParameterGroups head_parameters(const Model& model, std::int64_t vocabulary, bool tied_copy_on_last_stage) {
  using namespace letters;
  GroupList list(model, vocabulary);
  if (model.final_norm) list.add_norm(ParameterName::final_norm, shape_of(h));
  const bool other_width = list.size(Letter::e) != list.size(Letter::h);
  if (other_width) list.add(ParameterName::projection_to_the_tables_width, shape_of(h, e));
  const Shape matrix = shape_of(other_width ? e : h, V);
  if (!model.tie_word_embeddings)
    list.add(ParameterName::output_matrix, matrix);
  else if (tied_copy_on_last_stage)
    list.add(ParameterName::copy_of_the_token_table, matrix);
  if (model.lm_head_bias) list.add(ParameterName::output_matrixs_bias, shape_of(V));
  return std::move(list.groups);
}

ParameterGroups block_parameters(BlockKind kind, const Model& model, std::int64_t vocabulary,
                                 bool tied_copy_on_last_stage) {
  switch (kind) {
    case BlockKind::embedding:
      return embedding_parameters(model, vocabulary);
    case BlockKind::dense_layer:
    case BlockKind::moe_layer:
      return layer_parameters(model, kind == BlockKind::moe_layer);
    case BlockKind::mtp_layer:
      return mtp_parameters(model);
    case BlockKind::head:
      return head_parameters(model, vocabulary, tied_copy_on_last_stage);
  }
  return {};
}

ShardedCount on_one_gpu(const ParameterGroups& groups, const Plan& plan) {
  const std::int64_t tp = at_least_one(plan.tp);
  const std::int64_t expert_shards = saturating_product({at_least_one(plan.ep), at_least_one(expert_tensor_of(plan))});
  const auto share = [](std::int64_t count, std::int64_t shards) {
    return std::ceil(static_cast<double>(count) / static_cast<double>(shards));
  };
  ShardedCount result;
  for (const ParameterGroup& group : groups) {
    const std::int64_t tensor_shards = group.shards_max > 0 ? std::min(tp, group.shards_max) : tp;
    if (group.traits().sharding == Sharding::expert)
      result.experts += share(group.count, expert_shards);
    else
      result.dense += share(group.count, group.traits().sharding == Sharding::tensor ? tensor_shards : 1);
  }
  return result;
}

}  // namespace shardscope
