#include "core/inspect/memory/ledger_dtypes.h"

#include <algorithm>

#include "core/scenario/parts/optimizer.h"

namespace shardscope {

namespace {

DtypeKept one(Dtype dtype) {
  switch (dtype) {
    case Dtype::fp32:
      return {ValueType::fp32};
    case Dtype::bf16:
      return {ValueType::bf16};
    case Dtype::fp16:
      return {ValueType::fp16};
    case Dtype::fp8:
      return {ValueType::bits_8};
  }
  return {};
}

DtypeKept two(DtypeKept dtype) {
  return {dtype.type, true};
}

/// The optimizer's own.
StateOfParameter optimizer_state(const ParameterGroup& group, double local, const BytesPerParameter& bytes,
                                 const Scenario& scenario, const LetterSizes& sizes, bool end) {
  const Plan& plan = scenario.plan;
  const bool vector = is_vector(group);
  const OptimizerFacts facts = vector || end ? facts_beside(plan.optimizer) : facts_of(plan.optimizer);
  if (facts.sums) {
    const double each = bytes_of(plan.optimizer_dtype);
    return {vector ? each : each * rows_and_columns(group, plan, sizes) / local, one(plan.optimizer_dtype)};
  }
  DtypeKept dtype = one(plan.optimizer_dtype);
  if (facts.state_bytes > 0) dtype.type = ValueType::scaled_8;
  if (vector && static_cast<double>(scenario.model.hidden_size) < facts.small_below) dtype.type = ValueType::fp32;
  dtype.twice = facts.states == 2;
  return {vector ? bytes.state_of_vectors : end ? bytes.state_of_ends : bytes.state, dtype};
}

}  // namespace

DtypeKept dtype_of(double bytes, Precision precision) {
  if (bytes == 8) return {ValueType::int64};
  if (bytes == 4) return {ValueType::fp32};
  if (bytes == 2) return {precision == Precision::fp16 ? ValueType::fp16 : ValueType::bf16};
  if (bytes == 1) return {ValueType::bits_8};
  if (bytes > 1 && bytes < 1.1) return {ValueType::scaled_8};
  return bytes < 1 ? DtypeKept{ValueType::scaled_4} : DtypeKept{};
}

StateOfParameter state_of(const MemoryPart& part, const ParameterGroup& group, double local, const Scenario& scenario,
                          const LetterSizes& sizes) {
  const Plan& plan = scenario.plan;
  const BytesPerParameter bytes = bytes_per_parameter(scenario.model, plan, scenario.software);
  const bool end = part.content == PartContent::embedding || part.content == PartContent::head;
  if (part.content == PartContent::all_layers) {
    if (!is_quantised(group)) return {};
    const bool once = keeps_8_bit_weights(plan);
    const DtypeKept copy = dtype_of(bytes.quantised_copy / (once ? 1 : 2), plan.precision);
    return {bytes.quantised_copy, once ? copy : two(copy)};
  }
  const double kept = shards_weights(plan) ? bytes.shard : bytes.weight;
  const double weight = is_quantised(group) && !end ? kept : std::max(kept, bytes.plain_weight);
  if (part.component == MemoryComponent::weights) return {weight, dtype_of(weight, plan.precision)};
  if (part.component == MemoryComponent::gradients) return {bytes.gradient, one(gradient_dtype_of(plan))};
  if (part.kind == PartKind::master_weights)
    return {bytes.master, {bytes.master == 4 ? ValueType::fp32 : ValueType::half_of_fp32}};
  return optimizer_state(group, local, bytes, scenario, sizes, end);
}

}  // namespace shardscope
