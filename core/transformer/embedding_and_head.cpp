#include "core/transformer/local_shape.h"

namespace shardscope {

namespace {

constexpr std::string_view korthikanti_4_3 = "Korthikanti et al. 2022, section 4.3";

}  // namespace

void add_embedding(Block& block, const Model& model, const LocalShape& at) {
  const double values = at.tokens * at.hidden;
  block.saved.push_back({"token ids", "[s/cp, b]", Module::none, at.tokens, 8, "64-bit integers"});
  // Forward: the rows read and written. Backward: the gradient read, the fp32 accumulation read and written.
  add_memory_bound(block, "gather of token rows", Module::none, 2 * at.value_bytes * values,
                   (at.value_bytes + 8) * values);
  if (model.embedding_norm) {
    block.saved.push_back({"input of the embedding's norm", at.slice_shape(), Module::none, at.slice_tokens * at.hidden,
                           at.value_bytes, korthikanti_4_1});
    add_norm(block, at, "norm of the embedding", Module::layernorm, {at.slice_shape(), at.slice_tokens, at.hidden});
  }
  if (at.dropout)
    block.saved.push_back({"dropout mask of the embedding", at.slice_shape(), Module::none, at.slice_tokens * at.hidden,
                           1, korthikanti_4_3});
}

void add_head(Block& block, const LocalShape& at) {
  const double slice = at.slice_tokens * at.hidden;
  const double logits = at.tokens * at.vocabulary;
  block.saved.push_back(
      {"input of the final norm", at.slice_shape(), Module::none, slice, at.value_bytes, korthikanti_4_3});
  add_norm(block, at, "final norm", Module::none, {at.slice_shape(), at.slice_tokens, at.hidden});
  block.saved.push_back(
      {"input of the output matrix", at.slice_shape(), Module::none, slice, at.value_bytes, korthikanti_4_3});
  add_matrix(block, "logits", Module::none, {at.tokens, at.vocabulary, at.hidden}, false, 0);
  block.saved.push_back({"logits in fp32", "[s/cp, b, V/tp]", Module::none, logits, 4, korthikanti_4_3});
  // 12 bytes a logit, forward and backward together.
  add_memory_bound(block, "cross entropy", Module::none, 6 * logits, 6 * logits);
  block.operations.back().writing = Writing::cross_entropy;
}

void add_mtp_projection(Block& block, const LocalShape& at) {
  constexpr std::string_view source = "DeepSeek-V3 2024, section 2.2, equation 21";
  const double slice = at.slice_tokens * at.hidden;
  add_memory_bound(block, "gather of token rows", Module::none, 2 * at.value_bytes * at.tokens * at.hidden,
                   (at.value_bytes + 8) * at.tokens * at.hidden);
  block.saved.push_back({"inputs of the norms of token and state",
                         at.sliced ? "2 x [s/cp/tp, b, h]" : "2 x [s/cp, b, h]", Module::none, 2 * slice,
                         at.value_bytes, source});
  add_norm(block, at, "norms of token and state", Module::layernorm,
           {at.sliced ? "2 x [s/cp/tp, b, h]" : "2 x [s/cp, b, h]", 2 * at.slice_tokens, at.hidden});
  block.saved.push_back({"input of the projection of token and state",
                         at.sliced ? "[s/cp/tp, b, 2·h]" : "[s/cp, b, 2·h]", Module::layernorm, 2 * slice,
                         at.product_input_bytes, source});
  add_matrix(block, "projection of token and state", Module::none, {at.tokens, at.hidden / at.tp, 2 * at.hidden},
             at.low_precision, 0);
}

}  // namespace shardscope
