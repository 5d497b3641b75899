#include "core/inspect/memory/ledger_dtypes.h"

#include "core/scenario/parts/optimizer.h"

namespace shardscope {

namespace {

/// The optimizer's own; sums are shared by the rows and columns of a matrix.
KeptValue optimizer_state(const ParameterGroup& group, double local, const BytesPerParameter& bytes, const Plan& plan,
                          const LetterSizes& sizes, bool end) {
  const bool vector = is_vector(group);
  const OptimizerFacts facts = vector || end ? facts_beside(plan.optimizer) : facts_of(plan.optimizer);
  if (!facts.sums) return vector ? bytes.state_of_vectors : end ? bytes.state_of_ends : bytes.state;
  const KeptValue each = kept_as(plan.optimizer_dtype);
  return {each.type, vector ? each.bytes : each.bytes * rows_and_columns(group, plan, sizes) / local};
}

}  // namespace

KeptValue state_of(const MemoryPart& part, const ParameterGroup& group, double local, const Scenario& scenario,
                   const LetterSizes& sizes) {
  const Plan& plan = scenario.plan;
  const BytesPerParameter bytes = bytes_per_parameter(scenario.model, plan, scenario.software);
  const bool end = part.content == PartContent::embedding || part.content == PartContent::head;
  if (part.content == PartContent::all_layers) return is_quantised(group) ? bytes.quantised_copy : KeptValue{};
  if (part.component == MemoryComponent::gradients) return bytes.gradient;
  if (part.kind == PartKind::master_weights) return bytes.master;
  if (part.component != MemoryComponent::weights) return optimizer_state(group, local, bytes, plan, sizes, end);
  const KeptValue kept = shards_weights(plan) ? bytes.shard : bytes.weight;
  return (is_quantised(group) && !end) || kept.bytes > bytes.plain_weight.bytes ? kept : bytes.plain_weight;
}

}  // namespace shardscope
