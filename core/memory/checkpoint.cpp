#include "core/memory/checkpoint.h"

#include "core/memory/state.h"

namespace shardscope {

Checkpoint checkpoint_of(const Scenario& scenario) {
  Scenario whole;
  whole.model = scenario.model;
  whole.software = scenario.software;
  Plan& plan = whole.plan;
  plan = scenario.plan;
  plan.tp = plan.pp = plan.cp = plan.ep = plan.virtual_stages = 1;
  plan.dp = plan.etp = plan.shard_group = 1;
  plan.schedule.reset(), plan.stage_layers.reset(), plan.pipeline_layout.reset();
  plan.offload = Offload::none;
  plan.fp8_params = false;
  if (plan.optimizer_dtype == Dtype::fp8 || plan.optimizer_dtype == Dtype::fp16) plan.optimizer_dtype = Dtype::fp32;
  const std::vector<StageParameters> held =
      parameters_of_ranks(whole.model, plan, stage_layout(whole.model, plan), whole.software);
  Checkpoint checkpoint;
  if (held.empty()) return checkpoint;
  std::vector<MemoryPart> parts;
  append_state(parts, whole, held.front());
  for (const MemoryPart& part : parts) {
    if (!is_of_parameters(part.content)) continue;
    if (part.component == MemoryComponent::weights) checkpoint.weights += part.bytes;
    if (part.component == MemoryComponent::optimizer) checkpoint.optimizer += part.bytes;
  }
  return checkpoint;
}

}  // namespace shardscope
