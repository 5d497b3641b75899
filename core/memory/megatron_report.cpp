#include "core/memory/megatron_report.h"

#include <algorithm>

#include "core/base/limits.h"
#include "core/base/saturating.h"
#include "core/memory/activations.h"
#include "core/scenario/plan_counts.h"
#include "core/scenario/plan_schedule.h"
#include "core/transformer/dimensions.h"

namespace shardscope {

namespace {

/// Parameters by how they are sharded, before sharding.
struct Counts {
  double tensor = 0, expert = 0, replicated = 0;
};

double attention_parameters(const MegatronArguments& in) {
  if (!in.latent_attention)
    return 2 * in.hidden * in.hidden * ((1 + in.kv_groups / in.heads) * (in.kv_channels * in.heads / in.hidden));
  const double query = in.query_nope + in.query_rope;
  const double q =
      in.q_rank > 0 ? in.q_rank * (in.hidden + in.heads * query + in.norm_vectors) : in.hidden * in.heads * query;
  return q + in.kv_rank * (in.hidden + in.heads * (in.query_nope + in.value_dim) + in.norm_vectors) +
         in.hidden * in.query_rope + in.heads * in.value_dim * in.hidden;
}

Counts layer_counts(const MegatronArguments& in, double dense, double moe) {
  const MegatronLayerCounts layer = megatron_layer_counts(in);
  Counts counts;
  counts.tensor = dense * (layer.attention + layer.mlp) + moe * (layer.attention + layer.shared);
  counts.expert = moe * layer.experts;
  counts.replicated = (dense + moe) * layer.norms + moe * (layer.router + layer.shared_gate);
  return counts;
}

/// The terms of a formula whose layers take so many bytes each: layers and embedding in flight, logits where pp is 1.
MegatronActivations activation_terms(const MegatronArguments& in, double layer_bytes, double logits) {
  const double tokens = in.sequence * in.micro_batch;
  const double layers = in.dense_layers + in.moe_layers;
  const double in_flight = megatron_in_flight_factor(in);
  return {layer_bytes * layers * in_flight, (8 * tokens * in.pp + tokens * in.hidden * in.pp) * in_flight,
          in.pp == 1 ? logits : 0};
}

MegatronActivations selective_terms(const MegatronArguments& in) {
  const double tokens = in.sequence * in.micro_batch;
  MegatronActivations terms = activation_terms(in, tokens * in.hidden * (18 + 4 * (in.feed_forward / in.hidden)),
                                               tokens * in.hidden * 4 * (1 + in.padded_vocabulary / in.hidden));
  terms.layers /= in.tp, terms.embedding /= in.tp, terms.logits /= in.tp;
  return terms;
}

MegatronActivations unsharded_terms(const MegatronArguments& in) {
  const double tokens = in.sequence * in.micro_batch;
  MegatronActivations terms = activation_terms(in, tokens * in.hidden * (10 + 24 / in.tp),
                                               (tokens * in.padded_vocabulary / in.tp + tokens * in.hidden) * 2);
  terms.allowance = 1.05;
  return terms;
}

double sum_of(const MegatronActivations& terms) {
  return (terms.layers + terms.embedding + terms.logits) * terms.allowance;
}

/// Parameters x 18 (bf16 weights 2, fp32 gradients 4, master 4, Adam 8), or x (6 + 12/dp) with the distributed
/// optimizer; experts by their own replicas.
double weight_and_optimizer_bytes(const MegatronArguments& in) {
  const Counts layers = layer_counts(in, in.dense_layers, in.moe_layers);
  const double mtp_moe = in.mtp_is_moe ? in.mtp_layers : 0;
  const Counts mtp = layer_counts(in, in.mtp_layers - mtp_moe, mtp_moe);
  const double embedding = in.hidden * in.padded_vocabulary * (in.untied && in.pp == 1 ? 2 : 1);
  const double tensor = (layers.tensor / in.pp + mtp.tensor + embedding) / in.tp;
  const double expert = (layers.expert / in.pp + mtp.expert) / (in.etp * in.ep);
  const double replicated = (layers.replicated + in.hidden * in.norm_vectors) / in.pp + mtp.replicated;
  if (!in.distributed_optimizer) return (tensor + replicated + expert) * 18;
  const double expert_replicas = in.world / (in.etp * in.ep * in.pp);
  return (tensor + replicated) * (6 + 12 / in.dp) + expert * (6 + 12 / expert_replicas);
}

}  // namespace

MegatronActivations megatron_activations(const MegatronArguments& in) {
  return in.sequence_parallel && in.selective ? selective_terms(in) : unsharded_terms(in);
}

MegatronLayerCounts megatron_layer_counts(const MegatronArguments& in) {
  const double matrices = in.gated ? 1.5 : 1;
  const double expert_hidden = in.latent_hidden > 0 ? in.latent_hidden : in.hidden;
  MegatronLayerCounts layer;
  layer.attention = attention_parameters(in);
  layer.mlp = 2 * in.hidden * in.feed_forward * matrices;
  layer.shared = 2 * in.hidden * in.shared_feed_forward * matrices;
  layer.shared_gate = in.shared_gate && in.shared_feed_forward > 0 ? in.hidden : 0;
  layer.experts = 2 * expert_hidden * in.expert_feed_forward * in.experts * matrices;
  layer.router = in.hidden * in.experts + (in.bias ? in.experts : 0) + 2 * in.hidden * in.latent_hidden;
  layer.norms = 2 * in.hidden * in.norm_vectors;
  return layer;
}

double megatron_in_flight_factor(const MegatronArguments& in) {
  if (in.virtual_stages > 0) return 1 + (in.pp - 1) / (in.pp * in.virtual_stages);
  if (in.pp > 1 && in.micro_batches > 0) return std::min(1.0, in.micro_batches / in.pp);
  return 1;
}

MegatronReport megatron_report(const MegatronArguments& in) {
  return {Bytes{weight_and_optimizer_bytes(in)}, Bytes{sum_of(megatron_activations(in))}};
}

MegatronArguments megatron_arguments(const Model& model, const Plan& plan) {
  const Dimensions size = dimensions_of(model);
  MegatronArguments in;
  in.hidden = degree(size.hidden), in.heads = degree(size.heads);
  in.kv_groups = static_cast<double>(size.kv_heads), in.kv_channels = static_cast<double>(size.head_dim);
  in.feed_forward = static_cast<double>(size.feed_forward);
  in.padded_vocabulary = static_cast<double>(trained_vocabulary(model, plan));
  in.gated = model.gated_mlp, in.untied = !model.tie_word_embeddings, in.bias = model.mlp_bias;
  in.norm_vectors = static_cast<double>(size.norm_vectors);
  in.latent_attention = size.mla;
  in.q_rank = static_cast<double>(size.q_rank), in.kv_rank = static_cast<double>(size.kv_rank);
  in.query_rope = static_cast<double>(size.rope_dim);
  in.query_nope = static_cast<double>(size.query_dim) - in.query_rope;
  in.value_dim = static_cast<double>(size.value_dim);
  const std::int64_t layers = std::clamp<std::int64_t>(model.num_hidden_layers, 0, limits::layers_max);
  for (std::int64_t i = 0; i < layers; ++i) ++(is_moe_layer(model, i) ? in.moe_layers : in.dense_layers);
  in.mtp_layers = static_cast<double>(model.num_nextn_predict_layers);
  in.mtp_is_moe = is_moe_layer(model, layers - 1);
  in.experts = static_cast<double>(size.experts);
  in.expert_feed_forward = static_cast<double>(size.expert_feed_forward);
  in.shared_feed_forward = static_cast<double>(size.shared_feed_forward);
  in.shared_gate = model.shared_expert_gate;
  in.tp = degree(plan.tp), in.pp = degree(plan.pp), in.dp = degree(replicas_of(plan));
  in.ep = degree(plan.ep), in.etp = degree(expert_tensor_of(plan));
  in.world = in.tp * in.pp * degree(plan.cp) * in.dp;
  const bool interleaves = ways_of(plan).goes_round();
  in.virtual_stages = interleaves && plan.virtual_stages > 1 ? static_cast<double>(plan.virtual_stages) : 0;
  in.distributed_optimizer = shards_optimizer(plan);
  in.sequence_parallel = is_sequence_parallel(plan);
  in.selective = recompute_mode(plan) == RecomputeMode::selective;
  in.sequence = static_cast<double>(plan.sequence_length);
  in.micro_batch = static_cast<double>(plan.micro_batch);
  in.micro_batches = static_cast<double>(micro_batches_of(plan));
  return in;
}

}  // namespace shardscope
