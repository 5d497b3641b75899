#include "core/lanes/lane_words.h"

#include <doctest/doctest.h>

#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

TEST_CASE("layers are called by their number, ends by what they are") {
  const Scenario scenario = gpt3_on(1, 1, 1);
  LayerLanes lanes;
  lanes.block = make_block(BlockKind::dense_layer, scenario.model, scenario.plan);
  CHECK(name_of(LayerSpan{0, 12}, lanes) == "layer 12");
  lanes.block.kind = BlockKind::head;
  CHECK(name_of(LayerSpan{0, -1}, lanes) == "head and loss");
}

TEST_CASE("kernels have the names that a profiler of PyTorch gives them") {
  const Scenario scenario = gpt3_on(8, 1, 1);
  const LayerLanes lanes =
      layer_lanes(BlockKind::dense_layer, scenario, *machine_speed(scenario), false, LanePass::forward);
  bool nccl = false, product = false, attention = false;
  for (const LaneBar& bar : lanes.bars) {
    const std::string_view kernel = kernel_of(bar, lanes.block);
    nccl |= kernel.starts_with("ncclDevKernel_"), product |= kernel == "aten::mm";
    attention |= kernel == "aten::_flash_attention_forward";
    CHECK(!kernel.empty());
    CHECK(!name_of(bar, lanes.block).empty());
  }
  CHECK((nccl && product && attention));
}
