#include "core/scenario/software_traits.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "core/scenario/parts/optimizer.h"
#include "core/scenario/plan_counts.h"
#include "core/scenario/plan_schedule.h"

namespace shardscope {

namespace {

// A source of "2023.0" (vTrain's runs) describes the software of 2022: its defaults and kernels are of the year before.
constexpr double end_of_2022 = 2023, since_2023 = end_of_2022 + 0.01;

constexpr bool is_until_2022(const Software& software) {
  return software.year < since_2023;
}

constexpr double always = -Era::ever, never = Era::ever;

/// What holds of a framework in every release, or since a year.
struct FrameworkFacts {
  bool is_megatron = false;          // its own repository, whose kernels, dispatchers and graphs the fit knows by year
  bool has_megatron_layers = false;  // the same or a copy of them
  bool is_fully_sharded = false;     // PyTorch's FSDP, and MaxText's like
  bool as_measured = false;          // nobody has a measurement that tells it from the others
  bool is_known = true;              // whose code it is
  bool on_pytorch = true;
  double early_gradients_since = never;
  bool gathers_in_fp8 = false;
  double reduces_in_16_bits_since = never;
  GradientRounds rounds_in_pipeline = GradientRounds::every_pass;  // under ZeRO-2
};

/// Llama Team 2024, section 3.3.4: gradients accumulate in fp32 over several micro-batches before FSDP scatters them,
/// the one pipeline beside ZeRO-2 that is published.
constexpr GradientRounds rounds_of_own = GradientRounds::every_run;
/// PyTorch, distributed/pipelining/stage.py, set_requires_gradient_sync(last_backward).
constexpr GradientRounds rounds_of_pytorch = GradientRounds::once;

constexpr FrameworkFacts facts_of(Framework framework) {
  // --no-async-tensor-model-parallel-allreduce turns it off.
  constexpr double early_gradients = 2022;
  switch (framework) {
    case Framework::megatron_core:
    case Framework::megatron_lm:
      // Megatron-FSDP reduces with every backward pass (megatron_fsdp.py, grad_reduce_every_bprop: optim_grads).
      return {.is_megatron = true, .has_megatron_layers = true, .early_gradients_since = early_gradients};
    case Framework::megatron_deepspeed:
      // communication_data_type follows the products' in fp16, and since 2023 in bf16 too (runtime/engine.py).
      return {.has_megatron_layers = true, .reduces_in_16_bits_since = 2023};
    case Framework::torchtitan:
      // torchao's float8 tensor parallelism, Float8ColwiseParallel and Float8RowwiseParallel.
      return {.is_fully_sharded = true, .gathers_in_fp8 = true, .rounds_in_pipeline = rounds_of_pytorch};
    case Framework::llm_foundry:
      // Composer's FSDP with mixed_precision PURE, which its MPT configurations have.
      return {.is_fully_sharded = true, .reduces_in_16_bits_since = always, .rounds_in_pipeline = rounds_of_pytorch};
    case Framework::maxtext:
      // XLA, where a product's 16-bit output is scattered before it is cast.
      return {.is_fully_sharded = true, .on_pytorch = false, .reduces_in_16_bits_since = always};
    case Framework::own:
      return {.as_measured = true,
              .is_known = false,
              .early_gradients_since = early_gradients,
              .rounds_in_pipeline = rounds_of_own};
    case Framework::other:
      break;
  }
  return {.is_known = false, .early_gradients_since = early_gradients, .rounds_in_pipeline = rounds_of_own};
}

// What absent keys are taken as.

/// Scores stored, everything recomputed, one plain all-reduce after the last backward, a replica of the state on every
/// GPU: --checkpoint-activations in Megatron-LM's published examples; Narayanan et al. 2021, section 3.5; gradients in
/// fp32 only where --accumulate-allreduce-grads-in-fp32 or --bf16 says so.
constexpr PlanDefaults megatron_until_2021{.flash_attention = false,
                                           .sequence_parallel = false,
                                           .dp_overlap = false,
                                           .zero = 0,
                                           .recompute_full = true,
                                           .gradients_in_fp16 = true};
/// Sequence parallelism, selective recomputation and the distributed optimizer are there, each behind a flag that is
/// off: --sequence-parallel, --recompute-activations, --use-distributed-optimizer; Korthikanti et al. 2022. DeepSpeed's
/// fp16 optimizers keep gradients in fp16, its BF16_Optimizer in fp32.
constexpr PlanDefaults megatron_layers_of_2022{
    .flash_attention = false, .sequence_parallel = false, .dp_overlap = false, .zero = 0, .gradients_in_fp16 = true};
/// --use-flash-attn, --sequence-parallel and --use-distributed-optimizer are off, the local layers are its own.
constexpr PlanDefaults megatron_lm_of_2023{
    .flash_attention = false, .sequence_parallel = false, .zero = 0, .gradients_in_fp16 = true};
/// DeepSpeed's fp16 optimizers keep gradients in fp16.
constexpr PlanDefaults deepspeed_since_2023{.gradients_in_fp16 = true};
/// NeMo's recipes have tp_comm_overlap on. Before parallel folding an expert was split like any other matrix: Megatron
/// Core before 0.11 (February 2025) has no expert-tensor-parallel-size.
constexpr PlanDefaults megatron_core_before_folding{.tp_overlap = true, .experts_like_dense = true};
/// NeMo's and Megatron Bridge's recipes: tp_comm_overlap on; moe_token_dispatcher_type alltoall.
constexpr PlanDefaults megatron_core_since_folding{.tp_overlap = true};
/// Megatron-Core 0.12 has the flex dispatcher over DeepEP; Megatron Bridge's recipes of experts over nodes take it
/// where it is installed (docs/training/moe-optimization.md; skills/nemo-mbridge-perf-moe-dispatcher-selection: DeepEP
/// on H100 and B200, HybridEP on GB200 and GB300 NVL72).
constexpr PlanDefaults megatron_core_with_flex{.tp_overlap = true, .moe_dispatcher = MoeDispatcher::deepep};
constexpr PlanDefaults megatron_lm_with_flex{.moe_dispatcher = MoeDispatcher::deepep};
/// DeepSeek-AI 2024, "DeepSeek-V3 Technical Report", section 3.2.2: tokens go over InfiniBand once per node, and on
/// over NVLink; the first to be published.
constexpr PlanDefaults own_since_2024{.moe_dispatcher = MoeDispatcher::deepep};
/// torchtitan, LLM Foundry and MaxText shard parameters (FSDP2, FSDP FULL_SHARD, ici_fsdp_parallelism) and train the
/// model's vocabulary.
constexpr PlanDefaults fully_sharded{.zero = 3, .pads_vocabulary = false};

constexpr double ever = Era::ever, folding = 2025.3, flex = 2025.5, deepseek_v3 = 2024.9;
constexpr Era era_table[] = {
    {Framework::megatron_lm, 2022, megatron_until_2021},
    {Framework::megatron_lm, since_2023, megatron_layers_of_2022},
    {Framework::megatron_lm, 2024, megatron_lm_of_2023},
    {Framework::megatron_lm, flex, PlanDefaults{}},
    {Framework::megatron_lm, ever, megatron_lm_with_flex},
    {Framework::megatron_core, 2022, megatron_until_2021},
    {Framework::megatron_core, since_2023, megatron_layers_of_2022},
    {Framework::megatron_core, folding, megatron_core_before_folding},
    {Framework::megatron_core, flex, megatron_core_since_folding},
    {Framework::megatron_core, ever, megatron_core_with_flex},
    {Framework::megatron_deepspeed, since_2023, megatron_layers_of_2022},
    {Framework::megatron_deepspeed, ever, deepspeed_since_2023},
    {Framework::torchtitan, ever, fully_sharded},
    {Framework::llm_foundry, ever, fully_sharded},
    {Framework::maxtext, ever, fully_sharded},
    {Framework::own, deepseek_v3, PlanDefaults{}},
    {Framework::own, ever, own_since_2024},
};

/// A scenario that leaves its software unsaid can't be told from one that states Megatron-Core of 2025: both have the
/// documented defaults, which are what those have whose year nobody knows.
PlanDefaults defaults_of(const Software& software) {
  PlanDefaults defaults;
  const auto era = std::find_if(std::begin(era_table), std::end(era_table), [&](const Era& each) {
    return each.framework == software.framework && software.year < each.before;
  });
  if (era != std::end(era_table) && software != Software{}) defaults = era->defaults;
  // CUDA 11.7 (2022) loads kernels as they are needed; frameworks run on it from the next year on, and whoever ran the
  // code of 2022 in 2023.0 too.
  constexpr double lazy_loading = 2023;
  defaults.eager_context = software.year < lazy_loading;
  return defaults;
}

// What a GPU holds.

/// Megatron-Core's gradient buffers and distributed optimizer (its guide, Distributed Optimizer: an fp32 copy of 16-bit
/// gradients as it steps; its precision-aware optimizer), or what is taken to be like them. Its hybrid optimizer copies
/// gradients to the host from the buffer that stays.
constexpr StateTraits megatron_state{.padded = PaddedShards::buckets,
                                     .gradients_in_one_buffer = true,
                                     .precision_aware_optimizer = true,
                                     .fp32_gradients_to_step = true};
/// DeepSpeed's ZeRO (from stage 2 on gradients go to the host's optimizer: Ren et al. 2021, "ZeRO-Offload", section
/// 4.1), runtime/bf16_optimizer.py (gradients, weights) and runtime/pipe/engine.py (pipe_buffers['outputs']).
constexpr StateTraits deepspeed_state{.padded = PaddedShards::groups,
                                      .buckets_under_zero = true,
                                      .sharded_gradients_to_host = true,
                                      .bf16_gradients_apart = true,
                                      .flattens_fp16_gradients = true,
                                      .flattens_bf16_weights = true,
                                      .keeps_stage_outputs = true};
/// PyTorch's FSDP and DDP. The sharded weights are fp32; a layer is gathered in 16 bits (MixedPrecisionPolicy's
/// param_dtype), and quantised anew, for use alone; zero_grad frees gradients; CPUOffloadPolicy takes them along.
constexpr StateTraits pytorch_state{.padded = PaddedShards::units,
                                    .buckets_of_replicas = true,
                                    .gradients_with_parameters = true,
                                    .fp32_shards = true,
                                    .quantises_for_each_use = true,
                                    .frees_gradients = true};

/// Gradients that aren't reduced in 16 bits are as they accumulate: Megatron-Core's grad_reduce_in_fp32, torchtitan's
/// mixed_precision_reduce.
TrafficTraits traffic_of(const Software& software) {
  const FrameworkFacts facts = facts_of(software.framework);
  return {.early_gradients = software.year >= facts.early_gradients_since,
          .gathers_in_fp8 = facts.gathers_in_fp8,
          .reduces_in_16_bits = software.year >= facts.reduces_in_16_bits_since};
}

/// Of Megatron's repository by year, and of what was copied from it.
KernelTraits megatron_kernels(const Software& software) {
  KernelTraits kernels;
  kernels.old_launches = is_until_2022(software);
  if (kernels.old_launches) kernels.loss_bytes = &Constants::old_loss_bytes;
  // Megatron Core: its CUDA graphs hold the experts too, and gpt-oss's clamped activation is one kernel. Runs of
  // Megatron Bridge's containers since 26.06 (2026.42) are met so and those of 26.04 (2026.25) without, in its
  // docs/performance-summary-archive.md; the year lies between.
  constexpr double graphs_of_experts = 2026.4, fused_clamp = graphs_of_experts;
  if (!facts_of(software.framework).is_megatron) return kernels;
  kernels.graphs_hold_experts = software.year >= graphs_of_experts;
  if (software.year >= fused_clamp) kernels.clamped_glu = &Constants::fused_clamp_share;
  // Kernels get faster from release to release, as the fit of the public runs has it (core/constants/constants.h);
  // counted back to 2023, as older ones have terms of their own, and on to 2027, beyond which no run is known.
  constexpr double counted_from = 2025, counted_to = 2027;
  if (!kernels.old_launches) kernels.years_after_2025 = std::min(software.year, counted_to) - counted_from;
  return kernels;
}

/// Nobody has a measurement that tells one's own from the others: it has their median, and of what has no number what
/// the others of its time have: until 2022 Megatron's launches and loss.
KernelTraits kernels_of_own(const Software& software) {
  KernelTraits kernels;
  kernels.as_measured = true;
  kernels.old_launches = is_until_2022(software);
  if (kernels.old_launches) kernels.loss_bytes = &Constants::old_loss_bytes;
  return kernels;
}

/// What a framework's kernels have of their own.
void add_own_kernels(KernelTraits& kernels, const Software& software) {
  // Its runs are of 2021 and 2022; vTrain's of 2023.0, on the same code, are met without.
  constexpr double bigscience_until = 2023;
  switch (software.framework) {
    case Framework::megatron_deepspeed:
      if (software.year < bigscience_until) kernels.factor = &Constants::bigscience_factor;
      break;
    case Framework::torchtitan:
      kernels.memory_factor = &Constants::torchtitan_memory_factor;
      kernels.loss_bytes = &Constants::torchtitan_loss_bytes;
      kernels.attention = {.hopper = &Constants::torch_attention_hopper,
                           .blackwell = &Constants::torch_attention_blackwell};
      break;
    case Framework::llm_foundry:
      kernels.memory_factor = &Constants::llm_foundry_memory_factor;
      kernels.loss_bytes = &Constants::llm_foundry_loss_bytes;
      kernels.attention = {.hopper = &Constants::llm_foundry_attention_hopper,
                           .blackwell = &Constants::llm_foundry_attention,
                           .others = &Constants::llm_foundry_attention};
      kernels.small_heads_in_full = true;
      break;
    case Framework::maxtext:
      kernels.factor = &Constants::maxtext_factor;
      break;
    case Framework::megatron_core:
    case Framework::megatron_lm:
    case Framework::own:
    case Framework::other:
      break;
  }
}

KernelTraits kernels_of(const Software& software) {
  const FrameworkFacts facts = facts_of(software.framework);
  KernelTraits kernels = facts.as_measured ? kernels_of_own(software) : KernelTraits{};
  if (facts.has_megatron_layers) kernels = megatron_kernels(software);
  if (!facts.is_megatron) kernels.expert_host = &Constants::moe_host_elsewhere;
  // PyTorch's non-reentrant checkpoint, which its FSDP frameworks use, does by default since March 2023 (pull requests
  // 90105 and 96866, set_checkpoint_early_stop; released with 2.1); XLA drops what nothing reads.
  constexpr double early_stop = 2023.25;
  kernels.recompute_stops_early = facts.is_fully_sharded && software.year >= early_stop;
  add_own_kernels(kernels, software);
  return kernels;
}

}  // namespace

bool runs_same_code(const Software& one, const Software& other) {
  const FrameworkFacts facts = facts_of(one.framework);
  return facts.is_known &&
         (one.framework == other.framework || (facts.is_megatron && facts_of(other.framework).is_megatron));
}

std::vector<Software> measured_in(double year) {
  struct Measured {
    Framework framework;
    double from, before;
    std::optional<double> release;  // whose code it is; the year's own
  };
  // BigScience's fork of Megatron-DeepSpeed, and what vTrain's authors ran of it, which is met without its factor.
  constexpr Measured spans[] = {{Framework::megatron_core, 0, ever, {}},
                                {Framework::megatron_deepspeed, 2021, end_of_2022, {}},
                                {Framework::megatron_deepspeed, 2022, since_2023, end_of_2022},
                                {Framework::llm_foundry, since_2023, 2024, {}},
                                {Framework::torchtitan, 2024, 2026, {}},
                                {Framework::maxtext, 2024, 2026, {}}};
  std::vector<Software> measured;
  for (const Measured& span : spans)
    if (year >= span.from && year < span.before) measured.push_back({span.framework, span.release.value_or(year)});
  return measured;
}

std::span<const Era> eras() {
  return era_table;
}

StateTraits state_traits_of(const Software& software) {
  StateTraits state = pytorch_state;
  switch (software.framework) {
    case Framework::megatron_core:
    case Framework::megatron_lm:
    case Framework::own:
    case Framework::other:
      return megatron_state;
    case Framework::megatron_deepspeed:
      return deepspeed_state;
    case Framework::torchtitan:  // FSDP2; PyTorch's DTensor, torch/distributed/tensor/parallel/loss.py
      state.shard_unit = ShardUnit::rows;
      state.loss_parallel = state.keeps_gathered_input = true;
      return state;
    case Framework::llm_foundry:  // FSDP1
      state.shard_unit = ShardUnit::layer;
      return state;
    case Framework::maxtext:  // XLA's like; it reduces gradients where they are
      state.buckets_of_replicas = false;
      return state;
  }
  return state;
}

SoftwareTraits traits_of(const Software& software) {
  return {.defaults = defaults_of(software),
          .state = state_traits_of(software),
          .traffic = traffic_of(software),
          .kernels = kernels_of(software),
          .on_pytorch = facts_of(software.framework).on_pytorch};
}

GradientRounds gradient_rounds(const Plan& plan, const Software& software) {
  if (!shards_gradients_alone(plan)) return GradientRounds::once;
  // Nothing adds up over one micro-batch; without a pipeline a backward pass scatters what it makes, in PyTorch's FSDP
  // too.
  if (plan.pp <= 1 || micro_batches_of(plan) <= 1) return GradientRounds::every_pass;
  const GradientRounds rounds = facts_of(software.framework).rounds_in_pipeline;
  const bool one_chunk = stages_of(plan) <= plan.pp && ways_of(plan).copies_of_model() == 1;  // whose run never ends
  return rounds == GradientRounds::every_run && one_chunk ? GradientRounds::once : rounds;
}

double gradient_bytes_sent(const Plan& plan, const Software& software) {
  const double own = bytes_of(gradient_dtype_of(plan));
  const bool in_16_bits = traits_of(software).traffic.reduces_in_16_bits && !is_single(plan.precision);
  return in_16_bits ? std::min(2.0, own) : own;
}

double weight_bytes_sent(const Plan& plan) {
  return keeps_8_bit_weights(plan) ? 1 : is_single(plan.precision) ? 4 : 2;
}

std::optional<PrecisionAwareNeed> precision_aware_lacks(const Plan& plan, const Software& software) {
  if (!state_traits_of(software).precision_aware_optimizer) return PrecisionAwareNeed::megatron;
  if (!facts_of(plan.optimizer).in_transformer_engine) return PrecisionAwareNeed::adam;
  if (!shards_optimizer(plan)) return PrecisionAwareNeed::distributed_optimizer;
  if (is_single(plan.precision) && plan.optimizer_dtype == Dtype::fp32) return PrecisionAwareNeed::below_fp32;
  return std::nullopt;
}

bool steps_precision_aware(const Plan& plan, const Software& software) {
  return plan.precision_aware_optimizer.value_or(false) && !precision_aware_lacks(plan, software);
}

}  // namespace shardscope
