#include "core/transformer/parameters.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "core/saturating.h"
#include "core/transformer/dimensions.h"

namespace shardscope {

namespace {

void append_attention(ParameterGroups& groups, const Model& model, const Dimensions& size) {
  const auto add = [&](std::string_view name, std::string_view shape, std::int64_t count, std::int64_t shards = 0) {
    groups.push_back({Component::attention, Sharding::tensor, name, shape, count, shards});
  };
  add("q projection", "[h, a·d]", saturating_product({size.hidden, size.heads, size.head_dim}));
  add("k v projection", "[h, 2·g·d]", saturating_product({size.hidden, 2, size.kv_heads, size.head_dim}),
      size.kv_heads);
  if (model.attention_bias) {
    add("q bias", "[a·d]", saturating_product({size.heads, size.head_dim}));
    add("k v bias", "[2·g·d]", saturating_product({2, size.kv_heads, size.head_dim}), size.kv_heads);
  }
  add("output projection", "[a·d, h]", saturating_product({size.heads, size.head_dim, size.hidden}));
  if (model.qk_norm)
    groups.push_back({Component::norms, Sharding::replicated, "q k norms", "[2·d]",
                      saturating_product({2, size.norm_vectors, size.head_dim})});
}

/// DeepSeek-V2 (2024), section 2.1: queries, keys and values pass through a narrow projection. Megatron-Core keeps the
/// down projections whole on every rank.
void append_latent_attention(ParameterGroups& groups, const Dimensions& size) {
  const std::int64_t q_width = saturating_product({size.heads, size.query_dim});
  const auto add = [&](Component component, Sharding sharding, std::string_view name, std::string_view shape,
                       std::int64_t count) {
    groups.push_back({component, sharding, name, shape, count});
  };
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
  const auto add = [&](Sharding sharding, std::string_view name, std::string_view shape, std::int64_t count) {
    groups.push_back({Component::mlp, sharding, name, shape, count});
  };
  const bool gated = size.up_matrices == 2;
  add(Sharding::tensor, gated ? "gate and up projection" : "up projection", gated ? "[h, 2·f]" : "[h, f]",
      saturating_product({size.hidden, size.up_matrices, size.feed_forward}));
  add(Sharding::tensor, "down projection", "[f, h]", saturating_product({size.feed_forward, size.hidden}));
  if (model.mlp_bias) {
    add(Sharding::tensor, "up bias", gated ? "[2·f]" : "[f]",
        saturating_product({size.up_matrices, size.feed_forward}));
    add(Sharding::replicated, "down bias", "[h]", size.hidden);
  }
}

void append_experts(ParameterGroups& groups, const Model& model, const Dimensions& size) {
  const bool gated = size.up_matrices == 2;
  groups.push_back(
      {Component::router, Sharding::replicated, "router", "[h, E]", saturating_product({size.hidden, size.experts})});
  const auto add = [&](std::string_view name, std::string_view shape, std::int64_t count) {
    groups.push_back({Component::experts, Sharding::expert, name, shape, count});
  };
  add(gated ? "experts' gate and up" : "experts' up", gated ? "[E, h, 2·f_e]" : "[E, h, f_e]",
      saturating_product({size.experts, size.hidden, size.up_matrices, size.expert_feed_forward}));
  add("experts' down", "[E, f_e, h]", saturating_product({size.experts, size.expert_feed_forward, size.hidden}));
  if (model.mlp_bias) {
    add("experts' up bias", gated ? "[E, 2·f_e]" : "[E, f_e]",
        saturating_product({size.experts, size.up_matrices, size.expert_feed_forward}));
    add("experts' down bias", "[E, h]", saturating_product({size.experts, size.hidden}));
  }
  if (size.shared_feed_forward == 0) return;
  const auto add_shared = [&](std::string_view name, std::string_view shape, std::int64_t count) {
    groups.push_back({Component::shared_experts, Sharding::tensor, name, shape, count});
  };
  add_shared(gated ? "shared experts' gate and up" : "shared experts' up", gated ? "[h, 2·f_s]" : "[h, f_s]",
             saturating_product({size.hidden, size.up_matrices, size.shared_feed_forward}));
  add_shared("shared experts' down", "[f_s, h]", saturating_product({size.shared_feed_forward, size.hidden}));
}

}  // namespace

ParameterGroups embedding_parameters(const Model& model, std::int64_t vocabulary) {
  const Dimensions size = dimensions_of(model);
  ParameterGroups groups = {
      {Component::embedding, Sharding::tensor, "token table", "[V, h]", saturating_product({vocabulary, size.hidden})}};
  if (model.position_embedding == PositionEmbedding::learned)
    groups.push_back({Component::embedding, Sharding::replicated, "position table", "[positions, h]",
                      saturating_product({model.max_position_embeddings.value_or(0), size.hidden})});
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
    append_latent_attention(groups, size);
  else
    append_attention(groups, model, size);
  if (model.attention_output_bias.value_or(model.attention_bias))
    groups.push_back({Component::attention, Sharding::replicated, "output bias", "[h]", size.hidden});
  if (moe)
    append_experts(groups, model, size);
  else
    append_dense_mlp(groups, model, size);
  const std::int64_t norms = model.use_parallel_residual ? 1 : 2;
  groups.push_back({Component::norms, Sharding::replicated, norms == 1 ? "norm" : "norms",
                    norms == 1 ? "[h]" : "2 x [h]", saturating_product({norms, size.norm_vectors, size.hidden})});
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
  ParameterGroups groups = {{Component::norms, Sharding::replicated, "final norm", "[h]",
                             saturating_product({size.norm_vectors, size.hidden})}};
  const std::int64_t matrix = saturating_product({size.hidden, vocabulary});
  if (!model.tie_word_embeddings)
    groups.push_back({Component::head, Sharding::tensor, "output matrix", "[h, V]", matrix});
  else if (tied_copy_on_last_stage)
    groups.push_back({Component::head, Sharding::tensor, "copy of the token table", "[h, V]", matrix});
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

namespace {

/// Adds `times` blocks to the totals of the model.
void tally(ParameterCounts& counts, const Dimensions& size, const ParameterGroups& groups, std::int64_t times) {
  for (const ParameterGroup& group : groups) {
    const std::int64_t all = saturating_product({group.count, times});
    counts.total = saturating_sum(counts.total, all);
    auto& component = counts.by_component[static_cast<std::size_t>(group.component)];
    component = saturating_sum(component, all);
    const bool routed = group.component == Component::experts && size.experts > 0;
    const std::int64_t used = routed ? saturating_product({group.count / size.experts, size.routed}) : group.count;
    counts.active = saturating_sum(counts.active, saturating_product({used, times}));
  }
}

}  // namespace

ParameterCounts count_parameters(const Model& model, const Plan& plan, const std::vector<StageContent>& layout) {
  const Dimensions size = dimensions_of(model);
  const std::int64_t padded = trained_vocabulary(model, plan);
  const ParameterGroups dense = layer_parameters(model, false);
  const ParameterGroups moe = layer_parameters(model, true);
  const std::int64_t dense_total = total(dense), moe_total = total(moe);

  ParameterCounts counts;
  counts.by_component.assign(static_cast<std::size_t>(Component::head) + 1, 0);
  counts.embedding = saturating_product({model.vocab_size, size.hidden});
  counts.padding = saturating_product(
      {std::max<std::int64_t>(padded - model.vocab_size, 0), size.hidden, model.tie_word_embeddings ? 1 : 2});
  counts.mtp = saturating_product({model.num_nextn_predict_layers, total(mtp_parameters(model))});

  const auto ranks = std::min(static_cast<std::size_t>(std::max<std::int64_t>(plan.pp, 1)), layout.size());
  const bool tied_copy = ranks > 1;
  counts.per_stage.assign(ranks, 0);
  std::int64_t moe_layers = 0;
  for (std::size_t k = 0; k < layout.size(); ++k) {
    const StageContent& stage = layout[k];
    for (std::int64_t i = 0; i < stage.layers(); ++i)
      counts.per_layer.push_back(is_moe_layer(model, stage.first_layer + i) ? moe_total : dense_total);
    moe_layers += stage.moe_layers;
    std::int64_t held = saturating_sum(saturating_product({stage.dense_layers, dense_total}),
                                       saturating_product({stage.moe_layers, moe_total}));
    if (stage.embedding) held = saturating_sum(held, total(embedding_parameters(model, padded)));
    if (stage.head) held = saturating_sum(held, total(head_parameters(model, padded, tied_copy)));
    if (stage.mtp_layers > 0) held = saturating_sum(held, counts.mtp);
    counts.per_stage[k % ranks] = saturating_sum(counts.per_stage[k % ranks], held);
  }
  const auto layers = static_cast<std::int64_t>(counts.per_layer.size());
  tally(counts, size, embedding_parameters(model, model.vocab_size), 1);
  tally(counts, size, dense, layers - moe_layers);
  tally(counts, size, moe, moe_layers);
  tally(counts, size, head_parameters(model, model.vocab_size, false), 1);
  return counts;
}

}  // namespace shardscope
