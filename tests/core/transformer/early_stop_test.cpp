#include "core/transformer/early_stop.h"

#include <doctest/doctest.h>

#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

Scenario llama_in(Framework framework, double year, std::int64_t tp = 8) {
  Scenario scenario = gpt3_on(tp, 1, 2);
  scenario.model = with_model_defaults(*all_presets().model("llama3-70b"));
  scenario.software = {framework, year};
  return scenario;
}

Block layer_of(const Scenario& scenario) {
  return make_block(BlockKind::dense_layer, scenario.model, scenario.plan);
}

}  // namespace

TEST_CASE("what stops early leaves out the down projection and the residual behind it") {
  const Scenario early = llama_in(Framework::torchtitan, 2025), whole = llama_in(Framework::megatron_core, 2025);
  const Block block = layer_of(early);
  REQUIRE(operations_redone(block, early) == block.operations.size() - 2);
  CHECK(block.operations[operations_redone(block, early)].name == OperationName::down_projection);
  CHECK(operations_redone(block, whole) == block.operations.size());
}

TEST_CASE("a norm behind the last product saves its input, so all is redone") {
  Scenario normed = llama_in(Framework::torchtitan, 2025);
  normed.model.norm_position = NormPosition::both;
  CHECK(operations_redone(layer_of(normed), normed) == layer_of(normed).operations.size());
}

TEST_CASE("the left-out product's scatter isn't redone either") {
  Scenario early = llama_in(Framework::torchtitan, 2025);
  CHECK(tensor_collectives_redone(layer_of(early), early) == 3);
  early.plan.sequence_parallel = false;
  CHECK(tensor_collectives_redone(layer_of(early), early) == 2);
  const Scenario whole = llama_in(Framework::megatron_core, 2025), alone = llama_in(Framework::torchtitan, 2025, 1);
  CHECK(tensor_collectives_redone(layer_of(whole), whole) == 4);
  CHECK(tensor_collectives_redone(layer_of(alone), alone) == 0);
}
