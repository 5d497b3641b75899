#include "core/memory/buffers.h"

#include <algorithm>
#include <array>

#include "core/scenario/software_traits.h"
#include "core/scenario/stage_placement.h"
#include "core/transformer/local_shape.h"

namespace shardscope {

namespace {

constexpr std::string_view context_name = "CUDA context";
constexpr std::string_view communicators_name = "NCCL communicators";
constexpr std::string_view fragmentation_name = "fragmentation";
constexpr std::string_view workspace_name = "library workspace";
constexpr std::string_view buckets_name = "gradient buckets";
constexpr std::string_view cached_name = "freed blocks of other moments";
constexpr std::string_view step_copies_name = "freed gradient copies of the last step";
constexpr std::string_view unflattened_name = "freed weights, now flat";

void append(std::vector<MemoryPart>& parts, std::string_view name, std::string_view formula, std::string_view source,
            const std::array<Factor, 4>& factors) {
  double bytes = 1;
  for (const Factor& factor : factors)
    if (!factor.label.empty()) bytes *= factor.value;
  if (bytes <= 0) return;
  parts.push_back({MemoryComponent::buffers, name, Bytes{bytes}, {formula, source, factors}});
}

/// A part that lives within a layer's pass alone, at a moment when the loss's bytes are gone.
void append_within_layer(std::vector<MemoryPart>& parts, MomentRoom& room, std::string_view name,
                         std::string_view formula, std::string_view source, std::array<Factor, 4> factors) {
  Bytes need{1};
  for (const Factor& factor : factors)
    if (!factor.label.empty()) need = need * factor.value;
  if (need.value <= 0) return;
  const double share = room.beyond(need) / need;
  if (share < 1) factors[3] = {"share beyond what the loss held", share};
  append(parts, name, formula, source, factors);
}

/// The widest gradients that a layer's backward pass holds at once: of the activation's inputs and of its output.
void append_backward_workspace(std::vector<MemoryPart>& parts, MomentRoom& room, const LocalShape& at, bool dense,
                               bool moe) {
  const double tensors = at.gated ? 3 : 2;
  const double wide =
      std::max(dense ? at.tokens * at.feed_forward : 0.0,
               moe ? std::max(at.expert_rows * at.expert_feed_forward, at.tokens * at.shared_feed_forward) : 0.0);
  append_within_layer(parts, room, "gradients within a layer", "tensors · values · bytes",
                      "backward of the MLP's activation: gradients of its inputs and of its output",
                      {{{"tensors of the MLP's width", tensors},
                        {"values in each", wide},
                        {"bytes a value", at.value_bytes, Unit::bytes}}});
}

/// Ring attention's exchange. Transformer Engine, context_parallel.py, AttnFuncWithCPAndKVP2P: the backward pass has
/// two buffers in turn, one arriving while the other is used, each with a chunk's keys and values and their gradients.
void append_ring(std::vector<MemoryPart>& parts, MomentRoom& room, const LocalShape& at) {
  if (at.cp <= 1) return;
  const double key_heads = at.size.mla ? at.heads : at.kv_heads;
  append_within_layer(
      parts, room, "exchanged keys and values", "4 · b·s/cp·g·(d_qk + d_v)/tp · bytes",
      "Transformer Engine, AttnFuncWithCPAndKVP2P: two buffers in turn, each of keys and values and their gradients",
      {{{"tensors", 4},
        {"keys and values of a chunk",
         at.tokens * key_heads * static_cast<double>(at.size.query_dim + at.size.value_dim)},
        {"bytes a value", at.value_bytes, Unit::bytes}}});
}

void append_communication(std::vector<MemoryPart>& parts, MomentRoom& room, const Plan& plan, const LocalShape& at,
                          bool dense, bool moe) {
  const double hidden_state = at.tokens * at.hidden;
  if (dense || moe) append_ring(parts, room, at);
  if (at.sliced)
    append_within_layer(
        parts, room, "gathered sequence", "2 · b·s/cp·h · bytes",
        "Korthikanti et al. 2022, section 4.2.2: the input gathered again, and its gradient before the scatter",
        {{{"tensors", 2}, {"values in each", hidden_state}, {"bytes a value", at.value_bytes, Unit::bytes}}});
  if (moe && at.ep * at.etp > 1)
    append_within_layer(parts, room, "expert dispatch and combine", "2 · rows·h · bytes",
                        "Megatron-Core's all-to-all dispatcher: rows as sent and as received",
                        {{{"tensors", 2},
                          {"values in each", at.expert_rows * at.hidden},
                          {"bytes a value", at.value_bytes, Unit::bytes}}});
  if (plan.pp > 1)
    append(parts, "pipeline transfers", "tensors · b·s/cp/tp·h · bytes",
           "Megatron's 1F1B: an activation and, where there is a backward, a gradient, each sent and received",
           {{{"tensors", runs_backward(plan) ? 4.0 : 2.0},
             {"values in each", at.slice_tokens * at.hidden},
             {"bytes a value", at.value_bytes, Unit::bytes}}});
}

/// Under ZeRO-2 and 3 a unit's gradients exist whole until they are scattered: a layer's as computed and in the
/// accumulation dtype; of the head's the latter, on their way while the last layer runs backward. Under ZeRO-3 the next
/// layer's weights are gathered ahead, but not at the loss: after the head none is next, and the backward pass asks for
/// the last layer when it reaches the head.
void append_sharding(std::vector<MemoryPart>& parts, MomentRoom& room, const Scenario& scenario,
                     const StageParameters& parameters, const BufferSizes& sizes) {
  const Plan& plan = scenario.plan;
  const BytesPerParameter bytes = bytes_per_parameter(scenario.model, plan, scenario.software);
  const double layer = spread(parameters.layer, plan, 2).total(), head = spread(parameters.at_loss, plan, 2).total();
  const double of_layer = bytes.plain_weight + bytes.gradient;
  const bool head_larger = head * bytes.gradient > layer * of_layer;
  if (layer + head > 0 && runs_backward(plan))
    append_within_layer(parts, room, "gradients being scattered", "parameters · bytes",
                        "PyTorch FSDP: a layer's gradients as computed and in the accumulation dtype, or the head's in "
                        "the latter while the next unit's are computed",
                        {{{"parameters of the unit", head_larger ? head : layer},
                          {"bytes a parameter", head_larger ? bytes.gradient : of_layer, Unit::bytes}}});
  const GatheredUnit ahead = spread(parameters.layer, plan, 3);
  const double each = average_weight_bytes(ahead, bytes);
  append_within_layer(parts, room, "layers gathered ahead", "layers · parameters · bytes", sizes.prefetch_layers.source,
                      {{{"layers", sizes.prefetch_layers.value},
                        {"parameters of a layer", ahead.total()},
                        {"bytes a parameter", each, Unit::bytes}}});
}

double communicators(const Plan& plan) {
  double count = 0;
  for (const std::int64_t size : {plan.tp, plan.pp, plan.cp, plan.ep, plan.dp.value_or(1)}) count += size > 1 ? 1 : 0;
  return count;
}

/// Bytes a logit beside those that the head saves.
const BufferDefault& logit_workspace(const Scenario& scenario) {
  const bool loss_parallel = traits_of(scenario.software).state.loss_parallel && scenario.plan.tp > 1;
  return loss_parallel ? buffer_defaults::loss_parallel_workspace_bytes : buffer_defaults::logit_workspace_bytes;
}

bool uses_deepspeed_zero(const Scenario& scenario) {
  return traits_of(scenario.software).state.engine == StateEngine::deepspeed && scenario.plan.zero.value_or(0) >= 1;
}

void append_loss(std::vector<MemoryPart>& parts, const Scenario& scenario, const LocalShape& at) {
  const BufferDefault& workspace = logit_workspace(scenario);
  append(parts, "logits workspace", "b·s/cp·V/tp · bytes", workspace.source,
         {{{"logits", at.tokens * at.vocabulary}, {"bytes a logit", workspace.value, Unit::bytes}}});
  if (at.sliced && traits_of(scenario.software).state.keeps_gathered_input)
    append(parts, "gathered input of the output matrix", "b·s/cp·h · bytes",
           "PyTorch's DTensor: a product keeps its input as gathered",
           {{{"values", at.tokens * at.hidden}, {"bytes a value", at.value_bytes, Unit::bytes}}});
}

/// What gradients travel in. Megatron's buckets are slices of the gradients themselves, PyTorch FSDP's a layer's
/// gradients that are being scattered; DeepSpeed has buffers of its own under ZeRO, and PyTorch's DDP copies all
/// gradients into its buckets.
void append_buckets(std::vector<MemoryPart>& parts, const Scenario& scenario, const StageParameters& parameters,
                    const BufferSizes& sizes) {
  const bool replicas = scenario.plan.dp.value_or(1) > 1;
  const double gradient = bytes_per_parameter(scenario.model, scenario.plan).gradient;
  if (uses_deepspeed_zero(scenario) && sizes.bucket_elements)
    append(parts, buckets_name, "buckets · elements · bytes", sizes.bucket_elements->source,
           {{{"buckets", replicas ? 2.0 : 1.0},
             {"elements", sizes.bucket_elements->value},
             {"bytes an element", gradient, Unit::bytes}}});
  if (traits_of(scenario.software).state.engine == StateEngine::fsdp && scenario.plan.zero.value_or(0) == 0 && replicas)
    append(parts, buckets_name, "parameters · bytes",
           "PyTorch's DistributedDataParallel: gradients are copied into buckets (gradient_as_bucket_view is off)",
           {{{"parameters on this GPU", parameters.total()}, {"bytes an element", gradient, Unit::bytes}}});
}

void append_constants(std::vector<MemoryPart>& parts, const Scenario& scenario, const BufferSizes& sizes) {
  append(parts, workspace_name, "a constant", sizes.workspace_bytes.source,
         {{{"bytes", sizes.workspace_bytes.value, Unit::bytes}}});
  append(parts, context_name, "a constant", sizes.context_bytes.source,
         {{{"bytes", sizes.context_bytes.value, Unit::bytes}}});
  append(parts, communicators_name, "groups · bytes", sizes.communicator_bytes.source,
         {{{"groups that the GPU is in", communicators(scenario.plan)},
           {"bytes a communicator", sizes.communicator_bytes.value, Unit::bytes}}});
}

}  // namespace

Bytes logits_workspace(const Scenario& scenario) {
  std::vector<MemoryPart> parts;
  append_loss(parts, scenario, local_shape(scenario.model, scenario.plan));
  Bytes sum;
  for (const MemoryPart& part : parts) sum += part.bytes;
  return sum;
}

void append_buffers(std::vector<MemoryPart>& parts, const Scenario& scenario, const StageParameters& parameters,
                    const std::vector<ChunkHolding>& chunks, MomentRoom& room) {
  const Model& model = scenario.model;
  const Plan& plan = scenario.plan;
  const LocalShape at = local_shape(model, plan);
  bool dense = false, moe = false, head = false;
  for (const ChunkHolding& chunk : chunks) {
    dense |= chunk.dense_layers + chunk.dense_inputs + chunk.offloaded_dense_layers > 0;
    moe |= chunk.moe_layers + chunk.moe_inputs + chunk.offloaded_moe_layers > 0;
    head |= chunk.head;
  }
  const bool backward = runs_backward(plan);
  if (backward) append_backward_workspace(parts, room, at, dense, moe);
  append_communication(parts, room, plan, at, dense, moe);
  const BufferSizes sizes = buffer_sizes(plan, scenario.software);
  append_sharding(parts, room, scenario, parameters, sizes);
  if (backward) append_buckets(parts, scenario, parameters, sizes);
  if (head) append_loss(parts, scenario, at);
  append_constants(parts, scenario, sizes);
}

void append_unused(std::vector<MemoryPart>& parts, const Scenario& scenario, const StageParameters& parameters,
                   Bytes hidden) {
  Bytes coming_and_going;
  for (const MemoryPart& part : parts)
    if (part.component >= MemoryComponent::activations && !is_context(part)) coming_and_going += part.bytes;
  append(parts, cached_name, "within a layer, less what exceeds the loss",
         "PyTorch's caching allocator keeps freed blocks for requests of their size",
         {{{"bytes", hidden.value, Unit::bytes}}});
  const bool learns = runs_backward(scenario.plan);
  if (learns && uses_deepspeed_zero(scenario) && scenario.plan.precision == Precision::fp16) {
    const ShardGroups groups = shard_groups(scenario.plan);
    const double experts = parameters.experts + parameters.mtp_experts;
    append(parts, step_copies_name, "parameters of the shard · bytes",
           "DeepSpeed, runtime/zero/stage_1_and_2.py, step(): the shard's gradients flattened in fp16, then in fp32",
           {{{"parameters of the shard", (parameters.total() - experts) / groups.dense + experts / groups.experts},
             {"bytes a parameter", 6, Unit::bytes}}});
  }
  if (learns && traits_of(scenario.software).state.flattens_bf16_weights && scenario.plan.precision == Precision::bf16)
    append(parts, unflattened_name, "parameters · bytes",
           "DeepSpeed, runtime/bf16_optimizer.py: weights are flattened on the GPU, beside their first copies (its "
           "fp16 optimizers flatten on the host)",
           {{{"parameters on this GPU", parameters.total()}, {"bytes a parameter", 2, Unit::bytes}}});
  const BufferDefault fragmentation = buffer_sizes(scenario.plan, scenario.software).fragmentation;
  append(parts, fragmentation_name, "share · activations and buffers", fragmentation.source,
         {{{"activations and buffers", coming_and_going.value, Unit::bytes}, {"share", fragmentation.value}}});
}

bool is_lasting(const MemoryPart& part) {
  return is_context(part) || part.name == workspace_name || part.name == buckets_name;
}

bool is_context(const MemoryPart& part) {
  return part.name == context_name || part.name == communicators_name;
}

bool is_unused(const MemoryPart& part) {
  return part.name == fragmentation_name || part.name == cached_name || part.name == step_copies_name ||
         part.name == unflattened_name;
}

}  // namespace shardscope
