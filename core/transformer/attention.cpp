#include <algorithm>

#include "core/transformer/local_shape.h"

namespace shardscope {

namespace {

/// Share of the causal query-key pairs that a sliding window leaves, averaged over global and windowed layers.
double window_share(const Model& model, const LocalShape& at) {
  if (!model.sliding_window || at.sequence <= 0) return 1;
  const double seen = std::min(static_cast<double>(*model.sliding_window) / at.sequence, 1.0);
  const double windowed = 1 - (1 - seen) * (1 - seen);
  const double pattern = static_cast<double>(std::max<std::int64_t>(model.sliding_window_pattern.value_or(0), 0));
  return pattern > 0 ? (windowed * (pattern - 1) + 1) / pattern : windowed;
}

/// Multi-head or grouped-query projections.
void add_projections(Block& block, const Model& model, const LocalShape& at) {
  const double d = static_cast<double>(at.size.head_dim);
  const double q = at.heads * d, kv = at.kv_heads * d;
  add_matrix(block, "q k v projection", Module::none, {at.tokens, q + 2 * kv, at.hidden}, at.low_precision,
             kv / (q + 2 * kv));
  const double rotated = 2 * at.value_bytes * at.tokens * (q + kv);
  if (model.qk_norm) {
    add_memory_bound(block, "q k norm", Module::layernorm, rotated, rotated);
    block.saved.push_back({"input of the q k norm", "[s/cp, b, (a + g)·d/tp]", Module::none, at.tokens * (q + kv),
                           at.value_bytes, "norm over each head: its input"});
  }
  if (model.position_embedding == PositionEmbedding::rope)
    add_memory_bound(block, "rotary embedding", Module::none, rotated, rotated);
  block.saved.push_back({"q", "[s/cp, b, a·d/tp]", Module::none, at.tokens * q, at.value_bytes, korthikanti_4_1, true});
  block.saved.push_back({"k", "[s/cp, b, g·d/tp]", Module::none, at.tokens * kv, at.value_bytes, korthikanti_4_1});
  block.saved.push_back(
      {"v", "[s/cp, b, g·d/tp]", Module::none, at.tokens * kv, at.value_bytes, korthikanti_4_1, true});
}

/// Megatron-Core fuses it with the up projection that follows.
void add_latent_norm(Block& block, const LocalShape& at, std::string_view name, std::string_view shape, double rank) {
  add_norm(block, at, name, Module::mla_up_proj, {shape, at.slice_tokens, rank});
}

/// DeepSeek-V2 (2024), section 2.1. The down projections run whole on every rank, each on its slice of the tokens.
void add_latent_projections(Block& block, const Model& model, const LocalShape& at) {
  constexpr std::string_view source = "DeepSeek-V2 2024, section 2.1, with Megatron-Core's sharding";
  const double q_rank = static_cast<double>(at.size.q_rank), kv_rank = static_cast<double>(at.size.kv_rank);
  const double rope = static_cast<double>(at.size.rope_dim), nope = static_cast<double>(at.size.query_dim) - rope;
  const double q = at.heads * static_cast<double>(at.size.query_dim);
  const double v = at.heads * static_cast<double>(at.size.value_dim);
  const double slice = at.slice_tokens;
  const auto save = [&](std::string_view name, std::string_view shape, Module module, double elements, double bytes) {
    block.saved.push_back({name, shape, module, elements, bytes, source});
  };
  if (q_rank > 0) {
    add_matrix(block, "q down projection", Module::none, {slice, q_rank, at.hidden}, at.low_precision, 0);
    block.operations.back().split = false;
    save("compressed q", at.sliced ? "[s/cp/tp, b, r_q]" : "[s/cp, b, r_q]", Module::none, slice * q_rank,
         at.value_bytes);
    add_latent_norm(block, at, "compressed q norm", at.sliced ? "[s/cp/tp, b, r_q]" : "[s/cp, b, r_q]", q_rank);
    save("input of the q up projection", at.sliced ? "[s/cp/tp, b, r_q]" : "[s/cp, b, r_q]", Module::mla_up_proj,
         slice * q_rank, at.product_input_bytes);
  }
  add_matrix(block, "k v down projection", Module::none, {slice, kv_rank + rope, at.hidden}, at.low_precision, 0);
  block.operations.back().split = false;
  save("compressed k v", at.sliced ? "[s/cp/tp, b, r_kv + d_rope]" : "[s/cp, b, r_kv + d_rope]", Module::none,
       slice * (kv_rank + rope), at.value_bytes);
  add_latent_norm(block, at, "compressed k v norm", at.sliced ? "[s/cp/tp, b, r_kv]" : "[s/cp, b, r_kv]", kv_rank);
  save("input of the k v up projection", at.sliced ? "[s/cp/tp, b, r_kv]" : "[s/cp, b, r_kv]", Module::mla_up_proj,
       slice * kv_rank, at.product_input_bytes);
  add_matrix(block, "q up projection", Module::mla_up_proj, {at.tokens, q, q_rank > 0 ? q_rank : at.hidden},
             at.low_precision, 1);
  add_matrix(block, "k v up projection", Module::mla_up_proj, {at.tokens, at.heads * nope + v, kv_rank},
             at.low_precision, 0);
  const double rotated = 2 * at.value_bytes * at.tokens * 2 * at.heads * rope;
  if (model.position_embedding == PositionEmbedding::rope)
    add_memory_bound(block, "rotary embedding", Module::mla_up_proj, rotated, rotated);
  save("q", "[s/cp, b, a·d_qk/tp]", Module::mla_up_proj, at.tokens * q, at.value_bytes);
  save("k", "[s/cp, b, a·d_qk/tp]", Module::mla_up_proj, at.tokens * q, at.value_bytes);
  save("v", "[s/cp, b, a·d_v/tp]", Module::mla_up_proj, at.tokens * v, at.value_bytes);
}

/// Queries, keys, values and the output once; backward reads them and the output's gradient, and writes the other
/// gradients. The keys are those of the whole sequence.
void set_attention_bytes(Operation& attention, const LocalShape& at) {
  const double query = static_cast<double>(at.size.query_dim), value = static_cast<double>(at.size.value_dim);
  const double key_heads = at.size.mla ? at.heads : at.kv_heads;
  const double elements = at.tokens * (at.heads + at.cp * key_heads) * (query + value);
  attention.forward_bytes = Bytes{at.value_bytes * elements};
  attention.backward_bytes = 2 * attention.forward_bytes;
}

void add_core_attention(Block& block, const Model& model, const Plan& plan, const LocalShape& at) {
  const double widths = static_cast<double>(at.size.query_dim + at.size.value_dim);
  const double scores = at.heads * at.tokens * at.sequence;
  Operation attention;
  attention.name = "attention";
  attention.kind = OperationKind::attention;
  attention.module = Module::core_attn;
  attention.head_dim = static_cast<double>(at.size.query_dim);
  attention.keys = at.sequence / at.cp;
  if (model.sliding_window && !model.sliding_window_pattern)
    attention.keys = std::min(attention.keys, static_cast<double>(*model.sliding_window));
  attention.fused_attention = plan.flash_attention.value_or(true);
  set_attention_bytes(attention, at);
  if (attention.fused_attention) {
    attention.attention_flops = Flops{scores * widths * window_share(model, at)};
    block.saved.push_back({"softmax statistics", "[s/cp, b, a/tp]", Module::core_attn, at.heads * at.tokens, 4,
                           "Dao 2023, FlashAttention-2, section 3.1: one log-sum-exp a row", true});
  } else {
    attention.attention_flops = Flops{2 * scores * widths};
    attention.scores = scores;
    block.saved.push_back(
        {"softmax output", "[b, a/tp, s/cp, s]", Module::core_attn, scores, at.value_bytes, korthikanti_4_1});
    if (!at.fused && at.value_bytes < 4)
      block.saved.push_back({"softmax output in fp32", "[b, a/tp, s/cp, s]", Module::core_attn, scores, 4,
                             "Hugging Face's eager attention: softmax in fp32, then cast"});
    if (at.dropout) {
      block.saved.push_back(
          {"attention dropout mask", "[b, a/tp, s/cp, s]", Module::core_attn, scores, 1, korthikanti_4_1});
      block.saved.push_back({"attention dropout output", "[b, a/tp, s/cp, s]", Module::core_attn, scores,
                             at.value_bytes, korthikanti_4_1});
    }
  }
  block.operations.push_back(attention);
}

/// Latent attention has two down projections, and an 8- or 4-bit recipe gives each its own copy.
void add_projections_input(Block& block, const LocalShape& at) {
  const double slice = at.slice_tokens * at.hidden;
  if (!at.size.mla) {
    block.saved.push_back({"input of the q k v projection", at.slice_shape(), Module::layernorm, slice,
                           at.product_input_bytes, korthikanti_4_1});
    return;
  }
  const bool twice = at.low_precision;
  const std::string_view shape = twice ? (at.sliced ? "2 x [s/cp/tp, b, h]" : "2 x [s/cp, b, h]") : at.slice_shape();
  block.saved.push_back({"input of the down projections", shape, Module::layernorm, (twice ? 2 : 1) * slice,
                         at.product_input_bytes,
                         twice ? "Transformer Engine quantises each product's input for itself" : korthikanti_4_1});
}

/// What attention's own backward needs of its output, and what the output projection does. In 16 bits it is one
/// tensor, which recomputing core attention doesn't drop. Quantised, the projection has a copy of its own: beside the
/// 16-bit one with delayed scaling, instead of it with the others (Megatron-Core's set_save_original_input).
void add_attention_output(Block& block, const Plan& plan, const LocalShape& at, double elements) {
  constexpr std::string_view shape = "[s/cp, b, a·d_v/tp]";
  const bool fused = plan.flash_attention.value_or(true);
  const bool delayed = plan.precision == Precision::fp8 || plan.precision == Precision::fp8_delayed;
  const bool copied = at.low_precision && (delayed || !fused);
  if (fused || !copied)
    block.saved.push_back({"attention output", shape, copied ? Module::core_attn : Module::none, elements,
                           at.value_bytes, korthikanti_4_1, true});
  if (copied)
    block.saved.push_back({"quantised attention output", shape, Module::none, elements, at.product_input_bytes,
                           "Transformer Engine: the output projection's input, quantised for its weight gradient"});
}

}  // namespace

void add_attention(Block& block, const Model& model, const Plan& plan, const LocalShape& at) {
  const double slice = at.slice_tokens * at.hidden;
  block.saved.push_back({"input of the norm before attention", at.slice_shape(), Module::none, slice, at.value_bytes,
                         korthikanti_4_1, true});
  add_norm(block, at, "norm before attention", Module::layernorm, {at.slice_shape(), at.slice_tokens, at.hidden});
  add_projections_input(block, at);
  if (at.size.mla)
    add_latent_projections(block, model, at);
  else
    add_projections(block, model, at);
  add_core_attention(block, model, plan, at);
  const double output = at.heads * static_cast<double>(at.size.value_dim);
  add_attention_output(block, plan, at, at.tokens * output);
  add_matrix(block, "output projection", Module::none, {at.tokens, at.hidden, output}, at.low_precision, 1);
  add_norm_after(block, model, at, "norm after attention", "input of the norm after attention");
  if (at.dropout)
    block.saved.push_back({"dropout mask after attention", at.slice_shape(), Module::none, slice, 1, korthikanti_4_1});
  if (!model.use_parallel_residual) add_residual(block, at, "residual after attention");
  const double key_heads = at.size.mla ? at.heads : at.kv_heads;
  const double keys_and_values = key_heads * static_cast<double>(at.size.query_dim + at.size.value_dim);
  block.traffic.cp_bytes_forward = Bytes{(at.cp - 1) * at.tokens * at.value_bytes * keys_and_values};
  block.traffic.cp_bytes_backward = 2 * block.traffic.cp_bytes_forward;
}

}  // namespace shardscope
