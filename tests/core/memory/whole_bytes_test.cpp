#include "core/memory/whole_bytes.h"

#include <doctest/doctest.h>

#include <cmath>

#include "core/evaluate/evaluate.h"
#include "tests/core/memory/random_scenarios.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

bool is_whole(Bytes bytes) {
  return bytes.value == std::round(bytes.value);
}

/// Nothing has a fraction, everything adds up exactly, and nothing has moved by more than rounding moves it.
void check(const Report& report) {
  const MemoryReport rounded = in_whole_bytes(report.memory);
  REQUIRE(rounded.stages.size() == report.memory.stages.size());
  CHECK(std::abs((rounded.peak - report.memory.peak).value) <= 0.5);
  CHECK(whole_peak(report.memory) == rounded.peak);
  for (std::size_t s = 0; s < rounded.stages.size(); ++s) {
    const StageMemory& stage = rounded.stages[s];
    const StageMemory& exact = report.memory.stages[s];
    Bytes total;
    for (int c = 0; c < memory_component_count; ++c) {
      const auto component = static_cast<MemoryComponent>(c);
      Bytes sum;
      for (const MemoryPart& part : stage.parts)
        if (part.component == component) sum += part.bytes;
      CHECK(sum == stage.component(component));
      CHECK(std::abs((sum - exact.component(component)).value) <= 1);
      total += sum;
    }
    CHECK(total == stage.total);
    for (const Bytes each : {stage.total, stage.allocated, stage.reserved, stage.host.total()}) CHECK(is_whole(each));
    CHECK(std::abs((stage.allocated - exact.allocated).value) <= 1);
    CHECK(std::abs((stage.reserved - exact.reserved).value) <= 1);
    for (const MemoryPart& part : stage.parts) CHECK(is_whole(part.bytes));
  }
}

}  // namespace

TEST_CASE("a number that misses a whole one by a millionth or by its own last digits is that one") {
  for (const auto& [value, meant] : {std::pair{3.0, 3.0},
                                     {1e-6, 0.0},
                                     {1.05e-6, 1.05e-6},
                                     {2.9999995, 3.0},
                                     {-0.0000005, 0.0},
                                     {1e9 + 0.95e-5, 1e9},  // a part in 1e14 is 1e-5
                                     {-1e9 - 0.95e-5, -1e9},
                                     {1e9 + 1.05e-5, 1e9 + 1.05e-5},
                                     {2.5, 2.5}}) {
    CAPTURE(value);
    CHECK(whole(value) == meant);
  }
}

TEST_CASE("in whole bytes parts still sum to components and components to totals") {
  for (const auto& [preset, launch] : all_presets().scenarios) {
    CAPTURE(preset.preset);
    check(evaluate(preset));
  }
  tests::RandomScenarios random(31);
  for (int i = 0; i < 100; ++i) check(evaluate(random.next()));
}
