#include "core/scenario/buffer_defaults.h"

#include <doctest/doctest.h>

#include "core/scenario/scenario.h"

using namespace shardscope;

TEST_CASE("Megatron's bucket is 40 million elements, or a million a replica; without overlap there is none") {
  Plan plan;
  plan.dp = 16, plan.cp = 2;
  CHECK(buffer_sizes(plan, {}).bucket_elements->value == 40e6);
  plan.dp = 128;
  CHECK(buffer_sizes(plan, {}).bucket_elements->value == 256e6);
  plan.overlap.dp_grad = false;
  CHECK_FALSE(buffer_sizes(plan, {}).bucket_elements.has_value());
  CHECK_FALSE(buffer_sizes(plan, {Framework::torchtitan, 2025}).bucket_elements.has_value());
}

TEST_CASE("DeepSpeed's bucket is half a billion elements, under ZeRO alone") {
  Plan plan;
  const Software deepspeed{Framework::megatron_deepspeed, 2022};
  CHECK_FALSE(buffer_sizes(plan, deepspeed).bucket_elements.has_value());
  plan.zero = 1;
  CHECK(buffer_sizes(plan, deepspeed).bucket_elements->value == 5e8);
}

TEST_CASE("what a plan states goes before every default and says so") {
  Plan plan;
  plan.context_bytes = 1e9, plan.workspace_bytes = 0, plan.communicator_bytes = 5e6;
  plan.fragmentation = 0.1, plan.prefetch_layers = 3, plan.bucket_elements = 7;
  const BufferSizes sizes = buffer_sizes(plan, {});
  CHECK(sizes.context_bytes.value == 1e9);
  CHECK(sizes.context_bytes.source == "stated in the plan");
  CHECK(sizes.workspace_bytes.value == 0);
  CHECK(sizes.communicator_bytes.value == 5e6);
  CHECK(sizes.fragmentation.value == 0.1);
  CHECK(sizes.prefetch_layers.value == 3);
  CHECK(sizes.bucket_elements->value == 7);
}

TEST_CASE("the defaults are filled in where a plan is silent, and keep their sources") {
  const Plan plan = with_defaults(Scenario{}).plan;
  CHECK(plan.context_bytes == buffer_defaults::context_bytes.value);
  CHECK(plan.fragmentation == buffer_defaults::fragmentation_share.value);
  CHECK(plan.prefetch_layers == 1);
  CHECK(buffer_sizes(plan, {}).context_bytes.source == buffer_defaults::context_bytes.source);
  CHECK(plan.precision_aware_optimizer == false);
}

TEST_CASE("Megatron keeps smaller states with its precision-aware optimizer, and so not in fp32 or elsewhere") {
  Scenario scenario;
  scenario.plan.optimizer_dtype = Dtype::bf16, scenario.plan.zero = 1;
  CHECK(with_defaults(scenario).plan.precision_aware_optimizer == true);
  scenario.software.framework = Framework::torchtitan;
  CHECK(with_defaults(scenario).plan.precision_aware_optimizer == false);
}
