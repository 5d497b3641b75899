#include "core/transformer/local_shape.h"

#include <algorithm>

#include "core/base/saturating.h"

namespace shardscope {

namespace {

bool is_low_precision(Precision precision) {
  return precision != Precision::bf16 && precision != Precision::fp16 && precision != Precision::tf32 &&
         precision != Precision::fp32;
}

}  // namespace

double product_input_bytes(Precision precision) {
  if (precision == Precision::fp32 || precision == Precision::tf32) return 4;
  if (precision == Precision::bf16 || precision == Precision::fp16) return 2;
  if (precision == Precision::mxfp8) return 1 + 1.0 / 32;
  if (precision == Precision::nvfp4) return 0.5 + 1.0 / 16;
  return 1;
}

double possible_imbalance(const Plan& plan) {
  return std::clamp(plan.expert_imbalance, 1.0, degree(plan.ep));
}

LocalShape local_shape(const Model& model, const Plan& plan) {
  LocalShape at;
  at.size = dimensions_of(model);
  at.gated = model.gated_mlp;
  at.clamped = model.swiglu_limit.has_value();
  at.dropout = trains_with_dropout(model);
  at.fused = plan.fused_kernels;
  at.rms_norm = model.norm == Norm::rmsnorm;
  at.low_precision = is_low_precision(plan.precision);
  at.tp = degree(plan.tp), at.cp = degree(plan.cp), at.ep = degree(plan.ep), at.etp = degree(plan.etp.value_or(1));
  at.sliced = at.tp > 1 && plan.sequence_parallel.value_or(true);
  at.batch = static_cast<double>(plan.micro_batch);
  at.sequence = static_cast<double>(plan.sequence_length);
  at.tokens = at.batch * at.sequence / at.cp;
  at.slice_tokens = at.sliced ? at.tokens / at.tp : at.tokens;
  at.hidden = static_cast<double>(at.size.hidden);
  at.heads = static_cast<double>(at.size.heads) / at.tp;
  at.kv_heads = std::max(static_cast<double>(at.size.kv_heads) / at.tp, 1.0);
  at.feed_forward = static_cast<double>(at.size.feed_forward) / at.tp;
  at.shared_feed_forward = static_cast<double>(at.size.shared_feed_forward) / at.tp;
  at.expert_feed_forward = static_cast<double>(at.size.expert_feed_forward) / at.etp;
  at.local_experts = static_cast<double>(at.size.experts) / at.ep;
  // Each tensor-parallel rank routes its own slice of the tokens; ranks that share an expert (etp) get the same rows.
  at.routed_rows = at.tokens / at.tp * static_cast<double>(at.size.routed);
  double busiest = possible_imbalance(plan);
  if (plan.capacity_factor) busiest = std::min(busiest, *plan.capacity_factor);
  at.expert_rows = at.routed_rows * at.etp * busiest;
  at.vocabulary = static_cast<double>(trained_vocabulary(model, plan)) / at.tp;
  at.value_bytes = plan.precision == Precision::fp32 || plan.precision == Precision::tf32 ? 4 : 2;
  at.product_input_bytes = product_input_bytes(plan.precision);
  return at;
}

void add_matrix(Block& block, std::string_view name, Module module, MatrixSize size, bool low_precision,
                double redone_per_operation) {
  Operation operation;
  operation.name = name;
  operation.kind = OperationKind::matrix;
  operation.module = module;
  operation.m = size.m, operation.n = size.n, operation.k = size.k;
  operation.low_precision = low_precision;
  operation.redone_per_operation = redone_per_operation;
  block.operations.push_back(operation);
}

void add_memory_bound(Block& block, std::string_view name, Module module, double forward_bytes, double backward_bytes) {
  Operation operation;
  operation.name = name;
  operation.kind = OperationKind::memory_bound;
  operation.module = module;
  operation.forward_bytes = Bytes{forward_bytes};
  operation.backward_bytes = Bytes{backward_bytes};
  operation.redone_per_operation = 1;
  block.operations.push_back(operation);
}

void add_norm(Block& block, const LocalShape& at, std::string_view name, Module module, NormSize size) {
  const double values = size.tokens * size.width;
  const bool apart = at.rms_norm && !at.fused;
  add_memory_bound(block, name, module, (apart ? 18 : 2) * at.value_bytes * values,
                   (apart ? 31 : 3) * at.value_bytes * values);
  if (!apart) return;
  constexpr std::string_view source = "Hugging Face's LlamaRMSNorm: x in fp32 for its square and product, then x/rms";
  block.saved.push_back({"fp32 values in the norm", size.shape, module, values, 4, source});
  block.saved.push_back({"normalised values in the norm", size.shape, module, values, at.value_bytes, source});
}

void add_activation(Block& block, const LocalShape& at, std::string_view name, Module module, double wide) {
  const double moved = at.value_bytes * wide;
  if (!at.gated)
    add_memory_bound(block, name, module, 2 * moved, 3 * moved);
  else
    add_memory_bound(block, name, module, (at.fused ? 3 : 5) * moved, (at.fused ? 5 : 8) * moved);
}

void add_norm_after(Block& block, const Model& model, const LocalShape& at, std::string_view name,
                    std::string_view saved_input) {
  if (model.norm_placement != NormPlacement::both) return;
  block.saved.push_back({saved_input, at.slice_shape(), Module::none, at.slice_tokens * at.hidden, at.value_bytes,
                         "a norm's backward needs its input"});
  add_norm(block, at, name, Module::layernorm, {at.slice_shape(), at.slice_tokens, at.hidden});
}

void add_residual(Block& block, const LocalShape& at, std::string_view name) {
  const double bytes = at.value_bytes * at.slice_tokens * at.hidden;
  if (at.dropout)
    add_memory_bound(block, name, Module::none, 4 * bytes, 3 * bytes);
  else
    add_memory_bound(block, name, Module::none, 3 * bytes, 2 * bytes);
}

}  // namespace shardscope
