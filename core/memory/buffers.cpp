#include "core/memory/buffers.h"

#include <algorithm>
#include <array>

#include "core/transformer/local_shape.h"

namespace shardscope {

namespace {

constexpr std::string_view context_name = "CUDA context";
constexpr std::string_view communicators_name = "NCCL communicators";
constexpr std::string_view fragmentation_name = "fragmentation";

void append(std::vector<MemoryPart>& parts, std::string_view name, std::string_view formula, std::string_view source,
            const std::array<Factor, 4>& factors) {
  double bytes = 1;
  for (const Factor& factor : factors)
    if (!factor.label.empty()) bytes *= factor.value;
  if (bytes <= 0) return;
  parts.push_back({MemoryComponent::buffers, name, Bytes{bytes}, {formula, source, factors}});
}

/// The widest gradients that a layer's backward pass holds at once: of the activation's inputs and of its output.
void append_backward_workspace(std::vector<MemoryPart>& parts, const LocalShape& at, bool dense, bool moe) {
  const double tensors = at.gated ? 3 : 2;
  const double wide =
      std::max(dense ? at.tokens * at.feed_forward : 0.0,
               moe ? std::max(at.expert_rows * at.expert_feed_forward, at.tokens * at.shared_feed_forward) : 0.0);
  append(parts, "gradients within a layer", "tensors · values · bytes",
         "backward of the MLP's activation: gradients of its inputs and of its output",
         {{{"tensors of the MLP's width", tensors},
           {"values in each", wide},
           {"bytes a value", at.value_bytes, Unit::bytes}}});
}

void append_communication(std::vector<MemoryPart>& parts, const Plan& plan, const LocalShape& at, bool moe) {
  const double hidden_state = at.tokens * at.hidden;
  if (at.sliced)
    append(parts, "gathered sequence", "2 · b·s/cp·h · bytes",
           "Korthikanti et al. 2022, section 4.2.2: the input gathered again, and its gradient before the scatter",
           {{{"tensors", 2}, {"values in each", hidden_state}, {"bytes a value", at.value_bytes, Unit::bytes}}});
  if (moe && at.ep * at.etp > 1)
    append(parts, "expert dispatch and combine", "2 · rows·h · bytes",
           "Megatron-Core's all-to-all dispatcher: rows as sent and as received",
           {{{"tensors", 2},
             {"values in each", at.expert_rows * at.hidden},
             {"bytes a value", at.value_bytes, Unit::bytes}}});
  if (plan.pp > 1)
    append(parts, "pipeline transfers", "4 · b·s/cp/tp·h · bytes",
           "Megatron's 1F1B: an activation and a gradient, each sent and received",
           {{{"tensors", 4},
             {"values in each", at.slice_tokens * at.hidden},
             {"bytes a value", at.value_bytes, Unit::bytes}}});
}

/// Under ZeRO-2 and 3 a layer's gradients exist whole until they are scattered; under ZeRO-3 the next layer's weights
/// are gathered ahead.
void append_sharding(std::vector<MemoryPart>& parts, const Model& model, const Plan& plan,
                     const StageParameters& parameters) {
  const BytesPerParameter bytes = bytes_per_parameter(model, plan);
  if (plan.zero.value_or(0) >= 2)
    append(parts, "gradients being scattered", "parameters · bytes",
           "PyTorch FSDP: one layer's gradients as computed, one layer's in the accumulation dtype",
           {{{"parameters of a layer", parameters.layer_largest},
             {"bytes a parameter", bytes.weight + bytes.gradient, Unit::bytes}}});
  if (gathers_weights(plan))
    append(parts, "next layer, gathered ahead", "parameters · bytes",
           "PyTorch FSDP: implicit prefetch keeps up to two units gathered",
           {{{"parameters of a layer", parameters.layer_largest}, {"bytes a parameter", bytes.weight, Unit::bytes}}});
}

double communicators(const Plan& plan) {
  double count = 0;
  for (const std::int64_t size : {plan.tp, plan.pp, plan.cp, plan.ep, plan.dp.value_or(1)}) count += size > 1 ? 1 : 0;
  return count;
}

}  // namespace

Bytes logits_workspace(const Model& model, const Plan& plan) {
  const LocalShape at = local_shape(model, plan);
  return Bytes{at.tokens * at.vocabulary * buffer_defaults::logit_workspace_bytes.value};
}

void append_buffers(std::vector<MemoryPart>& parts, const Scenario& scenario, const StageParameters& parameters,
                    const std::vector<ChunkHolding>& chunks) {
  const Model& model = scenario.model;
  const Plan& plan = scenario.plan;
  const LocalShape at = local_shape(model, plan);
  bool dense = false, moe = false, head = false;
  for (const ChunkHolding& chunk : chunks) {
    dense |= chunk.dense_layers + chunk.dense_inputs + chunk.offloaded_dense_layers > 0;
    moe |= chunk.moe_layers + chunk.moe_inputs + chunk.offloaded_moe_layers > 0;
    head |= chunk.head;
  }
  append_backward_workspace(parts, at, dense, moe);
  append_communication(parts, plan, at, moe);
  append_sharding(parts, model, plan, parameters);
  using namespace buffer_defaults;
  if (scenario.software.framework == Framework::megatron_deepspeed && plan.zero.value_or(0) >= 1)
    append(parts, "DeepSpeed's buckets", "2 · elements · bytes", deepspeed_bucket_elements.source,
           {{{"buckets", 2},
             {"elements", deepspeed_bucket_elements.value},
             {"bytes an element", bytes_per_parameter(model, plan).gradient, Unit::bytes}}});
  if (head)
    append(parts, "logits workspace", "b·s/cp·V/tp · bytes", logit_workspace_bytes.source,
           {{{"logits", at.tokens * at.vocabulary}, {"bytes a logit", logit_workspace_bytes.value, Unit::bytes}}});
  append(parts, "library workspace", "a constant", library_workspace_bytes.source,
         {{{"bytes", library_workspace_bytes.value, Unit::bytes}}});
  append(parts, context_name, "a constant", context_bytes.source, {{{"bytes", context_bytes.value, Unit::bytes}}});
  append(parts, communicators_name, "groups · bytes", communicator_bytes.source,
         {{{"groups that the GPU is in", communicators(plan)},
           {"bytes a communicator", communicator_bytes.value, Unit::bytes}}});
}

void append_fragmentation(std::vector<MemoryPart>& parts) {
  Bytes coming_and_going;
  for (const MemoryPart& part : parts)
    if (part.component >= MemoryComponent::activations && !is_context(part)) coming_and_going += part.bytes;
  append(parts, fragmentation_name, "share · activations and buffers", buffer_defaults::fragmentation_share.source,
         {{{"activations and buffers", coming_and_going.value, Unit::bytes},
           {"share", buffer_defaults::fragmentation_share.value}}});
}

bool is_context(const MemoryPart& part) {
  return part.name == context_name || part.name == communicators_name;
}

bool is_fragmentation(const MemoryPart& part) {
  return part.name == fragmentation_name;
}

}  // namespace shardscope
