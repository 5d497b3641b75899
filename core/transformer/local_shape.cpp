#include "core/transformer/local_shape.h"

#include <algorithm>

#include "core/base/saturating.h"

namespace shardscope {

namespace {

/// The model's own sizes and the micro-batch's, undivided; but the key-value heads are at least one per GPU.
void set_letters(LocalShape& at, const Model& model, std::int64_t vocabulary) {
  const ModelSizes sizes = model_sizes(model, vocabulary);
  for (std::size_t i = 0; i < sizes.size(); ++i) at.letter_sizes[i] = static_cast<double>(sizes[i]);
  const auto set = [&](Letter letter, double value) { at.letter_sizes[static_cast<std::size_t>(letter)] = value; };
  set(Letter::s, at.sequence);
  set(Letter::b, at.batch);
  set(Letter::g, at.kv_heads * at.tp);
  set(Letter::rows, at.expert_rows);
  set(Letter::tp, at.tp);
  set(Letter::cp, at.cp);
  set(Letter::ep, at.ep);
  set(Letter::etp, at.etp);
}

}  // namespace

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
  at.low_precision = quantises(plan.precision);
  at.tp = degree(plan.tp), at.cp = degree(plan.cp), at.ep = degree(plan.ep), at.etp = degree(expert_tensor_of(plan));
  at.sliced = at.tp > 1 && is_sequence_parallel(plan);
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
  at.value = facts_of(plan.precision).value;
  at.product_input = facts_of(plan.precision).input;
  set_letters(at, model, trained_vocabulary(model, plan));
  return at;
}

void save(Block& block, const LocalShape& at, TensorName name, const Shape& shape, Module module, KeptValue value,
          std::string_view source, bool kept_per_operation) {
  block.saved.push_back({name, shape, module, at.elements(shape), value, source, kept_per_operation, true,
                         at.sliced && entry_of(name).gathered_for_product, block.operations.size()});
}

void read_by_newest(Block& block) {
  block.saved.back().read_by = block.operations.size() - 1;
}

Operation& add_matrix(Block& block, const LocalShape& at, OperationName name, Module module, const Shape& shape,
                      bool low_precision, double redone_per_operation) {
  Operation operation;
  operation.name = name;
  operation.kind = OperationKind::matrix;
  operation.module = module;
  operation.shape = shape;
  operation.m = value_of(shape.extents[0], at.letter_sizes);
  operation.n = value_of(shape.extents[1], at.letter_sizes);
  operation.k = value_of(shape.extents[2], at.letter_sizes);
  operation.low_precision = low_precision;
  operation.redone_per_operation = redone_per_operation;
  return block.operations.emplace_back(operation);
}

Operation& add_memory_bound(Block& block, const LocalShape& at, OperationName name, Module module, const Shape& shape,
                            BytesMoved each) {
  Operation operation;
  operation.name = name;
  operation.kind = OperationKind::memory_bound;
  operation.module = module;
  operation.shape = shape;
  operation.values = at.elements(shape);
  operation.forward_bytes = Bytes{each.forward * operation.values};
  operation.backward_bytes = Bytes{each.backward * operation.values};
  operation.redone_per_operation = 1;
  return block.operations.emplace_back(operation);
}

void add_norm(Block& block, const LocalShape& at, OperationName name, Module module, const Shape& shape) {
  const bool apart = at.rms_norm && !at.fused;
  add_memory_bound(block, at, name, module, shape,
                   {(apart ? 18 : 2) * at.value.bytes, (apart ? 31 : 3) * at.value.bytes});
  if (!apart) return;
  constexpr std::string_view source = "Hugging Face's LlamaRMSNorm: x in fp32 for its square and product, then x/rms";
  save(block, at, TensorName::fp32_values_in_the_norm, shape, module, fp32_value, source);
  read_by_newest(block);
  save(block, at, TensorName::normalised_values_in_the_norm, shape, module, at.value, source);
  read_by_newest(block);
}

void add_activation(Block& block, const LocalShape& at, OperationName name, Module module, const Shape& wide) {
  const double forward = !at.gated ? 2 : at.fused ? 3 : 5, backward = !at.gated ? 3 : at.fused ? 5 : 8;
  add_memory_bound(block, at, name, module, wide, {forward * at.value.bytes, backward * at.value.bytes});
}

void add_norm_after(Block& block, const Model& model, const LocalShape& at, OperationName name,
                    TensorName saved_input) {
  if (model.norm_position != NormPosition::both) return;
  save(block, at, saved_input, at.slice_shape(), Module::none, at.value, "a norm's backward needs its input");
  add_norm(block, at, name, Module::layernorm, at.slice_shape());
}

void add_residual(Block& block, const LocalShape& at, OperationName name) {
  const double forward = at.dropout ? 4 : 3, backward = at.dropout ? 3 : 2;
  add_memory_bound(block, at, name, Module::none, at.slice_shape(),
                   {forward * at.value.bytes, backward * at.value.bytes});
}

}  // namespace shardscope
