#include "core/lanes/pass_kernels.h"

#include <doctest/doctest.h>

#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

TEST_CASE("what a block's kernels take up adds to its pass, with what waits for the host and copies") {
  for (const char* name : {"mixtral-8x7b-512-h100", "llama3-405b-16k-h100", "gpt4-25k-a100"}) {
    const Scenario scenario = preset_scenario(name);
    const MachineSpeed speed = *machine_speed(scenario);
    for (const BlockKind kind : {BlockKind::embedding, BlockKind::dense_layer, BlockKind::head}) {
      const Block block = make_block(kind, scenario.model, scenario.plan);
      const PassKernels pass = pass_kernels(block, scenario, speed, false, LanePass::forward);
      Seconds sum = pass.copies + pass.host + pass.without_kernel;
      for (const PassKernel& kernel : pass.kernels) sum += kernel.taken_up;
      CHECK(sum.value == doctest::Approx(block_cost(block, scenario, speed, false).forward.kernels.value));
    }
  }
}

TEST_CASE("a split backward's passes have input gradients in one and weight gradients in the other") {
  const Scenario scenario = gpt3_on(1, 1, 1);
  const MachineSpeed speed = *machine_speed(scenario);
  const Block block = make_block(BlockKind::dense_layer, scenario.model, scenario.plan);
  const PassKernels inputs = pass_kernels(block, scenario, speed, false, LanePass::backward_input);
  const PassKernels weights = pass_kernels(block, scenario, speed, false, LanePass::backward_weight);
  CHECK(!inputs.kernels.empty());
  CHECK(!weights.kernels.empty());
  for (const PassKernel& kernel : inputs.kernels) CHECK(kernel.phase == OperationPhase::input_gradient);
  for (const PassKernel& kernel : weights.kernels) CHECK(kernel.phase == OperationPhase::weight_gradient);
}
