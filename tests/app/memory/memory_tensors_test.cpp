#include <doctest/doctest.h>

#include <algorithm>

#include "app/memory/memory_cards.h"
#include "tests/gui/window_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

WindowDriver grown(const char* scenario) {
  WindowDriver window(scenario);
  window.explorer.grown = "memory";
  window.frames(2);
  return window;
}

}  // namespace

TEST_CASE("a click on a block's name takes that block of the stage apart") {
  WindowDriver window = grown("deepseek-v3-2048-h800");
  window.explorer.selection.stage = 0;
  window.frames(2);
  const MemoryState& state = window.explorer.of<MemoryState>();
  const StageDetail& detail = *state.stage;
  REQUIRE(detail.blocks.size() >= 3);  // dense and MoE layers, the embedding
  REQUIRE(state.block->block == detail.blocks.front());
  const std::size_t tensors = state.block->layer.size();
  window.click("memory.block.1");
  CHECK(window.explorer.of<MemoryState>().block->block == window.explorer.of<MemoryState>().stage->blocks[1]);
  CHECK(window.explorer.of<MemoryState>().block->layer.size() != tensors);
}

TEST_CASE("a click on a tensor's row outlines it in the treemap") {
  WindowDriver window = grown("llama3-405b-16k-h100");
  const std::vector<LedgerLine>& ledger = window.explorer.of<MemoryState>().stage->ledger;
  std::size_t line = 0;
  while (ledger[line].name != "down projection") ++line;
  window.click("memory.line." + std::to_string(line));
  CHECK(window.explorer.of<MemoryState>().arranged.shown == MemoryComponent::weights);
  REQUIRE(window.explorer.of<MemoryState>().arranged.tensor.has_value());
  show_in_treemap(window.explorer.of<MemoryState>(), window.explorer.session.report.scenario,
                  *std::find_if(ledger.begin(), ledger.end(), [](const LedgerLine& each) {
                    return each.component == MemoryComponent::activations && each.name == "up";
                  }));
  window.frames(2);
  const MemoryState& state = window.explorer.of<MemoryState>();
  CHECK(state.arranged.shown == MemoryComponent::activations);
  REQUIRE(window.explorer.of<MemoryState>().arranged.tensor.has_value());
  CHECK(state.block->layer[*state.arranged.tensor].name() == "up");
}

TEST_CASE("a click on a tensor picks the operation that reads it, and a picked operation's tensors are lit") {
  WindowDriver window("llama3-8b-1024-h100");
  window.click("grow.memory");
  window.frames(3);
  const MemoryState& state = window.explorer.of<MemoryState>();
  const Rect map = window.place("memory.tensors");
  window.click(map.center());
  REQUIRE(state.arranged.tensor);
  const std::optional<OperationName> reader = state.block->layer[*state.arranged.tensor].read_by;
  REQUIRE(reader);
  CHECK(window.explorer.selection.operation == BlockOperation{state.block->block->kind, *reader});
  window.click(map.center());
  CHECK(!window.explorer.selection.operation);
}
