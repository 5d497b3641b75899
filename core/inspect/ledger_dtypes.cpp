#include "core/inspect/ledger_dtypes.h"

#include <algorithm>

namespace shardscope {

namespace {

std::string_view name_of(Dtype dtype) {
  return dtype == Dtype::fp8 ? "8 bit" : json_name(dtype);
}

std::string_view twice(std::string_view dtype) {
  constexpr std::string_view doubled[] = {"2 x fp32",  "2 x bf16",          "2 x fp16",
                                          "2 x 8 bit", "2 x 8 bit, scaled", "2 x 4 bit, scaled"};
  for (const std::string_view words : doubled)
    if (words.substr(4) == dtype) return words;
  return dtype;
}

/// The optimizer's own: Adam has two moments of each value, the others one; Adafactor a sum for each row and column.
StateOfParameter optimizer_state(const ParameterGroup& group, double local, const BytesPerParameter& bytes,
                                 const Plan& plan, const LetterSizes& sizes, bool end) {
  const bool vector = is_vector(group);
  const double all = vector ? bytes.state_of_vectors : end ? bytes.state_of_ends : bytes.state;
  const std::string_view dtype = name_of(plan.optimizer_dtype);
  switch (plan.optimizer) {
    case Optimizer::adam:
      return {all, twice(dtype)};
    case Optimizer::adam8bit:
      return {all, all == 8 ? "2 x fp32" : "2 x 8 bit, scaled"};
    case Optimizer::sgd_momentum:
      return {all, dtype};
    case Optimizer::muon:
      return {all, vector || end ? twice(dtype) : dtype};
    case Optimizer::adafactor: {
      const double one = plan.optimizer_dtype == Dtype::fp32 ? 4 : plan.optimizer_dtype == Dtype::fp8 ? 1 : 2;
      return {vector ? one : one * rows_and_columns(group, plan, sizes) / local, dtype};
    }
  }
  return {all, dtype};
}

}  // namespace

std::string_view dtype_of(double bytes, Precision precision) {
  if (bytes == 8) return "int64";
  if (bytes == 4) return "fp32";
  if (bytes == 2) return precision == Precision::fp16 ? "fp16" : "bf16";
  if (bytes == 1) return "8 bit";
  if (bytes > 1 && bytes < 1.1) return "8 bit, scaled";
  return bytes < 1 ? "4 bit, scaled" : "";
}

StateOfParameter state_of(const MemoryPart& part, const ParameterGroup& group, double local, const Scenario& scenario,
                          const LetterSizes& sizes) {
  const Plan& plan = scenario.plan;
  const BytesPerParameter bytes = bytes_per_parameter(scenario.model, plan, scenario.software);
  const bool end = part.content == PartContent::embedding || part.content == PartContent::head;
  if (part.content == PartContent::all_layers) {
    if (!is_quantised(group)) return {};
    const bool once = keeps_8_bit_weights(plan);
    const std::string_view one = dtype_of(bytes.quantised_copy / (once ? 1 : 2), plan.precision);
    return {bytes.quantised_copy, once ? one : twice(one)};
  }
  const double kept = plan.zero.value_or(0) >= 3 ? bytes.shard : bytes.weight;
  const double weight = is_quantised(group) && !end ? kept : std::max(kept, bytes.plain_weight);
  if (part.component == MemoryComponent::weights) return {weight, dtype_of(weight, plan.precision)};
  if (part.component == MemoryComponent::gradients)
    return {bytes.gradient, name_of(plan.gradient_dtype.value_or(Dtype::fp32))};
  if (part.kind == PartKind::master_weights) return {bytes.master, bytes.master == 4 ? "fp32" : "16 bits of fp32"};
  return optimizer_state(group, local, bytes, plan, sizes, end);
}

}  // namespace shardscope
