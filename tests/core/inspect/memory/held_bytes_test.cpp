#include "core/inspect/memory/held_bytes.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "core/evaluate/evaluate.h"
#include "core/inspect/memory/curve.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

TEST_CASE("the most that a rank's strip shows is the report's total of its stage, for every preset") {
  for (const auto& [preset, launch] : all_presets().scenarios) {
    const Report report = evaluate(preset);
    if (!report.timeline) continue;
    CAPTURE(preset.name);
    const HeldIndex held = held_bytes(report);
    const TimeRange whole{0, report.timeline->makespan.value};
    double most = 0;
    for (const StageMemory& stage : report.memory.stages) {
      std::vector<float> columns(300);
      held_columns(*report.timeline, held, stage.stage, whole, columns);
      const float peak = *std::max_element(columns.begin(), columns.end());
      const MemoryCurve curve = memory_over_time(report, stage.stage);
      CHECK(peak == doctest::Approx(curve.total(curve.peak).value).epsilon(1e-6));
      most = std::max(most, curve.total(curve.peak).value);
    }
    CHECK(held.peak == doctest::Approx(most).epsilon(1e-9));
  }
}

TEST_CASE("before a rank's first pass and after its last it holds what lasts") {
  const Report report = evaluate(*all_presets().scenario("gpt4-25k-a100"));
  const HeldIndex held = held_bytes(report);
  for (const std::int32_t rank : {0, 7, 14}) {
    const StageMemory& stage = report.memory.stages[static_cast<std::size_t>(rank)];
    const double state = (stage.weights + stage.gradients + stage.optimizer + stage.buffers).value;
    const double lasting = state + rank_activations(report, rank).lasting.value;
    const double end = report.timeline->makespan.value;
    CHECK(held_at(*report.timeline, held, rank, end + 1) == doctest::Approx(lasting).epsilon(1e-6));
    if (rank > 0) CHECK(held_at(*report.timeline, held, rank, 0) == doctest::Approx(lasting).epsilon(1e-6));
  }
}

TEST_CASE("without a timeline nothing is held") {
  CHECK(held_bytes(Report{}).during.empty());
}
