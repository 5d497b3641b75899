#include "core/inspect/memory/stage_blocks.h"

#include <doctest/doctest.h>

#include "core/evaluate/evaluate.h"
#include "core/inspect/memory/curve.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

/// What the blocks keep on the GPU for one micro-batch, over the whole stage.
double kept_by(const Report& report, std::int32_t stage) {
  double bytes = 0;
  for (const StageBlocks& blocks : blocks_of_stage(report, stage))
    for (const LayerTensor& tensor : tensors_of(report.scenario, blocks))
      if (tensor.kept) bytes += tensor.bytes.value * blocks.count;
  return bytes;
}

double activations_of(const Report& report, std::int32_t stage, PartContent content) {
  double bytes = 0;
  for (const MemoryPart& part : report.memory.stages[static_cast<std::size_t>(stage)].parts)
    if (part.content == content) bytes += part.bytes.value;
  return bytes;
}

}  // namespace

TEST_CASE("a stage with dense and MoE layers has both, and all that they keep is the report's") {
  const Report report = evaluate(preset_scenario("deepseek-v3-2048-h800"));
  const std::vector<StageBlocks> first = blocks_of_stage(report, 0);
  const auto has = [](const std::vector<StageBlocks>& blocks, BlockKind kind) {
    for (const StageBlocks& each : blocks)
      if (each.kind == kind) return true;
    return false;
  };
  CHECK(has(first, BlockKind::dense_layer));
  CHECK(has(first, BlockKind::moe_layer));
  const auto last = static_cast<std::int32_t>(report.memory.stages.size()) - 1;
  CHECK(has(blocks_of_stage(report, last), BlockKind::head));
  CHECK(blocks_of_stage(report, last + 1).empty());
  const StageMemory& stage = report.memory.stages[0];
  const double held = activations_of(report, 0, PartContent::dense_tensors) +
                      activations_of(report, 0, PartContent::moe_tensors) +
                      activations_of(report, 0, PartContent::embedding_tensors);
  REQUIRE(stage.held.chunks.size() == 1);
  CHECK(kept_by(report, 0) * stage.held.chunks[0] == doctest::Approx(held).epsilon(1e-9));
}

TEST_CASE("on every rank the blocks keep what a micro-batch of each of its chunks holds") {
  for (const char* name : {"deepseek-v3-2048-h800", "megatron-1t-3072-a100", "llama3-8b-1024-h100"})
    for (const RecomputeMode mode : {RecomputeMode::none, RecomputeMode::selective, RecomputeMode::full}) {
      CAPTURE(name);
      Scenario scenario = preset_scenario(name);
      scenario.plan.recompute = Recompute{mode, {}, {}, RecomputeMethod::block};
      const Report report = evaluate(scenario);
      for (const std::size_t rank : {std::size_t{0}, report.memory.stages.size() - 1}) {
        const auto stage = static_cast<std::int32_t>(rank);
        double held = 0;
        for (const Bytes chunk : rank_activations(report, stage).a_micro_batch) held += chunk.value;
        CHECK(kept_by(report, stage) == doctest::Approx(held).epsilon(1e-9));
      }
    }
}

TEST_CASE("a recomputed layer keeps its input, and nothing else of it is there") {
  const Report report = evaluate(preset_scenario("gpt4-25k-a100"));
  const StageBlocks layers = blocks_of_stage(report, 1).front();
  CHECK(layers.fate == BlockFate::recomputed);
  CHECK(name_of(layers) == "MoE layer, recomputed");
  int kept = 0;
  for (const LayerTensor& tensor : tensors_of(report.scenario, layers)) kept += tensor.kept ? 1 : 0;
  CHECK(kept == 1);
  CHECK(tensors_of(report.scenario, layers).front().name() == "input of the layer");
  const LayerTensor input = tensors_of(report.scenario, layers).front();
  double elements = 1;
  for (const double number : input.numbers) elements *= number;
  CHECK(input.bytes.value == doctest::Approx(2 * elements));
}

TEST_CASE("layers whose activations are on the host stand apart from the others") {
  Scenario scenario = preset_scenario("llama3-8b-1024-h100");
  scenario.plan.offload = Offload::activations;
  scenario.plan.offload_activations_layers = 10;
  const Report report = evaluate(scenario);
  double kept = 0, away = 0;
  for (const StageBlocks& blocks : blocks_of_stage(report, 0)) {
    if (blocks.kind != BlockKind::dense_layer) continue;
    (blocks.fate == BlockFate::offloaded ? away : kept) += blocks.count;
    for (const LayerTensor& tensor : tensors_of(report.scenario, blocks))
      CHECK(tensor.kept == (blocks.fate == BlockFate::kept));
  }
  CHECK(kept == 22);
  CHECK(away == 10);
}
