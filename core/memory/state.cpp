#include "core/memory/state.h"

#include <algorithm>
#include <array>

#include "core/memory/activations.h"
#include "core/memory/shard_padding.h"
#include "core/memory/unit_sources.h"
#include "core/scenario/parts/optimizer.h"
#include "core/scenario/plan_counts.h"
#include "core/scenario/software_traits.h"
#include "core/transformer/dimensions.h"

namespace shardscope {

namespace {

constexpr std::string_view zero_paper = "Rajbhandari et al. 2020, ZeRO, section 3 and figure 1";
constexpr std::string_view engine = "Transformer Engine 2: a quantised copy and its transpose, cached over the step";

/// The optimizer's own of a matrix, by the parameter; of sums about two numbers for h of them.
KeptValue kept_by(const OptimizerFacts& facts, Dtype dtype, double hidden) {
  const KeptValue each = facts.state_bytes > 0 ? KeptValue{ValueType::scaled_8, facts.state_bytes} : kept_as(dtype);
  if (facts.sums) return {each.type, facts.states * each.bytes / std::max(hidden, 1.0)};
  return {each.type, facts.states * each.bytes, facts.states == 2};
}

KeptValue larger(KeptValue one, KeptValue other) {
  return one.bytes < other.bytes ? other : one;
}

bool gradients_on_host(const Scenario& scenario) {
  const Plan& plan = scenario.plan;
  const StateTraits state = state_traits_of(scenario.software);
  if (state.gradients_with_parameters) return weights_on_host(plan);
  return state.sharded_gradients_to_host && shards_gradients(plan) && optimizer_on_host(plan);
}

/// DeepSpeed's BF16_Optimizer accumulates in fp32 beside the gradients that autograd leaves.
bool keeps_both_gradients(const Scenario& scenario) {
  return state_traits_of(scenario.software).bf16_gradients_apart && !shards_gradients(scenario.plan) &&
         scenario.plan.precision == Precision::bf16 && gradient_dtype_of(scenario.plan) == Dtype::fp32;
}

struct Holding {
  double parameters = 0;
  double vectors = 0, rows_and_columns = 0;
  PartContent content = PartContent::layers;
  double quantised = 0;  // matrices that an 8- or 4-bit recipe quantises
  bool experts = false, ends = false;
};

std::array<Holding, 6> holdings_of(const StageParameters& p) {
  const HeldSizes &v = p.vectors, &s = p.rows_and_columns, &q = p.quantised;
  return {{
      {p.layers, v.layers, s.layers, PartContent::layers, q.layers, false, false},
      {p.experts, v.experts, s.experts, PartContent::experts, q.experts, true, false},
      {p.mtp, v.mtp, s.mtp, PartContent::mtp_layers, q.mtp, false, false},
      {p.mtp_experts, v.mtp_experts, s.mtp_experts, PartContent::mtp_experts, q.mtp_experts, true, false},
      {p.embedding, v.embedding, s.embedding, PartContent::embedding, 0, false, true},
      {p.head, v.head, s.head, PartContent::head, 0, false, true},
  }};
}

/// A weight, on average over what is quantised and what isn't.
KeptValue average(double quantised, double all, KeptValue weight, KeptValue plain) {
  const double bytes = all > 0 ? (quantised * weight.bytes + (all - quantised) * plain.bytes) / all : plain.bytes;
  if (quantised <= 0 || weight.type == plain.type) return {plain.type, bytes};
  return {quantised < all ? ValueType::unknown : weight.type, bytes};
}

/// The optimizer's own bytes for a parameter of the holding, on average over its matrices and vectors.
double state_bytes(const Holding& held, const BytesPerParameter& bytes, Dtype dtype) {
  if (held.parameters <= 0) return 0;
  if (held.rows_and_columns > 0) return (held.rows_and_columns + held.vectors) * bytes_of(dtype) / held.parameters;
  const double of_matrices = (held.ends ? bytes.state_of_ends : bytes.state).bytes;
  return (of_matrices * (held.parameters - held.vectors) + bytes.state_of_vectors.bytes * held.vectors) /
         held.parameters;
}

void append(std::vector<MemoryPart>& parts, MemoryComponent component, PartKind kind, const Holding& held,
            KeptValue each, double ranks) {
  const double parameters = held.parameters;
  if (parameters <= 0 || each.bytes <= 0) return;
  MemoryPart part{component, kind, Bytes{parameters * each.bytes / ranks}, {}, held.content};
  part.derivation = {ranks > 1 ? "parameters · bytes / shard group" : "parameters · bytes",
                     zero_paper,
                     {{{"parameters on this GPU", parameters}, bytes_per_value("parameter", each)}}};
  if (ranks > 1) part.derivation.factors[2] = share_of("share of one GPU in the shard group", 1 / ranks);
  parts.push_back(part);
}

/// Bytes of a unit's weights for use, with the copies that its recipe makes.
double bytes_in_use(const GatheredUnit& unit, const BytesPerParameter& bytes) {
  return unit.total() * average_weight(unit, bytes).bytes + unit.quantised() * bytes.quantised_copy.bytes;
}

/// The unit in use under ZeRO-3: whole, in the precision that trains.
void append_gathered(std::vector<MemoryPart>& parts, const Scenario& scenario, const StageParameters& parameters,
                     const BytesPerParameter& bytes) {
  const Plan& plan = scenario.plan;
  const GatheredUnit layer = sharded_part(parameters.layer, plan, zero_stage::weights),
                     end = sharded_part(parameters.at_loss, plan, zero_stage::weights);
  const bool end_larger = bytes_in_use(end, bytes) > bytes_in_use(layer, bytes);
  const GatheredUnit& unit = end_larger ? end : layer;
  if (unit.total() <= 0) return;
  const double whole = bytes_in_use(unit, bytes);
  const bool copied = unit.quantised() > 0 && bytes.quantised_copy.bytes > 0;
  const KeptValue in_use{copied ? ValueType::unknown : average_weight(unit, bytes).type, whole / unit.total()};
  parts.push_back({MemoryComponent::weights,
                   end_larger ? PartKind::gathered_head : PartKind::gathered_layer,
                   Bytes{whole},
                   {"",
                    unit_sources(scenario.software).gathered,
                    {{{"parameters of the unit", unit.total()}, bytes_per_value("parameter", in_use)}}},
                   PartContent::formula,
                   shape_of(extent_of(Letter::parameters))});
}

void append_till_scattered(std::vector<MemoryPart>& parts, const Scenario& scenario, const StageParameters& parameters,
                           KeptValue gradient) {
  const double beyond = gradients_till_scattered(scenario, parameters);
  if (beyond <= 0) return;
  parts.push_back({MemoryComponent::gradients,
                   PartKind::gradients_till_scattered,
                   Bytes{beyond * gradient.bytes},
                   {"",
                    "Llama Team 2024, section 3.3.4: gradients add up over several micro-batches before FSDP scatters "
                    "them; PyTorch's pipelines scatter after a stage's last",
                    {{{"parameters beyond this GPU's shard", beyond}, bytes_per_value("parameter", gradient)}}},
                   PartContent::formula,
                   shape_of(extent_of(Letter::parameters))});
}

/// What an 8- or 4-bit recipe keeps beside the weights; or the layer in use, where weights are gathered.
void append_copies(std::vector<MemoryPart>& parts, const Scenario& scenario, const StageParameters& parameters,
                   const BytesPerParameter& bytes) {
  const bool cast_anew = state_traits_of(scenario.software).quantises_for_each_use;
  const double copied = cast_anew ? parameters.layer.quantised() : parameters.quantised.total();
  const bool gathers = sharded_part(parameters.layer, scenario.plan, zero_stage::weights).total() > 0;
  if (gathers_weights(scenario.plan)) append_gathered(parts, scenario, parameters, bytes);
  if (!gathers && bytes.quantised_copy.bytes > 0 && copied > 0) {
    parts.push_back({MemoryComponent::weights,
                     cast_anew ? PartKind::quantised_layer : PartKind::quantised_copies,
                     Bytes{copied * bytes.quantised_copy.bytes},
                     {"",
                      engine,
                      {{{"quantised parameters of layers on this GPU", copied},
                        bytes_per_value("parameter", bytes.quantised_copy)}}},
                     cast_anew ? PartContent::formula : PartContent::all_layers,
                     shape_of(extent_of(Letter::quantised_parameters))});
  }
  if (parameters.quantised_products > 0 && !cast_anew) {
    // Three tensors forward (input, weight, output) and two backward, each with a scale and its past amaxes.
    constexpr double tensors = 5, history = 1024, value_bytes = 4;
    parts.push_back({MemoryComponent::weights,
                     PartKind::amax_history,
                     Bytes{parameters.quantised_products * tensors * (history + 1) * value_bytes},
                     {"products · tensors · (history + 1) · bytes",
                      "Transformer Engine, DelayedScaling: amax_history_len 1024, a scale, both fp32",
                      {{{"matrix products on this GPU", parameters.quantised_products},
                        {"tensors of each", tensors},
                        {"amaxes and a scale", history + 1},
                        bytes_alone(value_bytes)}}}});
  }
}

void append_padding(std::vector<MemoryPart>& parts, const Scenario& scenario, const StageParameters& parameters,
                    const BytesPerParameter& bytes) {
  const Plan& plan = scenario.plan;
  const ShardPadding padding = shard_padding(scenario, parameters);
  const double values = padding.dense + padding.experts;
  const auto add = [&](MemoryComponent component, KeptValue each) {
    if (values <= 0 || each.bytes <= 0) return;
    parts.push_back({component,
                     PartKind::shard_padding,
                     Bytes{values * each.bytes},
                     {"", padding.source, {{{"values of padding", values}, bytes_per_value("value", each)}}},
                     PartContent::formula,
                     shape_of(extent_of(Letter::values))});
  };
  if (shards_weights(plan) && !weights_on_host(plan)) add(MemoryComponent::weights, bytes.shard);
  // Gradients that add up whole have their shards' padding within them.
  const bool apart = shards_gradients(plan) && gradients_till_scattered(scenario, parameters) <= 0;
  if (apart && !gradients_on_host(scenario)) add(MemoryComponent::gradients, bytes.gradient);
  if (!optimizer_on_host(plan))
    add(MemoryComponent::optimizer, {ValueType::unknown, bytes.state.bytes + bytes.master.bytes});
}

}  // namespace

std::int64_t zero_stage_of(MemoryComponent component) {
  switch (component) {
    case MemoryComponent::weights:
      return zero_stage::weights;
    case MemoryComponent::gradients:
      return zero_stage::gradients;
    case MemoryComponent::optimizer:
    case MemoryComponent::activations:
    case MemoryComponent::buffers:
      break;
  }
  return zero_stage::optimizer;
}

BytesPerParameter bytes_per_parameter(const Model& model, const Plan& plan, const Software& software) {
  BytesPerParameter bytes;
  const PrecisionFacts recipe = facts_of(plan.precision);
  bytes.plain_weight = recipe.value;
  bytes.weight = keeps_8_bit_weights(plan) ? recipe.weight : recipe.value;
  if (recipe.weight.bytes > 0) bytes.quantised_copy = keeps_8_bit_weights(plan) ? recipe.weight : two_of(recipe.weight);
  bytes.gradient = kept_as(gradient_dtype_of(plan));
  bytes.master = plan.master_weights && !is_single(plan.precision) ? fp32_value : KeptValue{};
  // Transformer Engine's FusedAdam, store_param_remainders: a bf16 weight and the 16 bits that it lacks are the fp32
  // one.
  const bool remainders = steps_precision_aware(plan, software) && bytes.weight == bf16_value;
  if (remainders && bytes.master.bytes > 0) bytes.master = {ValueType::half_of_fp32, 2};
  bytes.shard = bytes.weight;
  // With the optimizer alone on the host the fp32 weights are there, and the GPU's shard is in 16 bits.
  const bool apart = optimizer_on_host(plan) && !weights_on_host(plan);
  if (shards_weights(plan) && bytes.master.bytes > 0 && !apart && state_traits_of(software).fp32_shards)
    bytes.shard = fp32_value, bytes.master = {};
  const auto hidden = static_cast<double>(model.hidden_size);
  const OptimizerFacts facts = facts_of(plan.optimizer), beside = facts_beside(plan.optimizer);
  bytes.state = kept_by(facts, plan.optimizer_dtype, hidden);
  bytes.state_of_vectors = bytes.state_of_ends = kept_by(beside, plan.optimizer_dtype, hidden);
  if (hidden < beside.small_below) bytes.state_of_vectors = two_of(fp32_value);
  return bytes;
}

bool gradients_come_with_backward(const Scenario& scenario) {
  return state_traits_of(scenario.software).frees_gradients && micro_batches_of(scenario.plan) == 1;
}

Bytes take_turns_with_activations(std::vector<MemoryPart>& parts) {
  double gradients = 0, activations = 0;
  for (const MemoryPart& part : parts) {
    if (part.component == MemoryComponent::gradients) gradients += part.bytes.value;
    if (part.component == MemoryComponent::activations) activations += part.bytes.value;
  }
  const double beyond = gradients > 0 ? std::max(0.0, 1 - activations / gradients) : 0;
  for (MemoryPart& part : parts) {
    if (part.component != MemoryComponent::gradients) continue;
    part.bytes = part.bytes * beyond;
    part.derivation.factors[3] = share_of("share beyond the activations that have gone", beyond);
  }
  std::erase_if(parts, [](const MemoryPart& part) {
    return part.component == MemoryComponent::gradients && part.bytes.value <= 0;
  });
  return Bytes{gradients * (1 - beyond)};
}

bool gathers_weights(const Plan& plan) {
  return shards_weights(plan) || weights_on_host(plan);
}

KeptValue average_weight(const GatheredUnit& unit, const BytesPerParameter& bytes) {
  return average(unit.quantised(), unit.total(), bytes.weight, bytes.plain_weight);
}

GatheredUnit sharded_part(const GatheredUnit& unit, const Plan& plan, std::int64_t stage) {
  const bool from_host = weights_on_host(plan) && stage == zero_stage::weights;
  const bool sharded = zero_of(plan) >= stage;
  const ShardGroups groups = shard_groups(plan);
  GatheredUnit part;
  if (from_host || (sharded && groups.dense > 1)) part.dense = unit.dense, part.quantised_dense = unit.quantised_dense;
  if (from_host || (sharded && groups.experts > 1))
    part.experts = unit.experts, part.quantised_experts = unit.quantised_experts;
  return part;
}

Bytes gathered_beyond_layer(const Scenario& scenario, const StageParameters& parameters) {
  if (!gathers_weights(scenario.plan)) return Bytes{};
  const BytesPerParameter bytes = bytes_per_parameter(scenario.model, scenario.plan, scenario.software);
  const double layer = bytes_in_use(sharded_part(parameters.layer, scenario.plan, zero_stage::weights), bytes);
  return Bytes{
      std::max(0.0, bytes_in_use(sharded_part(parameters.at_loss, scenario.plan, zero_stage::weights), bytes) - layer)};
}

double gradients_till_scattered(const Scenario& scenario, const StageParameters& parameters) {
  const GradientRounds rounds = gradient_rounds(scenario.plan, scenario.software);
  if (!shards_gradients_alone(scenario.plan) || rounds == GradientRounds::every_pass) return 0;
  if (gradients_on_host(scenario)) return 0;
  const ShardGroups groups = shard_groups(scenario.plan);
  const ShardedCount whole = rounds == GradientRounds::once
                                 ? parameters.sharded()
                                 : ShardedCount{parameters.chunk.dense, parameters.chunk.experts};
  return whole.dense * (1 - 1 / groups.dense) + whole.experts * (1 - 1 / groups.experts);
}

void append_state(std::vector<MemoryPart>& parts, const Scenario& scenario, const StageParameters& parameters) {
  const Plan& plan = scenario.plan;
  const BytesPerParameter bytes = bytes_per_parameter(scenario.model, plan, scenario.software);
  const ShardGroups groups = shard_groups(plan);
  for (const Holding& held : holdings_of(parameters)) {
    const auto add = [&](MemoryComponent component, PartKind kind, KeptValue each) {
      const double group = held.experts ? groups.experts : groups.dense;
      append(parts, component, kind, held, each, zero_of(plan) >= zero_stage_of(component) ? group : 1);
    };
    // A recipe that keeps embedding, head, norms and router out of 8 bits keeps their weights in 16.
    const KeptValue kept = shards_weights(plan) ? bytes.shard : bytes.weight;
    const KeptValue weight = average(held.quantised, held.parameters, kept, larger(kept, bytes.plain_weight));
    if (!weights_on_host(plan)) add(MemoryComponent::weights, PartKind::weights, weight);
    if (!gradients_on_host(scenario)) add(MemoryComponent::gradients, PartKind::gradients, bytes.gradient);
    if (optimizer_on_host(plan)) continue;
    add(MemoryComponent::optimizer, PartKind::optimizer_states,
        {ValueType::unknown, state_bytes(held, bytes, plan.optimizer_dtype)});
    add(MemoryComponent::optimizer, PartKind::master_weights, bytes.master);
  }
  if (keeps_both_gradients(scenario))
    parts.push_back({MemoryComponent::gradients,
                     PartKind::gradients_in_16_bits,
                     Bytes{parameters.total() * 2},
                     {"",
                      "DeepSpeed, runtime/bf16_optimizer.py: each pass leaves bf16 gradients, which are added to fp32",
                      {{{"parameters on this GPU", parameters.total()}, bytes_per_value("parameter", bf16_value)}}},
                     PartContent::formula,
                     shape_of(extent_of(Letter::parameters))});
  append_till_scattered(parts, scenario, parameters, bytes.gradient);
  append_copies(parts, scenario, parameters, bytes);
  append_padding(parts, scenario, parameters, bytes);
}

}  // namespace shardscope
