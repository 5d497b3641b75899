#include <doctest/doctest.h>

#include "app/memory/memory_cards.h"
#include "tests/gui/window_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("a click on Megatron's figure lists differences that lead from it to ours, a second one hides them") {
  WindowDriver window("llama3-405b-16k-h100");
  window.explorer.grown = "memory";
  window.frames(2);
  const float closed = window.place("memory.megatron").min.y;
  window.click("memory.megatron");
  window.frames(2);
  CHECK(window.explorer.of<MemoryState>().arranged.beside_megatron);
  CHECK(window.place("memory.megatron").min.y < closed - 100);
  const MemoryReport& memory = window.explorer.session.report.memory;
  Bytes sum = memory.megatron_report.weight_and_optimizer + memory.megatron_report.activation;
  REQUIRE(window.explorer.of<MemoryState>().beside_megatron->size() > 5);
  for (const MegatronDifference& difference : *window.explorer.of<MemoryState>().beside_megatron)
    sum += difference.bytes;
  CHECK(sum.value == doctest::Approx(memory.peak.value).epsilon(1e-12));
  window.click("memory.megatron");
  window.frames(2);
  CHECK(window.place("memory.megatron").min.y == closed);
}

TEST_CASE("opened, the list leaves the table most of the card") {
  WindowDriver window("deepseek-v3-2048-h800");
  window.explorer.grown = "memory";
  window.frames(2);
  const Theme theme = dark_theme();
  const float closed = megatron_rows_height(window.explorer.of<MemoryState>(), theme, 800);
  window.explorer.of<MemoryState>().arranged.beside_megatron = true;
  const float open = megatron_rows_height(window.explorer.of<MemoryState>(), theme, 800);
  CHECK(closed < open);
  CHECK(open < 400);
}
