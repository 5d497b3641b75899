#include "core/memory/buffers.h"

#include <algorithm>
#include <array>

#include "core/memory/unit_sources.h"
#include "core/scenario/gpu_family.h"
#include "core/scenario/plan_counts.h"
#include "core/scenario/plan_schedule.h"
#include "core/scenario/software_traits.h"
#include "core/transformer/local_shape.h"

namespace shardscope {

namespace {

/// How many of something a buffer has: what the formula calls it, and the number.
struct Count {
  std::string_view label;
  Extent extent;
  double value = 0;
};

/// The product of the factors that are used; 1 of none.
double product_of(const Derivation& derivation) {
  double product = 1;
  for (const Factor& factor : derivation.factors)
    if (factor.is_used()) product *= factor.value;
  return product;
}

MemoryPart part_of(PartKind kind, const Derivation& derivation) {
  return {MemoryComponent::buffers, kind, Bytes{product_of(derivation)}, derivation, PartContent::formula, {}};
}

/// A buffer of one or two counts of values.
MemoryPart values_of(PartKind kind, std::string_view source, std::initializer_list<Count> counts, Factor value_bytes) {
  MemoryPart part{MemoryComponent::buffers, kind, {}, {"", source, {}}};
  std::size_t at = 0;
  for (const Count& count : counts) {
    part.shape.extents.at(at) = count.extent;
    part.derivation.factors.at(at++) = {count.label, count.value};
  }
  part.shape.dimensions = static_cast<std::uint8_t>(at);
  part.derivation.factors.at(at) = value_bytes;
  part.bytes = Bytes{product_of(part.derivation)};
  return part;
}

void append(std::vector<MemoryPart>& parts, const MemoryPart& part) {
  if (part.bytes.value > 0) parts.push_back(part);
}

/// A part that lives within a layer's pass alone, at a moment when the loss's bytes are gone.
void append_within_layer(std::vector<MemoryPart>& parts, MemoryPart part, LossBytes& loss) {
  if (part.bytes.value <= 0) return;
  const double share = loss.beyond(part.bytes) / part.bytes;
  if (share < 1) part.derivation.factors[3] = share_of("share beyond what the loss held", share);
  part.bytes = Bytes{product_of(part.derivation)};
  append(parts, part);
}

void add(std::vector<RankBuffer>& buffers, const MemoryPart& part) {
  buffers.push_back({part, false});
}
void add_within_layer(std::vector<RankBuffer>& buffers, const MemoryPart& part) {
  buffers.push_back({part, true});
}

Factor value_bytes(const LocalShape& at) {
  return bytes_per_value("value", at.value);
}

/// As many values as the extent says.
Count counted(std::string_view label, const Extent& extent, const LocalShape& at) {
  return {label, extent, value_of(extent, at.letter_sizes)};
}

/// The widest gradients that a layer's backward pass holds at once: of the activation's inputs and of its output.
void add_backward_workspace(std::vector<RankBuffer>& buffers, const LocalShape& at, bool dense, bool moe) {
  const double tensors = at.gated ? 3 : 2;
  const double wide =
      std::max(dense ? at.tokens * at.feed_forward : 0.0,
               moe ? std::max(at.expert_rows * at.expert_feed_forward, at.tokens * at.shared_feed_forward) : 0.0);
  add_within_layer(buffers, values_of(PartKind::gradients_within_layer,
                                      "backward of the MLP's activation: gradients of its inputs and of its output",
                                      {{"tensors of the MLP's width", extent_of(Letter::tensors), tensors},
                                       {"values in each", extent_of(Letter::values), wide}},
                                      value_bytes(at)));
}

/// Ring attention's exchange. Transformer Engine, context_parallel.py, AttnFuncWithCPAndKVP2P: the backward pass has
/// two buffers in turn, one arriving while the other is used, each with a chunk's keys and values and their gradients.
void add_ring(std::vector<RankBuffer>& buffers, const LocalShape& at) {
  using namespace letters;
  if (at.cp <= 1) return;
  const Extent chunk = b * s / cp * (at.size.mla ? a : g) * (d_qk + d_v) / tp;
  add_within_layer(
      buffers,
      values_of(PartKind::exchanged_keys_and_values,
                "Transformer Engine, AttnFuncWithCPAndKVP2P: two buffers in turn, each of keys and values and their "
                "gradients",
                {{"tensors", extent_of(4), 4}, counted("keys and values of a chunk", chunk, at)}, value_bytes(at)));
}

void add_communication(std::vector<RankBuffer>& buffers, const Plan& plan, const LocalShape& at, bool dense, bool moe) {
  using namespace letters;
  if (dense || moe) add_ring(buffers, at);
  if (at.sliced)
    add_within_layer(
        buffers,
        values_of(
            PartKind::gathered_sequence,
            "Korthikanti et al. 2022, section 4.2.2: the input gathered again, and its gradient before the scatter",
            {{"tensors", extent_of(2), 2}, counted("values in each", b * s / cp * h, at)}, value_bytes(at)));
  if (moe && at.ep * at.etp > 1)
    add_within_layer(
        buffers,
        values_of(PartKind::expert_exchange, "Megatron-Core's all-to-all dispatcher: rows as sent and as received",
                  {{"tensors", extent_of(2), 2}, counted("values in each", rows * h, at)}, value_bytes(at)));
  if (plan.pp > 1)
    add(buffers,
        values_of(PartKind::pipeline_transfers,
                  "Megatron's 1F1B: an activation and, where there is a backward, a gradient, each sent and received",
                  {{"tensors", extent_of(Letter::tensors), runs_backward(plan) ? 4.0 : 2.0},
                   counted("values in each", at.sliced ? b * s / cp / tp * h : b * s / cp * h, at)},
                  value_bytes(at)));
}

/// Under ZeRO-2 and 3 a unit's gradients exist whole until they are scattered: a layer's as computed and in the
/// accumulation dtype (unless they add up whole, which is counted there); of the head's the latter, on their way while
/// the last layer runs backward. Under ZeRO-3 the next layer's weights are gathered ahead, but not at the loss: after
/// the head none is next, and the backward pass asks for the last layer when it reaches the head.
void add_sharding(std::vector<RankBuffer>& buffers, const Scenario& scenario, const StageParameters& parameters,
                  const BufferSizes& sizes) {
  const Plan& plan = scenario.plan;
  const BytesPerParameter bytes = bytes_per_parameter(scenario.model, plan, scenario.software);
  const double layer = sharded_part(parameters.layer, plan, zero_stage::gradients).total(),
               head = sharded_part(parameters.at_loss, plan, zero_stage::gradients).total();
  // Where gradients add up whole they are counted there; PyTorch adds each layer's as it was computed.
  const bool add_up = gradients_till_scattered(scenario, parameters) > 0;
  const bool apart = !add_up || state_traits_of(scenario.software).frees_gradients;
  const KeptValue summed = add_up ? KeptValue{} : bytes.gradient;
  const KeptValue of_layer{ValueType::unknown, (apart ? bytes.plain_weight.bytes : 0) + summed.bytes};
  const bool head_larger = head * summed.bytes > layer * of_layer.bytes;
  if (layer + head > 0 && runs_backward(plan))
    add_within_layer(buffers,
                     values_of(PartKind::gradients_being_scattered, unit_sources(scenario.software).scattered,
                               {{"parameters of the unit", extent_of(Letter::parameters), head_larger ? head : layer}},
                               bytes_per_value("parameter", head_larger ? summed : of_layer)));
  const GatheredUnit ahead = sharded_part(parameters.layer, plan, zero_stage::weights);
  add_within_layer(buffers, values_of(PartKind::layers_gathered_ahead, sizes.prefetch_layers.source,
                                      {{"layers", extent_of(Letter::layers), sizes.prefetch_layers.value},
                                       {"parameters of a layer", extent_of(Letter::parameters), ahead.total()}},
                                      bytes_per_value("parameter", average_weight(ahead, bytes))));
}

double communicators(const Plan& plan) {
  double count = 0;
  for (const std::int64_t size : {plan.tp, plan.pp, plan.cp, plan.ep, replicas_of(plan)}) count += size > 1 ? 1 : 0;
  return count;
}

/// What a logit takes beside what the head saves.
struct LogitWorkspace {
  KeptValue each;
  std::string_view source;
};
LogitWorkspace logit_workspace(const Scenario& scenario) {
  constexpr const BufferDefault &several = buffer_defaults::loss_parallel_workspace_bytes,
                                &one = buffer_defaults::logit_workspace_bytes;
  if (state_traits_of(scenario.software).loss_parallel && scenario.plan.tp > 1)
    return {{ValueType::unknown, several.value}, several.source};
  return {{scenario.plan.precision == Precision::fp16 ? ValueType::fp16 : ValueType::bf16, one.value}, one.source};
}

void add_loss(std::vector<RankBuffer>& buffers, const Scenario& scenario, const LocalShape& at) {
  using namespace letters;
  const LogitWorkspace workspace = logit_workspace(scenario);
  add(buffers, values_of(PartKind::logits_workspace, workspace.source, {counted("logits", b * s / cp * V / tp, at)},
                         bytes_per_value("logit", workspace.each)));
  if (at.sliced && state_traits_of(scenario.software).keeps_gathered_input)
    add(buffers,
        values_of(PartKind::gathered_input_of_output_matrix, "PyTorch's DTensor: a product keeps its input as gathered",
                  {counted("values", b * s / cp * h, at)}, value_bytes(at)));
}

/// What gradients travel in. Megatron's buckets are slices of the gradients themselves, PyTorch FSDP's a layer's
/// gradients that are being scattered; DeepSpeed has buffers of its own under ZeRO, and PyTorch's DDP copies all
/// gradients into its buckets. XLA reduces them where they are.
void add_buckets(std::vector<RankBuffer>& buffers, const Scenario& scenario, const StageParameters& parameters,
                 const BufferSizes& sizes) {
  const bool replicas = replicas_of(scenario.plan) > 1;
  const Factor element = bytes_per_value("element", bytes_per_parameter(scenario.model, scenario.plan).gradient);
  const StateTraits state = state_traits_of(scenario.software);
  if (state.buckets_under_zero && shards_optimizer(scenario.plan) && sizes.bucket_elements)
    add(buffers, values_of(PartKind::gradient_buckets, sizes.bucket_elements->source,
                           {{"buckets", extent_of(Letter::buckets), replicas ? 2.0 : 1.0},
                            {"elements", extent_of(Letter::elements), sizes.bucket_elements->value}},
                           element));
  if (state.buckets_of_replicas && !shards_optimizer(scenario.plan) && replicas)
    add(buffers, values_of(PartKind::gradient_buckets,
                           "PyTorch's DistributedDataParallel: gradients are copied into buckets "
                           "(gradient_as_bucket_view is off)",
                           {{"parameters on this GPU", extent_of(Letter::parameters), parameters.total()}}, element));
}

/// Where a size is from.
std::string_view source_on(const Gpu& gpu, const BufferDefault& size) {
  const bool known = facts_of(gpu.family).has_cuda || !size.of_cuda;
  return known ? size.source : "nobody has published it for this device: as on NVIDIA's GPUs";
}

void add_constants(std::vector<RankBuffer>& buffers, const Scenario& scenario, const BufferSizes& sizes) {
  const Gpu& gpu = scenario.cluster.gpu;
  const bool cuda = facts_of(gpu.family).has_cuda;
  add(buffers,
      part_of(PartKind::library_workspace,
              {"a constant", source_on(gpu, sizes.workspace_bytes), {{bytes_alone(sizes.workspace_bytes.value)}}}));
  add(buffers,
      part_of(cuda ? PartKind::cuda_context : PartKind::device_runtime,
              {"a constant", source_on(gpu, sizes.context_bytes), {{bytes_alone(sizes.context_bytes.value)}}}));
  add(buffers, part_of(cuda ? PartKind::communicators : PartKind::collective_buffers,
                       {"groups · bytes",
                        source_on(gpu, sizes.communicator_bytes),
                        {{{"groups that the GPU is in", communicators(scenario.plan)},
                          bytes_each("communicator", sizes.communicator_bytes.value)}}}));
}

}  // namespace

Bytes logits_workspace(const Scenario& scenario) {
  std::vector<RankBuffer> buffers;
  add_loss(buffers, scenario, local_shape(scenario.model, scenario.plan));
  Bytes sum;
  for (const RankBuffer& buffer : buffers) sum += buffer.part.bytes;
  return sum;
}

std::vector<RankBuffer> rank_buffers(const Scenario& scenario, const BufferSizes& sizes,
                                     const StageParameters& parameters, const std::vector<ChunkHolding>& chunks) {
  const Plan& plan = scenario.plan;
  const LocalShape at = local_shape(scenario.model, plan);
  bool dense = false, moe = false, head = false;
  for (const ChunkHolding& chunk : chunks) {
    dense |= chunk.dense_layers + chunk.dense_inputs + chunk.offloaded_dense_layers > 0;
    moe |= chunk.moe_layers + chunk.moe_inputs + chunk.offloaded_moe_layers > 0;
    head |= chunk.head;
  }
  const bool backward = runs_backward(plan);
  std::vector<RankBuffer> buffers;
  buffers.reserve(16);
  if (backward) add_backward_workspace(buffers, at, dense, moe);
  add_communication(buffers, plan, at, dense, moe);
  add_sharding(buffers, scenario, parameters, sizes);
  if (backward) add_buckets(buffers, scenario, parameters, sizes);
  if (head) add_loss(buffers, scenario, at);
  add_constants(buffers, scenario, sizes);
  return buffers;
}

void append_buffers(std::vector<MemoryPart>& parts, const std::vector<RankBuffer>& buffers, LossBytes& loss) {
  for (const auto& [part, within_layer] : buffers)
    within_layer ? append_within_layer(parts, part, loss) : append(parts, part);
}

void append_unused(std::vector<MemoryPart>& parts, const Scenario& scenario, const StageParameters& parameters,
                   const BufferSizes& sizes, Bytes hidden) {
  Bytes coming_and_going;
  for (const MemoryPart& part : parts)
    if (part.component >= MemoryComponent::activations && use_of(part.kind) != PartUse::context)
      coming_and_going += part.bytes;
  append(parts, part_of(PartKind::freed_blocks, {"within a layer, less what exceeds the loss",
                                                 unit_sources(scenario.software).freed_blocks,
                                                 {{bytes_alone(hidden.value)}}}));
  const bool learns = runs_backward(scenario.plan);
  const StateTraits state = state_traits_of(scenario.software);
  if (learns && state.flattens_fp16_gradients && shards_optimizer(scenario.plan) &&
      scenario.plan.precision == Precision::fp16)
    append(parts,
           values_of(PartKind::freed_gradient_copies,
                     "DeepSpeed, runtime/zero/stage_1_and_2.py, step(): the shard's gradients flattened in fp16, then "
                     "in fp32",
                     {{"parameters of the shard", extent_of(Letter::parameters_of_shard),
                       stepped_parameters(parameters.sharded(), scenario.plan)}},
                     bytes_per_value("parameter", {ValueType::unknown, fp16_value.bytes + fp32_value.bytes})));
  if (learns && state.flattens_bf16_weights && scenario.plan.precision == Precision::bf16)
    append(parts, values_of(PartKind::freed_weights,
                            "DeepSpeed, runtime/bf16_optimizer.py: weights are flattened on the GPU, beside their "
                            "first copies (its fp16 optimizers flatten on the host)",
                            {{"parameters on this GPU", extent_of(Letter::parameters), parameters.total()}},
                            bytes_per_value("parameter", bf16_value)));
  append(parts, part_of(PartKind::fragmentation, {"share · activations and buffers",
                                                  sizes.fragmentation.source,
                                                  {{{"activations and buffers", coming_and_going.value, Unit::bytes},
                                                    {"share", sizes.fragmentation.value}}}}));
}

}  // namespace shardscope
