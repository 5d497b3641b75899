#include "core/scenario/software_traits.h"

#include <doctest/doctest.h>

#include <string>
#include <utility>

using namespace shardscope;

namespace {

constexpr double years[] = {2016,    2021.9, 2022,   2022.5,  2023,   2023.005, 2023.02, 2023.24, 2023.25,
                            2023.9,  2024,   2024.5, 2024.89, 2024.9, 2025,     2025.1,  2025.29, 2025.3,
                            2025.49, 2025.5, 2026,   2026.39, 2026.4, 2027,     2030};

/// What a release's traits are, those left out that are off.
std::string words_of(const Software& software) {
  const auto [defaults, state, traffic, kernels, on_pytorch] = traits_of(software);
  // By their names, so that the compiler asks for the words of a new one.
  const auto [flash, sequence, dp_overlap, tp_overlap, zero, recompute_full, like_dense, pads, dispatcher,
              fp16_gradients, eager] = defaults;
  const auto [early_gradients, fp8_gathers, reduces_in_16_bits] = traffic;
  std::string words = "zero " + std::to_string(zero);
  const std::pair<const char*, bool> traits[] = {
      {"flash", flash},
      {"sequence", sequence},
      {"dp overlap", dp_overlap},
      {"tp overlap", tp_overlap},
      {"recompute full", recompute_full},
      {"experts like dense", like_dense},
      {"padded vocabulary", pads},
      {"fp16 gradients", fp16_gradients},
      {"eager context", eager},
      {"early gradients", early_gradients},
      {"fp8 gathers", fp8_gathers},
      {"16-bit reductions", reduces_in_16_bits},
      {"once a domain", dispatcher == MoeDispatcher::deepep},
      {"old launches", kernels.old_launches},
      {"stops early", kernels.recompute_stops_early},
      {"graphs of experts", kernels.graphs_hold_experts},
      {"fused clamp", kernels.clamped_glu != nullptr},
      {"slow", kernels.factor != nullptr},
      {"not on PyTorch", !on_pytorch},
  };
  for (const auto& [name, holds] : traits)
    if (holds) words += std::string(", ") + name;
  return words;
}

/// From a year on, until the framework's next row.
struct WordOfRelease {
  Framework framework;
  double since;
  const char* words;
};

constexpr WordOfRelease words_of_releases[] = {
    {Framework::megatron_core, 2016,
     "zero 0, recompute full, padded vocabulary, fp16 gradients, eager context, old launches"},
    {Framework::megatron_core, 2022,
     "zero 0, padded vocabulary, fp16 gradients, eager context, early gradients, old launches"},
    {Framework::megatron_core, 2023, "zero 0, padded vocabulary, fp16 gradients, early gradients, old launches"},
    {Framework::megatron_core, 2023.02,
     "zero 1, flash, sequence, dp overlap, tp overlap, experts like dense, padded vocabulary, early gradients"},
    {Framework::megatron_core, 2025, "zero 1, flash, sequence, dp overlap, padded vocabulary, early gradients"},
    {Framework::megatron_core, 2025.1,
     "zero 1, flash, sequence, dp overlap, tp overlap, experts like dense, padded vocabulary, early gradients"},
    {Framework::megatron_core, 2025.3,
     "zero 1, flash, sequence, dp overlap, tp overlap, padded vocabulary, early gradients"},
    {Framework::megatron_core, 2025.5,
     "zero 1, flash, sequence, dp overlap, tp overlap, padded vocabulary, early gradients, once a domain"},
    {Framework::megatron_core, 2026.4,
     "zero 1, flash, sequence, dp overlap, tp overlap, padded vocabulary, early gradients, once a domain, graphs of "
     "experts, fused clamp"},
    {Framework::megatron_lm, 2016,
     "zero 0, recompute full, padded vocabulary, fp16 gradients, eager context, old launches"},
    {Framework::megatron_lm, 2022,
     "zero 0, padded vocabulary, fp16 gradients, eager context, early gradients, old launches"},
    {Framework::megatron_lm, 2023, "zero 0, padded vocabulary, fp16 gradients, early gradients, old launches"},
    {Framework::megatron_lm, 2023.02, "zero 0, dp overlap, padded vocabulary, fp16 gradients, early gradients"},
    {Framework::megatron_lm, 2024, "zero 1, flash, sequence, dp overlap, padded vocabulary, early gradients"},
    {Framework::megatron_lm, 2025.5,
     "zero 1, flash, sequence, dp overlap, padded vocabulary, early gradients, once a domain"},
    {Framework::megatron_lm, 2026.4,
     "zero 1, flash, sequence, dp overlap, padded vocabulary, early gradients, once a domain, graphs of experts, fused "
     "clamp"},
    {Framework::megatron_deepspeed, 2016,
     "zero 0, padded vocabulary, fp16 gradients, eager context, old launches, slow"},
    {Framework::megatron_deepspeed, 2023, "zero 0, padded vocabulary, fp16 gradients, 16-bit reductions, old launches"},
    {Framework::megatron_deepspeed, 2023.02,
     "zero 1, flash, sequence, dp overlap, padded vocabulary, fp16 gradients, 16-bit reductions"},
    {Framework::torchtitan, 2016, "zero 3, flash, sequence, dp overlap, eager context, fp8 gathers"},
    {Framework::torchtitan, 2023, "zero 3, flash, sequence, dp overlap, fp8 gathers"},
    {Framework::torchtitan, 2023.25, "zero 3, flash, sequence, dp overlap, fp8 gathers, stops early"},
    {Framework::llm_foundry, 2016, "zero 3, flash, sequence, dp overlap, eager context, 16-bit reductions"},
    {Framework::llm_foundry, 2023, "zero 3, flash, sequence, dp overlap, 16-bit reductions"},
    {Framework::llm_foundry, 2023.25, "zero 3, flash, sequence, dp overlap, 16-bit reductions, stops early"},
    {Framework::maxtext, 2016,
     "zero 3, flash, sequence, dp overlap, eager context, 16-bit reductions, slow, not on PyTorch"},
    {Framework::maxtext, 2023, "zero 3, flash, sequence, dp overlap, 16-bit reductions, slow, not on PyTorch"},
    {Framework::maxtext, 2023.25,
     "zero 3, flash, sequence, dp overlap, 16-bit reductions, stops early, slow, not on PyTorch"},
    {Framework::own, 2016, "zero 1, flash, sequence, dp overlap, padded vocabulary, eager context, old launches"},
    {Framework::own, 2022,
     "zero 1, flash, sequence, dp overlap, padded vocabulary, eager context, early gradients, old launches"},
    {Framework::own, 2023, "zero 1, flash, sequence, dp overlap, padded vocabulary, early gradients, old launches"},
    {Framework::own, 2023.02, "zero 1, flash, sequence, dp overlap, padded vocabulary, early gradients"},
    {Framework::own, 2024.9, "zero 1, flash, sequence, dp overlap, padded vocabulary, early gradients, once a domain"},
    {Framework::other, 2016, "zero 1, flash, sequence, dp overlap, padded vocabulary, eager context"},
    {Framework::other, 2022, "zero 1, flash, sequence, dp overlap, padded vocabulary, eager context, early gradients"},
    {Framework::other, 2023, "zero 1, flash, sequence, dp overlap, padded vocabulary, early gradients"},
};

}  // namespace

TEST_CASE("what each framework does, year by year") {
  for (std::size_t i = 0; i < count_of<Framework>; ++i)
    for (const double year : years) {
      const auto framework = static_cast<Framework>(i);
      std::string expected;
      for (const WordOfRelease& row : words_of_releases)
        if (row.framework == framework && row.since <= year) expected = row.words;
      CAPTURE(json_name(framework));
      CAPTURE(year);
      CHECK(words_of({framework, year}) == expected);
    }
}

TEST_CASE("the default software has the documented defaults") {
  CHECK(traits_of({}).defaults == PlanDefaults{});
}

TEST_CASE("gradients travel as they are accumulated, but where the software reduces in 16 bits") {
  Plan plan;
  plan.gradient_dtype = Dtype::fp32;
  const auto bytes = [&](Framework framework, double year) { return gradient_bytes_sent(plan, {framework, year}); };
  for (const Framework framework : {Framework::megatron_core, Framework::megatron_lm, Framework::torchtitan})
    CHECK(bytes(framework, 2025) == 4);
  CHECK(bytes(Framework::megatron_deepspeed, 2022.5) == 4);
  CHECK(bytes(Framework::megatron_deepspeed, 2023) == 2);
  CHECK(bytes(Framework::llm_foundry, 2023.5) == 2);
  CHECK(bytes(Framework::maxtext, 2025) == 2);
  plan.gradient_dtype = Dtype::bf16;
  CHECK(bytes(Framework::megatron_core, 2025) == 2);
  plan.precision = Precision::fp32, plan.gradient_dtype = Dtype::fp32;
  CHECK(bytes(Framework::llm_foundry, 2023.5) == 4);
}

TEST_CASE("weights travel in the products' bits, or in 8 where they are kept so") {
  Plan plan;
  CHECK(weight_bytes_sent(plan) == 2);
  plan.precision = Precision::fp8;
  CHECK(weight_bytes_sent(plan) == 2);
  plan.fp8_params = true;
  CHECK(weight_bytes_sent(plan) == 1);
  plan.precision = Precision::fp32;
  CHECK(weight_bytes_sent(plan) == 4);
}

TEST_CASE("who holds what on a GPU doesn't change with the year") {
  for (const double year : years) {
    for (const Framework framework :
         {Framework::megatron_core, Framework::megatron_lm, Framework::own, Framework::other}) {
      const StateTraits state = state_traits_of({framework, year});
      CHECK(state.gradients_in_one_buffer);
      CHECK(state.padded == PaddedShards::buckets);
      CHECK(state.precision_aware_optimizer);
      CHECK(state.fp32_gradients_to_step);
      CHECK_FALSE(state.fp32_shards);
    }
    const StateTraits deepspeed = state_traits_of({Framework::megatron_deepspeed, year});
    CHECK(deepspeed.buckets_under_zero);
    CHECK(deepspeed.sharded_gradients_to_host);
    CHECK(deepspeed.padded == PaddedShards::groups);
    CHECK(deepspeed.bf16_gradients_apart);
    CHECK(deepspeed.flattens_bf16_weights);
    CHECK(deepspeed.keeps_stage_outputs);
    for (const auto& [framework, unit] : {std::pair{Framework::torchtitan, ShardUnit::rows},
                                          {Framework::llm_foundry, ShardUnit::layer},
                                          {Framework::maxtext, ShardUnit::none}}) {
      const StateTraits state = state_traits_of({framework, year});
      CHECK(state.buckets_of_replicas == (framework != Framework::maxtext));
      CHECK(state.gradients_with_parameters);
      CHECK(state.padded == PaddedShards::units);
      CHECK(state.shard_unit == unit);
      CHECK(state.fp32_shards);
      CHECK(state.frees_gradients);
      CHECK(state.loss_parallel == (framework == Framework::torchtitan));
    }
  }
}

TEST_CASE("kernels gain from 2025 on and back to 2023, in Megatron alone") {
  for (const Framework framework : {Framework::megatron_core, Framework::megatron_lm}) {
    CHECK(traits_of({framework, 2023}).kernels.years_after_2025 == 0);
    CHECK(traits_of({framework, 2023.5}).kernels.years_after_2025 == -1.5);
    CHECK(traits_of({framework, 2026}).kernels.years_after_2025 == 1);
    CHECK(traits_of({framework, 2029}).kernels.years_after_2025 == 2);  // as far as runs are known
    CHECK(traits_of({framework, 2024}).kernels.expert_host == nullptr);
  }
  for (std::size_t i = 0; i < count_of<Framework>; ++i) {
    const auto framework = static_cast<Framework>(i);
    if (framework == Framework::megatron_core || framework == Framework::megatron_lm) continue;
    CHECK(traits_of({framework, 2024}).kernels.years_after_2025 == 0);
    CHECK(traits_of({framework, 2026.5}).kernels.expert_host == &Constants::moe_host_elsewhere);
  }
}

TEST_CASE("8-bit weights act in 8-bit recipes, the precision-aware optimizer in Megatron's distributed Adam") {
  Plan plan;
  plan.fp8_params = true, plan.precision = Precision::mxfp8;
  CHECK(keeps_8_bit_weights(plan));
  plan.precision = Precision::nvfp4;
  CHECK_FALSE(keeps_8_bit_weights(plan));
  CHECK(quantises(plan.precision));
  CHECK_FALSE(quantises(Precision::tf32));
  plan.precision = Precision::bf16, plan.precision_aware_optimizer = true, plan.zero = 1;
  CHECK_FALSE(keeps_8_bit_weights(plan));
  CHECK(steps_precision_aware(plan, {}));
  CHECK_FALSE(steps_precision_aware(plan, {Framework::torchtitan, 2025}));
  CHECK(precision_aware_lacks(plan, {Framework::torchtitan, 2025}) == PrecisionAwareNeed::megatron);
  plan.precision_aware_optimizer = false;
  CHECK_FALSE(steps_precision_aware(plan, {}));
  plan.precision_aware_optimizer = true, plan.precision = Precision::fp32;
  CHECK(precision_aware_lacks(plan, {}) == PrecisionAwareNeed::below_fp32);
  plan.optimizer_dtype = Dtype::bf16;
  CHECK(steps_precision_aware(plan, {}));
  plan.zero = 0;
  CHECK_FALSE(steps_precision_aware(plan, {}));
  CHECK(precision_aware_lacks(plan, {}) == PrecisionAwareNeed::distributed_optimizer);
  plan.optimizer = Optimizer::muon;
  CHECK(precision_aware_lacks(plan, {}) == PrecisionAwareNeed::adam);
}

TEST_CASE("a framework counts as measured in the years of its public runs, Megatron before and after") {
  const auto names = [](double year) {
    std::string all;
    for (const Software& software : measured_in(year)) all += std::string(json_name(software.framework)) + " ";
    return all;
  };
  CHECK(names(2019) == "megatron-core ");
  CHECK(names(2020.3) == "megatron-core ");
  CHECK(names(2021.5) == "megatron-core megatron-deepspeed ");
  CHECK(names(2022.5) == "megatron-core megatron-deepspeed megatron-deepspeed ");  // BigScience's and vTrain's
  CHECK(names(2023) == "megatron-core megatron-deepspeed ");                       // software of 2022
  CHECK(names(2023.3) == "megatron-core llm-foundry ");
  CHECK(names(2024.3) == "megatron-core torchtitan maxtext ");
  CHECK(names(2027) == "megatron-core ");
}

TEST_CASE("ZeRO-2 sends gradients in the software's type too, whatever its rounds") {
  Plan plan;
  plan.sequence_length = 2048, plan.micro_batch = 1, plan.global_batch = 64, plan.dp = 8;
  for (const std::int64_t zero : {0, 1, 2, 3}) {
    plan.zero = zero;
    CHECK(gradient_bytes_sent(plan, {Framework::own, 2024.3}) == 4);
    CHECK(gradient_bytes_sent(plan, {Framework::megatron_deepspeed, 2024.3}) == 2);
  }
  plan.precision = Precision::fp32;
  CHECK(gradient_bytes_sent(plan, {Framework::megatron_deepspeed, 2024.3}) == 4);
}

TEST_CASE("beside a pipeline ZeRO-2's gradients leave as the software has it, else with every pass") {
  Plan plan;
  plan.sequence_length = 2048, plan.micro_batch = 1, plan.global_batch = 64, plan.dp = 8, plan.pp = 4;
  plan.virtual_stages = 2, plan.schedule = ScheduleKind::interleaved;
  plan.zero = zero_stage::gradients;
  const auto rounds = [&](Framework framework) { return gradient_rounds(plan, {framework, 2024.3}); };
  for (const Framework each : {Framework::megatron_core, Framework::megatron_lm, Framework::megatron_deepspeed})
    CHECK(rounds(each) == GradientRounds::every_pass);
  CHECK(rounds(Framework::torchtitan) == GradientRounds::once);
  for (const Framework each : {Framework::own, Framework::other}) CHECK(rounds(each) == GradientRounds::every_run);
  plan.virtual_stages = 1, plan.schedule = ScheduleKind::one_f_one_b;  // one chunk, whose run ends with the step
  CHECK(rounds(Framework::own) == GradientRounds::once);
  CHECK(rounds(Framework::megatron_core) == GradientRounds::every_pass);
  plan.schedule = ScheduleKind::zb_v;
  CHECK(rounds(Framework::own) == GradientRounds::every_run);
  plan.schedule = ScheduleKind::dualpipe;
  CHECK(rounds(Framework::own) == GradientRounds::every_run);
  plan.virtual_stages = 2, plan.schedule = ScheduleKind::interleaved;
  for (const std::int64_t zero : {0, 1, 3}) {
    plan.zero = zero;
    CHECK(rounds(Framework::own) == GradientRounds::once);
  }
  plan.zero = zero_stage::gradients, plan.global_batch = 8;  // one micro-batch
  CHECK(rounds(Framework::own) == GradientRounds::every_pass);
  plan.global_batch = 64, plan.pp = 1;
  for (const Framework each : {Framework::own, Framework::torchtitan, Framework::megatron_core})
    CHECK(rounds(each) == GradientRounds::every_pass);
}
