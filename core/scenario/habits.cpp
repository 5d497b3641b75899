#include "core/scenario/habits.h"

#include <algorithm>
#include <iterator>

namespace shardscope {

namespace {

/// The habits of a framework's releases before a year.
struct Era {
  Framework framework;
  double before;  // releases of earlier years
  Habits habits;
};

constexpr double ever = 1e9;
constexpr double after_2022 = 2023.01;  // a source of "2023.0" describes the software of 2022

/// Scores stored, everything recomputed, one plain all-reduce after the last backward, a replica of the state on
/// every GPU.
constexpr Habits until_2021{.flash_attention = false,
                            .sequence_parallel = false,
                            .dp_overlap = false,
                            .zero = 0,
                            .recompute_full = true,
                            .gradients_in_fp16 = true,
                            .source =
                                "Megatron-LM until 2021: --checkpoint-activations in its published examples; "
                                "Narayanan et al. 2021, section 3.5; gradients in fp32 only where "
                                "--accumulate-allreduce-grads-in-fp32 or --bf16 says so"};
/// Sequence parallelism, selective recomputation and the distributed optimizer are there, each behind a flag.
constexpr Habits of_2022{.flash_attention = false,
                         .sequence_parallel = false,
                         .dp_overlap = false,
                         .zero = 0,
                         .gradients_in_fp16 = true,
                         .source =
                             "Megatron-LM of 2022: --sequence-parallel, --recompute-activations and "
                             "--use-distributed-optimizer are off by default; Korthikanti et al. 2022"};
constexpr Habits of_2023{.flash_attention = false,
                         .sequence_parallel = false,
                         .zero = 0,
                         .gradients_in_fp16 = true,
                         .source =
                             "Megatron-LM of 2023: --use-flash-attn, --sequence-parallel and "
                             "--use-distributed-optimizer are off by default, the local layers are its own"};
constexpr Habits deepspeed_of_2022{.flash_attention = false,
                                   .sequence_parallel = false,
                                   .dp_overlap = false,
                                   .zero = 0,
                                   .gradients_in_fp16 = true,
                                   .source =
                                       "Megatron-DeepSpeed of 2022: Megatron-LM's layers; DeepSpeed's fp16 "
                                       "optimizers keep gradients in fp16, its BF16_Optimizer in fp32"};
constexpr Habits deepspeed_since_2023{.gradients_in_fp16 = true,
                                      .source = "DeepSpeed: fp16 optimizers keep gradients in fp16"};
/// Before parallel folding an expert was split like any other matrix.
constexpr Habits before_folding{.tp_overlap = true,
                                .experts_like_dense = true,
                                .source =
                                    "NeMo's recipes: tp_comm_overlap on; Megatron Core before 0.11 (February "
                                    "2025) has no expert-tensor-parallel-size"};
constexpr Habits since_folding{.tp_overlap = true,
                               .source = "NeMo's and Megatron Bridge's recipes: tp_comm_overlap on"};
constexpr Habits fully_sharded{.zero = 3,
                               .pads_vocabulary = false,
                               .source =
                                   "torchtitan, LLM Foundry and MaxText shard parameters by default (FSDP2, "
                                   "FSDP FULL_SHARD, ici_fsdp_parallelism) and train the model's vocabulary"};

constexpr Era eras[] = {
    {Framework::megatron_lm, 2022, until_2021},
    {Framework::megatron_lm, after_2022, of_2022},
    {Framework::megatron_lm, 2024, of_2023},
    {Framework::megatron_core, 2022, until_2021},
    {Framework::megatron_core, after_2022, of_2022},
    {Framework::megatron_core, 2025.3, before_folding},
    {Framework::megatron_core, ever, since_folding},
    {Framework::megatron_deepspeed, after_2022, deepspeed_of_2022},
    {Framework::megatron_deepspeed, ever, deepspeed_since_2023},
    {Framework::torchtitan, ever, fully_sharded},
    {Framework::llm_foundry, ever, fully_sharded},
    {Framework::maxtext, ever, fully_sharded},
};

}  // namespace

bool is_megatron(Framework framework) {
  return framework == Framework::megatron_core || framework == Framework::megatron_lm || framework == Framework::own ||
         framework == Framework::other;
}

bool is_fsdp(Framework framework) {
  return framework == Framework::torchtitan || framework == Framework::llm_foundry || framework == Framework::maxtext;
}

bool quantises(Precision precision) {
  return precision != Precision::bf16 && precision != Precision::fp16 && precision != Precision::tf32 &&
         precision != Precision::fp32;
}

bool keeps_8_bit_weights(const Plan& plan) {
  return plan.fp8_params && quantises(plan.precision) && plan.precision != Precision::nvfp4;
}

bool steps_precision_aware(const Plan& plan, const Software& software) {
  const bool single = plan.precision == Precision::fp32 || plan.precision == Precision::tf32;
  return plan.precision_aware_optimizer.value_or(false) && is_megatron(software.framework) && !single &&
         plan.optimizer == Optimizer::adam && plan.zero.value_or(0) >= 1;
}

Habits habits_of(const Software& software) {
  if (software == Software{}) return {};
  const auto era = std::find_if(std::begin(eras), std::end(eras), [&](const Era& each) {
    return each.framework == software.framework && software.year < each.before;
  });
  return era != std::end(eras) ? era->habits : Habits{};
}

}  // namespace shardscope
