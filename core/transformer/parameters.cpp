#include "core/transformer/parameters.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "core/base/saturating.h"
#include "core/scenario/stage_placement.h"
#include "core/transformer/dimensions.h"

namespace shardscope {

namespace {

/// A norm of each head, or one over all heads together.
void append_qk_norm(ParameterGroups& groups, const Model& model, const Dimensions& size) {
  const std::int64_t channels =
      model.qk_norm_whole ? saturating_product({size.heads + size.kv_heads, size.head_dim}) : 2 * size.head_dim;
  groups.push_back({Component::norms, Sharding::replicated, "q k norms", model.qk_norm_whole ? "[(a + g)·d]" : "[2·d]",
                    saturating_product({size.norm_vectors, channels})});
}

void append_attention(ParameterGroups& groups, const Model& model, const Dimensions& size) {
  const auto add = [&](std::string_view name, std::string_view shape, std::int64_t count, std::int64_t shards = 0,
                       bool bias = false) {
    groups.push_back({Component::attention, Sharding::tensor, name, shape, count, shards, bias});
  };
  add("q projection", "[h, a·d]", saturating_product({size.hidden, size.heads, size.head_dim}));
  add("k v projection", "[h, 2·g·d]", saturating_product({size.hidden, 2, size.kv_heads, size.head_dim}),
      size.kv_heads);
  if (model.attention_bias) {
    add("q bias", "[a·d]", saturating_product({size.heads, size.head_dim}), 0, true);
    add("k v bias", "[2·g·d]", saturating_product({2, size.kv_heads, size.head_dim}), size.kv_heads, true);
  }
  add("output projection", "[a·d, h]", saturating_product({size.heads, size.head_dim, size.hidden}));
  if (model.attention_sinks) add("attention sinks", "[a]", size.heads);
  if (model.qk_norm) append_qk_norm(groups, model, size);
}

/// DeepSeek-V2 (2024), section 2.1: queries, keys and values pass through a narrow projection. Megatron-Core keeps the
/// down projections whole on every rank.
void append_latent_attention(ParameterGroups& groups, const Model& model, const Dimensions& size) {
  const std::int64_t q_width = saturating_product({size.heads, size.query_dim});
  const auto add = [&](Component component, Sharding sharding, std::string_view name, std::string_view shape,
                       std::int64_t count) {
    groups.push_back({component, sharding, name, shape, count});
  };
  const auto add_bias = [&](std::string_view name, std::string_view shape, std::int64_t count) {
    groups.push_back({Component::attention, Sharding::replicated, name, shape, count, 0, true});
  };
  if (model.attention_bias && size.q_rank > 0) add_bias("q down bias", "[r_q]", size.q_rank);
  if (model.attention_bias) add_bias("k v down bias", "[r_kv + d_rope]", size.kv_rank + size.rope_dim);
  if (size.q_rank > 0) {
    add(Component::attention, Sharding::replicated, "q down projection", "[h, r_q]",
        saturating_product({size.hidden, size.q_rank}));
    add(Component::norms, Sharding::replicated, "compressed q norm", "[r_q]",
        saturating_product({size.norm_vectors, size.q_rank}));
    add(Component::attention, Sharding::tensor, "q up projection", "[r_q, a·d_qk]",
        saturating_product({size.q_rank, q_width}));
  } else {
    add(Component::attention, Sharding::tensor, "q projection", "[h, a·d_qk]",
        saturating_product({size.hidden, q_width}));
  }
  add(Component::attention, Sharding::replicated, "k v down projection", "[h, r_kv + d_rope]",
      saturating_product({size.hidden, size.kv_rank + size.rope_dim}));
  add(Component::norms, Sharding::replicated, "compressed k v norm", "[r_kv]",
      saturating_product({size.norm_vectors, size.kv_rank}));
  add(Component::attention, Sharding::tensor, "k v up projection", "[r_kv, a·(d_nope + d_v)]",
      saturating_product({size.kv_rank, size.heads, size.query_dim - size.rope_dim + size.value_dim}));
  add(Component::attention, Sharding::tensor, "output projection", "[a·d_v, h]",
      saturating_product({size.heads, size.value_dim, size.hidden}));
}

void append_dense_mlp(ParameterGroups& groups, const Model& model, const Dimensions& size) {
  const auto add = [&](Sharding sharding, std::string_view name, std::string_view shape, std::int64_t count,
                       bool bias = false) {
    groups.push_back({Component::mlp, sharding, name, shape, count, 0, bias});
  };
  const bool gated = size.up_matrices == 2;
  add(Sharding::tensor, gated ? "gate and up projection" : "up projection", gated ? "[h, 2·f]" : "[h, f]",
      saturating_product({size.hidden, size.up_matrices, size.feed_forward}));
  add(Sharding::tensor, "down projection", "[f, h]", saturating_product({size.feed_forward, size.hidden}));
  if (model.mlp_bias) {
    add(Sharding::tensor, "up bias", gated ? "[2·f]" : "[f]", saturating_product({size.up_matrices, size.feed_forward}),
        true);
    add(Sharding::replicated, "down bias", "[h]", size.hidden, true);
  }
}

void append_experts(ParameterGroups& groups, const Model& model, const Dimensions& size) {
  const bool gated = size.up_matrices == 2;
  groups.push_back(
      {Component::router, Sharding::replicated, "router", "[h, E]", saturating_product({size.hidden, size.experts})});
  if (model.router_bias)
    groups.push_back({Component::router, Sharding::replicated, "router bias", "[E]", size.experts, 0, true});
  const auto add = [&](std::string_view name, std::string_view shape, std::int64_t count, bool bias = false) {
    groups.push_back({Component::experts, Sharding::expert, name, shape, count, 0, bias});
  };
  add(gated ? "experts' gate and up" : "experts' up", gated ? "[E, h, 2·f_e]" : "[E, h, f_e]",
      saturating_product({size.experts, size.hidden, size.up_matrices, size.expert_feed_forward}));
  add("experts' down", "[E, f_e, h]", saturating_product({size.experts, size.expert_feed_forward, size.hidden}));
  if (model.mlp_bias) {
    add("experts' up bias", gated ? "[E, 2·f_e]" : "[E, f_e]",
        saturating_product({size.experts, size.up_matrices, size.expert_feed_forward}), true);
    add("experts' down bias", "[E, h]", saturating_product({size.experts, size.hidden}), true);
  }
  if (size.shared_feed_forward == 0) return;
  const auto add_shared = [&](std::string_view name, std::string_view shape, std::int64_t count) {
    groups.push_back({Component::shared_experts, Sharding::tensor, name, shape, count});
  };
  add_shared(gated ? "shared experts' gate and up" : "shared experts' up", gated ? "[h, 2·f_s]" : "[h, f_s]",
             saturating_product({size.hidden, size.up_matrices, size.shared_feed_forward}));
  add_shared("shared experts' down", "[f_s, h]", saturating_product({size.shared_feed_forward, size.hidden}));
  if (model.shared_expert_gate)
    groups.push_back({Component::shared_experts, Sharding::replicated, "shared experts' gate", "[h, 1]", size.hidden});
}

/// The norms of the residual stream in a layer, or of what a branch adds to it.
void append_norms(ParameterGroups& groups, const Model& model, const Dimensions& size) {
  std::int64_t norms = model.use_parallel_residual && model.shared_norm ? 1 : 2;
  if (model.norm_placement == NormPlacement::both) norms += 2;
  constexpr std::string_view shapes[] = {"[h]", "2 x [h]", "3 x [h]", "4 x [h]"};
  groups.push_back({Component::norms, Sharding::replicated, norms == 1 ? "norm" : "norms",
                    shapes[static_cast<std::size_t>(norms - 1)],
                    saturating_product({norms, size.norm_vectors, size.hidden})});
}

}  // namespace

ParameterGroups embedding_parameters(const Model& model, std::int64_t vocabulary) {
  const Dimensions size = dimensions_of(model);
  const bool other_width = size.embedding_width != size.hidden;
  ParameterGroups groups = {{Component::embedding, Sharding::tensor, token_table_name,
                             other_width ? "[V, e]" : "[V, h]",
                             saturating_product({vocabulary, size.embedding_width})}};
  if (other_width)
    groups.push_back({Component::embedding, Sharding::replicated, "projection to the hidden size", "[e, h]",
                      saturating_product({size.embedding_width, size.hidden})});
  if (model.position_embedding == PositionEmbedding::learned)
    groups.push_back({Component::embedding, Sharding::replicated, "position table", "[positions, h]",
                      saturating_product({position_rows(model), size.hidden})});
  if (model.embedding_norm)
    groups.push_back({Component::norms, Sharding::replicated, "norm of the embedding", "[h]",
                      saturating_product({size.norm_vectors, size.hidden})});
  return groups;
}

ParameterGroups layer_parameters(const Model& model, bool moe) {
  const Dimensions size = dimensions_of(model);
  ParameterGroups groups;
  groups.reserve(12);
  if (size.mla)
    append_latent_attention(groups, model, size);
  else
    append_attention(groups, model, size);
  if (model.attention_output_bias.value_or(model.attention_bias))
    groups.push_back({Component::attention, Sharding::replicated, "output bias", "[h]", size.hidden, 0, true});
  if (moe)
    append_experts(groups, model, size);
  else
    append_dense_mlp(groups, model, size);
  append_norms(groups, model, size);
  return groups;
}

ParameterGroups mtp_parameters(const Model& model) {
  const Dimensions size = dimensions_of(model);
  ParameterGroups groups = layer_parameters(model, is_moe_layer(model, model.num_hidden_layers - 1));
  groups.push_back({Component::mlp, Sharding::tensor, "projection of token and state", "[2·h, h]",
                    saturating_product({2, size.hidden, size.hidden})});
  groups.push_back({Component::norms, Sharding::replicated, "norms of token, state and output", "3 x [h]",
                    saturating_product({3, size.norm_vectors, size.hidden})});
  return groups;
}

ParameterGroups head_parameters(const Model& model, std::int64_t vocabulary, bool tied_copy_on_last_stage) {
  const Dimensions size = dimensions_of(model);
  ParameterGroups groups;
  if (model.final_norm)
    groups.push_back({Component::norms, Sharding::replicated, "final norm", "[h]",
                      saturating_product({size.norm_vectors, size.hidden})});
  const bool other_width = size.embedding_width != size.hidden;
  if (other_width)
    groups.push_back({Component::head, Sharding::replicated, "projection to the table's width", "[h, e]",
                      saturating_product({size.hidden, size.embedding_width})});
  const std::string_view shape = other_width ? "[e, V]" : "[h, V]";
  const std::int64_t matrix = saturating_product({size.embedding_width, vocabulary});
  if (!model.tie_word_embeddings)
    groups.push_back({Component::head, Sharding::tensor, output_matrix_name, shape, matrix});
  else if (tied_copy_on_last_stage)
    groups.push_back({Component::head, Sharding::tensor, "copy of the token table", shape, matrix});
  if (model.lm_head_bias)
    groups.push_back({Component::head, Sharding::tensor, "output matrix's bias", "[V]", vocabulary, 0, true});
  return groups;
}

std::int64_t total(const ParameterGroups& groups) {
  std::int64_t sum = 0;
  for (const ParameterGroup& group : groups) sum = saturating_sum(sum, group.count);
  return sum;
}

ShardedCount on_one_gpu(const ParameterGroups& groups, const Plan& plan) {
  const std::int64_t tp = std::max<std::int64_t>(plan.tp, 1);
  const std::int64_t expert_shards =
      saturating_product({std::max<std::int64_t>(plan.ep, 1), std::max<std::int64_t>(plan.etp.value_or(1), 1)});
  const auto share = [](std::int64_t count, std::int64_t shards) {
    return std::ceil(static_cast<double>(count) / static_cast<double>(shards));
  };
  ShardedCount result;
  for (const ParameterGroup& group : groups) {
    const std::int64_t tensor_shards = group.shards_max > 0 ? std::min(tp, group.shards_max) : tp;
    if (group.sharding == Sharding::expert)
      result.experts += share(group.count, expert_shards);
    else
      result.dense += share(group.count, group.sharding == Sharding::tensor ? tensor_shards : 1);
  }
  return result;
}

}  // namespace shardscope
