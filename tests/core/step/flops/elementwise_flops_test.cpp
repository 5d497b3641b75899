#include "core/step/flops/elementwise_flops.h"

#include <doctest/doctest.h>

#include <string>

#include "core/evaluate/evaluate.h"
#include "core/inspect/operation_table.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

const Operation& named(const Block& block, OperationName name) {
  for (const Operation& operation : block.operations)
    if (operation.name == name) return operation;
  FAIL("no operation is called ", std::string(name_of(name)));
  return block.operations.front();
}

double flops(const Operation& operation, Direction direction, const Scenario& scenario) {
  return elementwise_flops(operation, direction, scenario.model)->value;
}

}  // namespace

TEST_CASE("the arithmetic of every memory-bound operation of every preset is known, and of no other's") {
  for (const auto& [preset, launch] : all_presets().scenarios)
    for (const bool fused : {true, false}) {
      Scenario scenario = with_defaults(preset);
      scenario.plan.fused_kernels = fused;
      for (const BlockKind kind : {BlockKind::embedding, BlockKind::dense_layer, BlockKind::moe_layer,
                                   BlockKind::mtp_layer, BlockKind::head}) {
        if (kind == BlockKind::moe_layer && scenario.model.num_experts == 0) continue;
        const Block block = make_block(kind, scenario.model, scenario.plan);
        for (const Operation& operation : block.operations) {
          CAPTURE(name_of(operation.name));
          const bool known = elementwise_flops(operation, Direction::forward, scenario.model).has_value();
          CHECK(known == (operation.kind == OperationKind::memory_bound));
        }
      }
    }
}

TEST_CASE("GPT's layer norm, GELU and dropout have 7, 9 and 3 FLOPs per value forward") {
  const Scenario scenario = gpt3_on(8, 4, 2);
  const Block block = make_block(BlockKind::dense_layer, scenario.model, scenario.plan);
  const double values = 2048.0 * 12288 / 8;
  const Operation& norm = named(block, OperationName::norm_before_attention);
  CHECK(flops(norm, Direction::forward, scenario) == 7 * values);
  CHECK(flops(norm, Direction::input_gradient, scenario) == 13 * values);
  CHECK(flops(norm, Direction::weight_gradient, scenario) == 0);
  CHECK(flops(named(block, OperationName::activation), Direction::forward, scenario) == 9 * 4 * values);
  CHECK(flops(named(block, OperationName::residual_after_the_mlp), Direction::forward, scenario) == 3 * values);
}

TEST_CASE("the arithmetic of an activation that isn't known is unknown, and a squared ReLU's that of two operations") {
  Scenario scenario = gpt3_on(8, 4, 2);
  const Block block = make_block(BlockKind::dense_layer, scenario.model, scenario.plan);
  const Operation& activation = named(block, OperationName::activation);
  scenario.model.hidden_act = "xielu";
  CHECK_FALSE(elementwise_flops(activation, Direction::forward, scenario.model).has_value());
  scenario.model.hidden_act = "relu2";
  CHECK(flops(activation, Direction::forward, scenario) == 2 * activation.values);
}

TEST_CASE("kernels apart move more bytes for the same arithmetic") {
  Scenario scenario = preset_scenario("llama3-405b-16k-h100");
  const auto arithmetic = [&](bool fused) {
    scenario.plan.fused_kernels = fused;
    const Block block = make_block(BlockKind::dense_layer, scenario.model, scenario.plan);
    const Operation& norm = named(block, OperationName::norm_before_the_mlp);
    const Operation& activation = named(block, OperationName::activation);
    return std::pair{flops(norm, Direction::forward, scenario), flops(activation, Direction::forward, scenario)};
  };
  CHECK(arithmetic(true).first == doctest::Approx(arithmetic(false).first));
  CHECK(arithmetic(true).second == doctest::Approx(arithmetic(false).second));
}

TEST_CASE("a table's row counts it apart from what conventions count") {
  const Report report = evaluate(preset_scenario("deepseek-v3-2048-h800"));
  bool memory = false;
  for (const OperationRow& row : operation_table(report, report.time->critical_rank).rows) {
    if (row.operation.kind != OperationKind::memory_bound) {
      CHECK(row.arithmetic == row.flops);
      continue;
    }
    memory = true;
    CHECK(row.flops.value == 0);
    CHECK(row.intensity() < 5);  // far below the knee: memory bounds it indeed
  }
  CHECK(memory);
}
