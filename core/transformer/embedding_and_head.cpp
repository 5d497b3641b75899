#include "core/transformer/local_shape.h"

namespace shardscope {

namespace {

constexpr std::string_view korthikanti_4_3 = "Korthikanti et al. 2022, section 4.3";

/// Forward: the rows read and written. Backward: the gradient read, the fp32 accumulation read and written.
void add_token_rows(Block& block, const LocalShape& at) {
  using namespace letters;
  add_memory_bound(block, at, OperationName::gather_of_token_rows, Module::none, shape_of(s / cp, b, h),
                   {2 * at.value.bytes, at.value.bytes + 8});
}

}  // namespace

void add_embedding(Block& block, const Model& model, const LocalShape& at) {
  using namespace letters;
  save(block, at, TensorName::token_ids, shape_of(s / cp, b), Module::none, int64_value, "64-bit integers");
  add_token_rows(block, at);
  if (model.embedding_norm) {
    save(block, at, TensorName::input_of_the_embeddings_norm, at.slice_shape(), Module::none, at.value,
         korthikanti_4_1);
    add_norm(block, at, OperationName::norm_of_the_embedding, Module::layernorm, at.slice_shape());
  }
  if (at.dropout)
    save(block, at, TensorName::dropout_mask_of_the_embedding, at.slice_shape(), Module::none, byte_value,
         korthikanti_4_3);
}

void add_head(Block& block, const LocalShape& at) {
  using namespace letters;
  save(block, at, TensorName::input_of_the_final_norm, at.slice_shape(), Module::none, at.value, korthikanti_4_3);
  add_norm(block, at, OperationName::final_norm, Module::none, at.slice_shape());
  save(block, at, TensorName::input_of_the_output_matrix, at.slice_shape(), Module::none, at.value, korthikanti_4_3);
  add_matrix(block, at, OperationName::logits, Module::none, shape_of(b * s / cp, V / tp, h), false, 0);
  const Shape logits = shape_of(s / cp, b, V / tp);
  save(block, at, TensorName::logits_in_fp32, logits, Module::none, fp32_value, korthikanti_4_3);
  // 12 bytes per logit, forward and backward together.
  add_memory_bound(block, at, OperationName::cross_entropy, Module::none, logits, {6, 6}).kernel =
      KernelForm::cross_entropy;
}

void add_mtp_projection(Block& block, const LocalShape& at) {
  using namespace letters;
  constexpr std::string_view source = "DeepSeek-V3 2024, section 2.2, equation 21";
  add_token_rows(block, at);
  const Shape both = 2 * at.slice_shape();
  save(block, at, TensorName::inputs_of_the_norms_of_token_and_state, both, Module::none, at.value, source);
  add_norm(block, at, OperationName::norms_of_token_and_state, Module::layernorm, both);
  save(block, at, TensorName::input_of_the_projection_of_token_and_state, shape_of(at.slice(), b, 2 * h),
       Module::layernorm, at.product_input, source);
  add_matrix(block, at, OperationName::projection_of_token_and_state, Module::none, shape_of(b * s / cp, h / tp, 2 * h),
             at.low_precision, 0);
}

}  // namespace shardscope
