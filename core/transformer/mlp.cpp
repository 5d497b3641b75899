#include "core/transformer/local_shape.h"

namespace shardscope {

void add_dense_mlp(Block& block, const Model& model, const LocalShape& at) {
  const double slice = at.slice_tokens * at.hidden;
  const double wide = at.tokens * at.feed_forward;
  const bool beside = model.use_parallel_residual;  // it reads what attention reads, by its own norm or by the same
  if (!beside) {
    // torchtitan keeps the down projection's output instead, which is as large.
    block.saved.push_back({"input of the norm before the MLP", at.slice_shape(), Module::none, slice, at.value_bytes,
                           korthikanti_4_1, true});
  }
  if (!beside || !model.shared_norm) {
    add_norm(block, at, "norm before the MLP", Module::mlp_norm, {at.slice_shape(), at.slice_tokens, at.hidden});
    block.saved.push_back({at.gated ? "input of gate and up" : "input of the up projection", at.slice_shape(),
                           Module::mlp_norm, slice, at.product_input_bytes, korthikanti_4_1});
  }
  add_matrix(block, at.gated ? "gate and up projection" : "up projection", Module::mlp,
             {at.tokens, (at.gated ? 2 : 1) * at.feed_forward, at.hidden}, at.low_precision, at.gated ? 0.5 : 0);
  constexpr std::string_view gated_source = "Shazeer 2020, GLU Variants: the product's backward needs both factors";
  if (at.gated) {
    block.saved.push_back({"gate", "[s/cp, b, f/tp]", Module::mlp, wide, at.value_bytes, gated_source, true});
    block.saved.push_back({"up", "[s/cp, b, f/tp]", Module::mlp, wide, at.value_bytes, gated_source});
    if (!at.fused)
      block.saved.push_back({"activated gate", "[s/cp, b, f/tp]", Module::mlp, wide, at.value_bytes, gated_source});
  } else {
    block.saved.push_back(
        {"input of the activation", "[s/cp, b, f/tp]", Module::mlp, wide, at.value_bytes, korthikanti_4_1, true});
  }
  add_activation(block, at, "activation", Module::mlp, wide);
  block.saved.push_back(
      {"input of the down projection", "[s/cp, b, f/tp]", Module::mlp, wide, at.product_input_bytes, korthikanti_4_1});
  add_matrix(block, "down projection", Module::mlp, {at.tokens, at.hidden, at.feed_forward}, at.low_precision,
             at.gated ? 0 : 1);
  add_norm_after(block, model, at, "norm after the MLP", "input of the norm after the MLP");
  if (at.dropout)
    block.saved.push_back({"dropout mask after the MLP", at.slice_shape(), Module::none, slice, 1, korthikanti_4_1});
  add_residual(block, at, "residual after the MLP");
}

}  // namespace shardscope
