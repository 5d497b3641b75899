#include "core/changes/sensitivity.h"

#include <doctest/doctest.h>

#include "core/evaluate/evaluate.h"
#include "tests/real_presets.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE(
    "better hardware never makes the step longer, worse never shorter, and its memory alone moves what is spare") {
  const Report report = evaluate(*real_presets().scenario("gpt4-25k-a100"));
  for (std::size_t i = 0; i < hardware_figure_count; ++i) {
    const SensitivityRow row = sensitivity_row(report, i, 0.1);
    CAPTURE(row.name);
    CHECK(row.hardware);
    REQUIRE(row.less);
    REQUIRE(row.more);
    CHECK(*row.more->step <= Seconds{1e-9});
    CHECK(*row.less->step >= Seconds{-1e-9});
    CHECK((row.more->spare > Bytes{}) == (static_cast<HardwareFigure>(i) == HardwareFigure::memory));
    CHECK(row.more->to == "+10 %");
  }
}

TEST_CASE("each side of a degree is its scenario evaluated whole, less the plan's own") {
  for (const char* preset : {"gpt4-25k-a100", "deepseek-v3-2048-h800"}) {
    const Report report = evaluate(*real_presets().scenario(preset));
    int sides = 0;
    for (std::size_t i = hardware_figure_count; i < sensitivity_rows; ++i) {
      const SensitivityRow row = sensitivity_row(report, i, 0.1);
      CAPTURE(row.name);
      CHECK_FALSE(row.hardware);
      for (const auto* side : {&row.less, &row.more}) {
        if (!*side) continue;
        ++sides;
        const Report after = evaluate((*side)->change.scenario);
        CHECK(after.time.has_value() == (*side)->step.has_value());
        if (after.time) CHECK(after.time->step - report.time->step == *(*side)->step);
        CHECK(report.memory.peak - after.memory.peak == (*side)->spare);
        CHECK(after.fits == (*side)->fits);
      }
    }
    CHECK(sides >= 8);
  }
}

TEST_CASE("twice the replicas are on twice the GPUs with the batch as it is, and take less than the step") {
  const Report report = evaluate(*real_presets().scenario("llama3-70b-4096-h100"));
  const SensitivityRow row = sensitivity_row(report, sensitivity_rows - 1, 0.1);
  REQUIRE(row.more);
  CHECK(row.more->change.scenario.cluster.gpus == 2 * report.scenario.cluster.gpus);
  CHECK(row.more->change.scenario.plan.global_batch == report.scenario.plan.global_batch);
  CHECK(*row.more->step < Seconds{});
}
