#include "core/scenario/habits.h"

#include <doctest/doctest.h>

using namespace shardscope;

TEST_CASE("the default software has the documented defaults") {
  const Habits habits = habits_of({});
  CHECK(habits.flash_attention);
  CHECK(habits.sequence_parallel);
  CHECK(habits.dp_overlap);
  CHECK_FALSE(habits.tp_overlap);
  CHECK(habits.zero == 1);
  CHECK_FALSE(habits.recompute_full);
  CHECK_FALSE(habits.experts_like_dense);
  CHECK(habits.pads_vocabulary);
}

TEST_CASE("software of one's own, or an unknown one, has them too, whatever its year") {
  for (const double year : {2016.0, 2022.0, 2026.0})
    for (const Framework framework : {Framework::own, Framework::other}) {
      CHECK(habits_of({framework, year}).source == habits_of({}).source);
    }
}

TEST_CASE("fused attention came to Megatron's frameworks after 2022") {
  for (const Framework framework : {Framework::megatron_lm, Framework::megatron_core, Framework::megatron_deepspeed}) {
    CHECK_FALSE(habits_of({framework, 2022.3}).flash_attention);
    CHECK_FALSE(habits_of({framework, 2023.0}).dp_overlap);
    CHECK(habits_of({framework, 2024.5}).flash_attention);
  }
  CHECK_FALSE(habits_of({Framework::megatron_lm, 2023.8}).flash_attention);  // behind a flag until its layers changed
  CHECK(habits_of({Framework::megatron_core, 2023.8}).flash_attention);
  CHECK(habits_of({Framework::llm_foundry, 2023.2}).flash_attention);
}

TEST_CASE("everything was recomputed before selective recomputation was published") {
  CHECK(habits_of({Framework::megatron_lm, 2021.9}).recompute_full);
  CHECK_FALSE(habits_of({Framework::megatron_lm, 2022.3}).recompute_full);
}

TEST_CASE("every entry says where it is from") {
  for (const Framework framework :
       {Framework::megatron_core, Framework::megatron_lm, Framework::megatron_deepspeed, Framework::torchtitan,
        Framework::llm_foundry, Framework::maxtext, Framework::own, Framework::other})
    for (const double year : {2020.0, 2022.5, 2023.5, 2024.5, 2025.0, 2026.5})
      CHECK(habits_of({framework, year}).source.size() > 20);
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
  plan.zero = 0;
  CHECK_FALSE(steps_precision_aware(plan, {}));
}
