#include "core/fields/software_words.h"

#include <doctest/doctest.h>

#include "core/fields/fields.h"

using namespace shardscope;

TEST_CASE("who takes an absent key otherwise is said from the eras, releases that go on together") {
  CHECK(by_software("on", &PlanDefaults::flash_attention) ==
        "on; off in Megatron-LM until 2023, Megatron-Core until 2022, Megatron-DeepSpeed until 2022");
  CHECK(by_software("off", &PlanDefaults::tp_overlap) == "off; on in Megatron-Core since 2023 (2025 apart)");
  CHECK(by_software("1", &PlanDefaults::experts_like_dense, "tp", "1") ==
        "1; tp in Megatron-Core since 2023 and before 2025.3 (2025 apart)");
  CHECK(by_software("1", &PlanDefaults::zero) ==
        "1; 0 in Megatron-LM until 2023, Megatron-Core until 2022, Megatron-DeepSpeed until 2022; 3 in torchtitan, LLM "
        "Foundry, MaxText");
  CHECK(by_software("alltoall", &PlanDefaults::moe_dispatcher) ==
        "alltoall; deepep in Megatron-LM since 2025.5, Megatron-Core since 2025.5, Own since 2024.9");
  CHECK(by_software("off", &PlanDefaults::eager_context) == "off");  // of all software, by the year
}

TEST_CASE("the plan's fields say so") {
  CHECK(find_field("plan.flash_attention")->when_absent == by_software("on", &PlanDefaults::flash_attention));
  CHECK(
      find_field("plan.recompute")->when_absent.ends_with("full in Megatron-LM until 2021, Megatron-Core until 2021"));
}
