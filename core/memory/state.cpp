#include "core/memory/state.h"

#include <algorithm>
#include <array>

#include "core/memory/activations.h"
#include "core/scenario/stage_placement.h"
#include "core/transformer/dimensions.h"

namespace shardscope {

namespace {

constexpr std::string_view zero_paper = "Rajbhandari et al. 2020, ZeRO, section 3 and figure 1";
constexpr std::string_view engine = "Transformer Engine 2: a quantised copy and its transpose, cached over the step";

double degree(std::int64_t value) {
  return static_cast<double>(std::max<std::int64_t>(value, 1));
}

double bytes_of(Dtype dtype) {
  switch (dtype) {
    case Dtype::fp32:
      return 4;
    case Dtype::bf16:
    case Dtype::fp16:
      return 2;
    case Dtype::fp8:
      return 1;
  }
  return 4;
}

/// Bytes of one quantised value with its scales; 0 for a 16- or 32-bit recipe.
double quantised_bytes(Precision precision) {
  switch (precision) {
    case Precision::bf16:
    case Precision::fp16:
    case Precision::tf32:
    case Precision::fp32:
      return 0;
    case Precision::mxfp8:
      return 1 + 1.0 / 32;
    case Precision::nvfp4:
      return 0.5 + 1.0 / 16;
    default:
      return 1;
  }
}

/// Bytes of the optimizer's own state for a parameter of a matrix.
/// Adam: two moments. SGD with momentum and Muon (Jordan 2024): one. Adam in 8 bits (Dettmers et al. 2022, section 2):
/// two moments in a byte each, with an fp32 scale for every 2,048. Adafactor (Shazeer and Stern 2018, section 3): a row
/// and a column of sums for each matrix, about two numbers for h parameters.
double optimizer_bytes(Optimizer optimizer, double dtype_bytes, double hidden) {
  switch (optimizer) {
    case Optimizer::adam:
      return 2 * dtype_bytes;
    case Optimizer::sgd_momentum:
    case Optimizer::muon:
      return dtype_bytes;
    case Optimizer::adam8bit:
      return 2 * (1 + 4.0 / 2048);
    case Optimizer::adafactor:
      return 2 * dtype_bytes / std::max(hidden, 1.0);
  }
  return 2 * dtype_bytes;
}

/// PyTorch's FSDP, and MaxText's like: the sharded weights are fp32, which the optimizer steps; a layer is gathered in
/// 16 bits (MixedPrecisionPolicy's param_dtype) for use alone.
bool is_fsdp(const Software& software) {
  return software.framework == Framework::torchtitan || software.framework == Framework::llm_foundry ||
         software.framework == Framework::maxtext;
}

/// DeepSpeed's BF16_Optimizer accumulates in fp32 beside the gradients that autograd leaves.
bool keeps_both_gradients(const Scenario& scenario) {
  return scenario.software.framework == Framework::megatron_deepspeed && scenario.plan.zero.value_or(0) <= 1 &&
         scenario.plan.precision == Precision::bf16 &&
         scenario.plan.gradient_dtype.value_or(Dtype::fp32) == Dtype::fp32;
}

struct Holding {
  std::string_view weights, gradients, states, master;  // the parts' names
  double parameters = 0;
  PartContent content = PartContent::layers;
  bool experts = false, ends = false, quantised = false;
};

std::array<Holding, 6> holdings_of(const StageParameters& p) {
  return {{
      {"layers", "gradients of layers", "optimizer states of layers", "master copy of layers", p.layers,
       PartContent::layers, false, false, true},
      {"experts", "gradients of experts", "optimizer states of experts", "master copy of experts", p.experts,
       PartContent::experts, true, false, true},
      {"MTP layers", "gradients of MTP layers", "optimizer states of MTP layers", "master copy of MTP layers", p.mtp,
       PartContent::mtp_layers, false, false, true},
      {"MTP experts", "gradients of MTP experts", "optimizer states of MTP experts", "master copy of MTP experts",
       p.mtp_experts, PartContent::mtp_experts, true, false, true},
      {"embedding", "gradients of the embedding", "optimizer states of the embedding", "master copy of the embedding",
       p.embedding, PartContent::embedding, false, true, false},
      {"head", "gradients of the head", "optimizer states of the head", "master copy of the head", p.head,
       PartContent::head, false, true, false},
  }};
}

void append(std::vector<MemoryPart>& parts, MemoryComponent component, std::string_view name, const Holding& held,
            double bytes, double ranks) {
  const double parameters = held.parameters;
  if (parameters <= 0 || bytes <= 0) return;
  MemoryPart part{component, name, Bytes{parameters * bytes / ranks}, {}, held.content};
  part.derivation = {ranks > 1 ? "parameters · bytes / shard group" : "parameters · bytes",
                     zero_paper,
                     {{{"parameters on this GPU", parameters}, {"bytes a parameter", bytes, Unit::bytes}}}};
  if (ranks > 1) part.derivation.factors[2] = {"share of one GPU in the shard group", 1 / ranks};
  parts.push_back(part);
}

/// The layer in use under ZeRO-3: whole, in the precision that trains.
void append_gathered(std::vector<MemoryPart>& parts, const StageParameters& parameters, double bytes) {
  if (parameters.layer_largest <= 0) return;
  parts.push_back(
      {MemoryComponent::weights,
       "gathered layer in use",
       Bytes{parameters.layer_largest * bytes},
       {"parameters · bytes",
        zero_paper,
        {{{"parameters of a layer", parameters.layer_largest}, {"bytes a parameter", bytes, Unit::bytes}}}}});
}

}  // namespace

std::vector<StageParameters> parameters_of_ranks(const Model& model, const Plan& plan,
                                                 const std::vector<StageContent>& layout) {
  const auto ranks = std::min(static_cast<std::size_t>(std::max<std::int64_t>(plan.pp, 1)), layout.size());
  const std::int64_t vocabulary = trained_vocabulary(model, plan);
  const ShardedCount dense = on_one_gpu(layer_parameters(model, false), plan);
  const ShardedCount moe = on_one_gpu(layer_parameters(model, true), plan);
  const ShardedCount mtp = on_one_gpu(mtp_parameters(model), plan);
  const double embedding = on_one_gpu(embedding_parameters(model, vocabulary), plan).dense;
  const double head = on_one_gpu(head_parameters(model, vocabulary, ranks > 1), plan).dense;

  std::vector<StageParameters> result(ranks);
  const auto add = [&](StageParameters& rank, const StageContent& stage) {
    const auto dense_layers = static_cast<double>(stage.dense_layers);
    const auto moe_layers = static_cast<double>(stage.moe_layers);
    const auto mtp_layers = static_cast<double>(stage.mtp_layers);
    rank.layers += dense_layers * dense.dense + moe_layers * moe.dense;
    rank.experts += moe_layers * moe.experts;
    rank.mtp += mtp_layers * mtp.dense;
    rank.mtp_experts += mtp_layers * mtp.experts;
    if (stage.embedding) rank.embedding += embedding;
    if (stage.head) rank.head += head;
    if (stage.dense_layers > 0) rank.layer_largest = std::max(rank.layer_largest, dense.dense);
    if (stage.moe_layers > 0) rank.layer_largest = std::max(rank.layer_largest, moe.dense + moe.experts);
  };
  for (std::size_t r = 0; r < ranks; ++r)
    for (const std::size_t k :
         stages_of_rank(plan, static_cast<std::int64_t>(r), static_cast<std::int64_t>(ranks), layout.size()))
      add(result[r], layout[k]);
  return result;
}

BytesPerParameter bytes_per_parameter(const Model& model, const Plan& plan, const Software& software) {
  BytesPerParameter bytes;
  const bool single = plan.precision == Precision::fp32 || plan.precision == Precision::tf32;
  const double quantised = quantised_bytes(plan.precision);
  bytes.weight = single ? 4 : 2;
  bytes.quantised_copy = 2 * quantised;
  if (plan.fp8_params && quantised >= 1) {
    bytes.weight = quantised;
    bytes.quantised_copy = quantised;
  }
  bytes.gradient = bytes_of(plan.gradient_dtype.value_or(Dtype::fp32));
  bytes.master = plan.master_weights && !single ? 4 : 0;
  bytes.shard = bytes.weight;
  if (is_fsdp(software) && plan.zero.value_or(0) >= 3 && bytes.master > 0) bytes.shard = 4, bytes.master = 0;
  const double state_dtype = bytes_of(plan.optimizer_dtype);
  const auto hidden = static_cast<double>(model.hidden_size);
  bytes.state = optimizer_bytes(plan.optimizer, state_dtype, hidden);
  bytes.state_of_ends =
      plan.optimizer == Optimizer::muon ? optimizer_bytes(Optimizer::adam, state_dtype, hidden) : bytes.state;
  return bytes;
}

ShardGroups shard_groups(const Plan& plan) {
  const double replicas = degree(plan.dp.value_or(1)) * degree(plan.cp);
  const double group = plan.shard_group ? std::min(degree(*plan.shard_group), replicas) : replicas;
  const double expert_replicas = degree(plan.tp) * replicas / (degree(plan.ep) * degree(plan.etp.value_or(1)));
  const auto copies = static_cast<double>(copies_of_model(schedule_kind(plan)));
  return {copies * group, std::max(copies * expert_replicas * group / replicas, 1.0)};
}

bool gradients_come_with_backward(const Scenario& scenario) {
  return is_fsdp(scenario.software) && micro_batches_of(scenario.plan) == 1;
}

void take_turns_with_activations(std::vector<MemoryPart>& parts) {
  double gradients = 0, activations = 0;
  for (const MemoryPart& part : parts) {
    if (part.component == MemoryComponent::gradients) gradients += part.bytes.value;
    if (part.component == MemoryComponent::activations) activations += part.bytes.value;
  }
  const double beyond = gradients > 0 ? std::max(0.0, 1 - activations / gradients) : 0;
  for (MemoryPart& part : parts) {
    if (part.component != MemoryComponent::gradients) continue;
    part.bytes = part.bytes * beyond;
    part.derivation.factors[3] = {"share beyond the activations that have gone", beyond};
  }
  std::erase_if(parts, [](const MemoryPart& part) {
    return part.component == MemoryComponent::gradients && part.bytes.value <= 0;
  });
}

bool gathers_weights(const Plan& plan) {
  return plan.zero.value_or(0) >= 3 || plan.offload == Offload::parameters;
}

void append_state(std::vector<MemoryPart>& parts, const Scenario& scenario, const StageParameters& parameters) {
  const Plan& plan = scenario.plan;
  const BytesPerParameter bytes = bytes_per_parameter(scenario.model, plan, scenario.software);
  const ShardGroups groups = shard_groups(plan);
  const std::int64_t zero = plan.zero.value_or(0);
  const bool weights_on_host = plan.offload == Offload::parameters;
  const bool optimizer_on_host = weights_on_host || plan.offload == Offload::optimizer;
  for (const Holding& held : holdings_of(parameters)) {
    const double group = held.experts ? groups.experts : groups.dense;
    const auto over = [&](std::int64_t stage) { return zero >= stage ? group : 1.0; };
    // A recipe that keeps embedding and head out of 8 bits keeps their weights in 16.
    const double kept = zero >= 3 ? bytes.shard : bytes.weight;
    const double weight = held.quantised ? kept : std::max(kept, 2.0);
    if (!weights_on_host) append(parts, MemoryComponent::weights, held.weights, held, weight, over(3));
    append(parts, MemoryComponent::gradients, held.gradients, held, bytes.gradient, over(2));
    if (optimizer_on_host) continue;
    append(parts, MemoryComponent::optimizer, held.states, held, held.ends ? bytes.state_of_ends : bytes.state,
           over(1));
    append(parts, MemoryComponent::optimizer, held.master, held, bytes.master, over(1));
  }
  if (keeps_both_gradients(scenario))
    parts.push_back({MemoryComponent::gradients,
                     "16-bit gradients",
                     Bytes{parameters.total() * 2},
                     {"parameters · bytes",
                      "DeepSpeed, runtime/bf16_optimizer.py: each pass leaves bf16 gradients, which are added to fp32",
                      {{{"parameters on this GPU", parameters.total()}, {"bytes a parameter", 2, Unit::bytes}}}}});
  const double copied = parameters.layers + parameters.experts + parameters.mtp + parameters.mtp_experts;
  if (gathers_weights(plan)) {
    append_gathered(parts, parameters, bytes.weight + bytes.quantised_copy);
  } else if (bytes.quantised_copy > 0 && copied > 0) {
    parts.push_back(
        {MemoryComponent::weights,
         "quantised copies of layers",
         Bytes{copied * bytes.quantised_copy},
         {"parameters of layers · bytes",
          engine,
          {{{"parameters of layers on this GPU", copied}, {"bytes a parameter", bytes.quantised_copy, Unit::bytes}}}},
         PartContent::all_layers});
  }
}

}  // namespace shardscope
