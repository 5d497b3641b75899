#include <algorithm>

#include "core/transformer/local_shape.h"

namespace shardscope {

namespace {

/// Multi-head or grouped-query projections.
void add_projections(Block& block, const Model& model, const LocalShape& at) {
  using namespace letters;
  const double q_width = at.heads, kv_width = at.kv_heads;
  add_matrix(block, at, OperationName::q_k_v_projection, Module::none, shape_of(b * s / cp, (a + 2 * g) * d / tp, h),
             at.low_precision, kv_width / (q_width + 2 * kv_width));
  const Shape rotated = shape_of(s / cp, b, (a + g) * d / tp);
  const BytesMoved read_and_written{2 * at.value.bytes, 2 * at.value.bytes};
  if (model.qk_norm) {
    add_memory_bound(block, at, OperationName::q_k_norm, Module::layernorm, rotated, read_and_written);
    save(block, at, TensorName::input_of_the_q_k_norm, rotated, Module::none, at.value,
         "norm over each head: its input");
    read_by_newest(block);
  }
  if (model.position_embedding == PositionEmbedding::rope)
    add_memory_bound(block, at, OperationName::rotary_embedding, Module::none, rotated, read_and_written);
  const Shape q = shape_of(s / cp, b, a * d / tp), k_or_v = shape_of(s / cp, b, g * d / tp);
  save(block, at, TensorName::q, q, Module::none, at.value, korthikanti_4_1, true);
  save(block, at, TensorName::k, k_or_v, Module::none, at.value, korthikanti_4_1);
  save(block, at, TensorName::v, k_or_v, Module::none, at.value, korthikanti_4_1, true);
}

/// DeepSeek-V2 (2024), section 2.1. The down projections run whole on every rank, each on its slice of the tokens.
/// Megatron-Core fuses each norm with the up projection that follows.
void add_latent_projections(Block& block, const Model& model, const LocalShape& at) {
  using namespace letters;
  constexpr std::string_view source = "DeepSeek-V2 2024, section 2.1, with Megatron-Core's sharding";
  const auto keep = [&](TensorName name, const Shape& shape, Module module, KeptValue value) {
    save(block, at, name, shape, module, value, source);
  };
  const auto down = [&](OperationName name, const Extent& rank) {
    add_matrix(block, at, name, Module::none, shape_of(b * at.slice(), rank, h), at.low_precision, 0).split = false;
  };
  const Extent tokens = b * s / cp;
  const bool compressed = at.size.q_rank > 0;
  if (compressed) {
    const Shape queries = shape_of(at.slice(), b, r_q);
    down(OperationName::q_down_projection, r_q);
    keep(TensorName::compressed_q, queries, Module::none, at.value);
    add_norm(block, at, OperationName::compressed_q_norm, Module::mla_up_proj, queries);
    keep(TensorName::input_of_the_q_up_projection, queries, Module::mla_up_proj, at.product_input);
  }
  const Shape keys_and_values = shape_of(at.slice(), b, r_kv);
  down(OperationName::k_v_down_projection, r_kv + d_rope);
  keep(TensorName::compressed_k_v, shape_of(at.slice(), b, r_kv + d_rope), Module::none, at.value);
  add_norm(block, at, OperationName::compressed_k_v_norm, Module::mla_up_proj, keys_and_values);
  keep(TensorName::input_of_the_k_v_up_projection, keys_and_values, Module::mla_up_proj, at.product_input);
  add_matrix(block, at, OperationName::q_up_projection, Module::mla_up_proj,
             shape_of(tokens, a * d_qk / tp, compressed ? r_q : h), at.low_precision, 1);
  add_matrix(block, at, OperationName::k_v_up_projection, Module::mla_up_proj,
             shape_of(tokens, a * (d_nope + d_v) / tp, r_kv), at.low_precision, 0);
  if (model.position_embedding == PositionEmbedding::rope)
    add_memory_bound(block, at, OperationName::rotary_embedding, Module::mla_up_proj,
                     shape_of(s / cp, b, 2 * a * d_rope / tp), {2 * at.value.bytes, 2 * at.value.bytes});
  const Shape q_or_k = shape_of(s / cp, b, a * d_qk / tp);
  keep(TensorName::q, q_or_k, Module::mla_up_proj, at.value);
  keep(TensorName::k, q_or_k, Module::mla_up_proj, at.value);
  keep(TensorName::v, shape_of(s / cp, b, a * d_v / tp), Module::mla_up_proj, at.value);
}

/// Queries, keys, values and the output once; backward reads them and the output's gradient, and writes the other
/// gradients. The keys are those of the whole sequence.
void set_attention_bytes(Operation& attention, const LocalShape& at) {
  const double query = static_cast<double>(at.size.query_dim), value = static_cast<double>(at.size.value_dim);
  const double key_heads = at.size.mla ? at.heads : at.kv_heads;
  const double elements = at.tokens * (at.heads + at.cp * key_heads) * (query + value);
  attention.forward_bytes = Bytes{at.value.bytes * elements};
  attention.backward_bytes = 2 * attention.forward_bytes;
}

void add_core_attention(Block& block, const Model& model, const Plan& plan, const LocalShape& at) {
  using namespace letters;
  const double widths = static_cast<double>(at.size.query_dim + at.size.value_dim);
  const double scores = at.heads * at.tokens * at.sequence;
  const Shape all_scores = shape_of(b, a / tp, s / cp, s);
  const auto keep = [&](TensorName name, KeptValue value, std::string_view source = korthikanti_4_1) {
    save(block, at, name, all_scores, Module::core_attn, value, source);
  };
  Operation attention;
  attention.name = OperationName::attention;
  attention.kind = OperationKind::attention;
  attention.module = Module::core_attn;
  attention.shape = shape_of(s / cp, b, a * d_qk / tp);
  attention.head_dim = static_cast<double>(at.size.query_dim);
  attention.keys = at.sequence / at.cp;
  if (model.sliding_window && !model.sliding_window_pattern)
    attention.keys = std::min(attention.keys, static_cast<double>(*model.sliding_window));
  attention.fused_attention = fuses_attention(plan);
  set_attention_bytes(attention, at);
  if (attention.fused_attention) {
    attention.attention_flops = Flops{scores * widths * window_share(model, at.sequence)};
    save(block, at, TensorName::softmax_statistics, shape_of(s / cp, b, a / tp), Module::core_attn, fp32_value,
         "Dao 2023, FlashAttention-2, section 3.1: one log-sum-exp per row", true);
  } else {
    attention.attention_flops = Flops{2 * scores * widths};
    attention.scores = scores;
    keep(TensorName::softmax_output, at.value);
    if (!at.fused && at.value.bytes < 4)
      keep(TensorName::softmax_output_in_fp32, fp32_value,
           "Hugging Face's eager attention: softmax in fp32, then cast");
    if (at.dropout) {
      keep(TensorName::attention_dropout_mask, byte_value);
      keep(TensorName::attention_dropout_output, at.value);
    }
  }
  block.operations.push_back(attention);
}

/// Latent attention has two down projections, and an 8- or 4-bit recipe gives each its own copy.
void add_projections_input(Block& block, const LocalShape& at) {
  if (!at.size.mla)
    return save(block, at, TensorName::input_of_the_q_k_v_projection, at.slice_shape(), Module::layernorm,
                at.product_input, korthikanti_4_1);
  const bool twice = at.low_precision;
  save(block, at, TensorName::input_of_the_down_projections, (twice ? 2 : 1) * at.slice_shape(), Module::layernorm,
       at.product_input, twice ? "Transformer Engine quantises each product's input for itself" : korthikanti_4_1);
}

/// What attention's own backward needs of its output, and what the output projection does. In 16 bits it is one
/// tensor, which recomputing core attention doesn't drop. Quantised, the projection has a copy of its own: beside the
/// 16-bit one with delayed scaling, instead of it with the others (Megatron-Core's set_save_original_input).
void add_attention_output(Block& block, const Plan& plan, const LocalShape& at) {
  using namespace letters;
  const Shape shape = shape_of(s / cp, b, a * d_v / tp);
  const bool fused = fuses_attention(plan);
  const bool copied = at.low_precision && (facts_of(plan.precision).keeps_plain_outputs || !fused);
  if (fused || !copied)
    save(block, at, TensorName::attention_output, shape, copied ? Module::core_attn : Module::none, at.value,
         korthikanti_4_1, true);
  if (fused) read_by_newest(block);
  if (copied)
    save(block, at, TensorName::quantised_attention_output, shape, Module::none, at.product_input,
         "Transformer Engine: the output projection's input, quantised for its weight gradient");
}

}  // namespace

void add_attention(Block& block, const Model& model, const Plan& plan, const LocalShape& at) {
  using namespace letters;
  save(block, at, TensorName::input_of_the_norm_before_attention, at.slice_shape(), Module::none, at.value,
       korthikanti_4_1, true);
  add_norm(block, at, OperationName::norm_before_attention, Module::layernorm, at.slice_shape());
  add_projections_input(block, at);
  if (at.size.mla)
    add_latent_projections(block, model, at);
  else
    add_projections(block, model, at);
  add_core_attention(block, model, plan, at);
  add_attention_output(block, plan, at);
  add_matrix(block, at, OperationName::output_projection, Module::none, shape_of(b * s / cp, h, a * d_v / tp),
             at.low_precision, 1);
  add_norm_after(block, model, at, OperationName::norm_after_attention, TensorName::input_of_the_norm_after_attention);
  if (at.dropout)
    save(block, at, TensorName::dropout_mask_after_attention, at.slice_shape(), Module::none, byte_value,
         korthikanti_4_1);
  if (!model.use_parallel_residual) add_residual(block, at, OperationName::residual_after_attention);
  const double key_heads = at.size.mla ? at.heads : at.kv_heads;
  const double keys_and_values = key_heads * static_cast<double>(at.size.query_dim + at.size.value_dim);
  block.traffic.cp_bytes_forward = Bytes{(at.cp - 1) * at.tokens * at.value.bytes * keys_and_values};
  block.traffic.cp_bytes_backward = 2 * block.traffic.cp_bytes_forward;
}

}  // namespace shardscope
