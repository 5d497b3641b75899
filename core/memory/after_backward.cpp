#include "core/memory/after_backward.h"

#include "core/memory/state.h"
#include "core/memory/unit_sources.h"
#include "core/scenario/software_traits.h"

namespace shardscope {

namespace {

/// What is there at the peak of forward and backward, and at neither of the times here.
Bytes comes_and_goes(const std::vector<MemoryPart>& parts) {
  Bytes sum;
  for (const MemoryPart& part : parts)
    if (part.component == MemoryComponent::activations || use_of(part.kind) == PartUse::gathered ||
        (part.component == MemoryComponent::buffers && !is_lasting(part.kind)))
      sum += part.bytes;
  return sum;
}

/// `values` of `each`, as far as `gone` doesn't cover them; so much of them.
Bytes append_beyond(std::vector<MemoryPart>& parts, PartKind kind, std::string_view source, double values,
                    KeptValue each, Bytes gone) {
  const Bytes need{values * each.bytes};
  if (need <= gone) return {};
  parts.push_back({MemoryComponent::buffers,
                   kind,
                   need - gone,
                   {"values · bytes · share",
                    source,
                    {{{"values", values},
                      bytes_per_value("value", each),
                      share_of("share beyond what has gone", (need - gone) / need)}}},
                   PartContent::formula,
                   shape_of(extent_of(Letter::values))});
  return need - gone;
}

/// Whether the step makes an fp32 copy of the gradients.
bool copies_gradients(const Scenario& scenario) {
  const Plan& plan = scenario.plan;
  const BytesPerParameter bytes = bytes_per_parameter(scenario.model, plan, scenario.software);
  return state_traits_of(scenario.software).fp32_gradients_to_step && !optimizer_on_host(plan) &&
         bytes.gradient.bytes < 4 && bytes.master.bytes > 0 && !steps_precision_aware(plan, scenario.software);
}

}  // namespace

Bytes append_after_backward(std::vector<MemoryPart>& parts, const Scenario& scenario, const StageParameters& parameters,
                            Bytes gradients_gone) {
  const Plan& plan = scenario.plan;
  Bytes appended;
  if (copies_gradients(scenario))
    appended += append_beyond(
        parts, PartKind::gradients_of_optimizer_step,
        "Megatron-Core's guide, Distributed Optimizer: 4 + 16/d bytes per parameter with 16-bit gradients",
        stepped_parameters(parameters.sharded(), plan), fp32_value, comes_and_goes(parts));
  const double scattered = sharded_part(parameters.table, plan, zero_stage::gradients).total();
  if (scattered > 0) {
    const BytesPerParameter bytes = bytes_per_parameter(scenario.model, plan, scenario.software);
    const bool gathered = sharded_part(parameters.table, plan, zero_stage::weights).total() > 0;
    const bool adds_up = gradients_till_scattered(scenario, parameters) > 0;  // and is there whole before
    const double computed = adds_up && !state_traits_of(scenario.software).frees_gradients ? 0 : 1;
    const KeptValue each{ValueType::unknown, bytes.plain_weight.bytes * (computed + (gathered ? 1 : 0)) +
                                                 (adds_up ? 0 : bytes.gradient.bytes)};
    appended += append_beyond(parts, PartKind::embedding_at_end, unit_sources(scenario.software).table, scattered, each,
                              max(comes_and_goes(parts) - gradients_gone, Bytes{}));
  }
  return appended;
}

}  // namespace shardscope
