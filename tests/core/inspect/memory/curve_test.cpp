#include "core/inspect/memory/curve.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "core/evaluate/evaluate.h"
#include "tests/core/memory/random_scenarios.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

TEST_CASE("the most that a rank holds over the step is the report's total of its stage") {
  for (const auto& [preset, launch] : all_presets().scenarios)
    for (const RecomputeMode mode : {RecomputeMode::none, RecomputeMode::selective, RecomputeMode::full}) {
      Scenario scenario = preset;
      scenario.plan.recompute = Recompute{mode, {}, {}, RecomputeMethod::block};
      const Report report = evaluate(scenario);
      if (!report.timeline) continue;
      CAPTURE(preset.preset);
      for (const StageMemory& stage : report.memory.stages) {
        const MemoryCurve curve = memory_over_time(report, stage.stage);
        REQUIRE_FALSE(curve.points.empty());
        CHECK(curve.total(curve.peak).value == doctest::Approx(stage.total.value).epsilon(1e-9));
      }
    }
}

TEST_CASE(
    "the most that a rank holds is the report's total in random plans too, schedules and recomputation included") {
  tests::RandomScenarios random(3);
  for (int i = 0; i < 200; ++i) {
    const Report report = evaluate(random.next());
    if (!report.timeline) continue;
    CAPTURE(i);
    for (const StageMemory& stage : report.memory.stages) {
      const MemoryCurve curve = memory_over_time(report, stage.stage);
      CHECK(curve.total(curve.peak).value == doctest::Approx(stage.total.value).epsilon(1e-9));
    }
  }
}

TEST_CASE("a step ends with no activations, having held none less than none, at times that ascend") {
  const Report report = evaluate(*all_presets().scenario("llama3-405b-16k-h100"));
  for (const StageMemory& stage : report.memory.stages) {
    const MemoryCurve curve = memory_over_time(report, stage.stage);
    CHECK(curve.points.back().held == 0);
    CHECK(std::abs(curve.points.back().activations.value) < 1);  // a byte, of rounding
    for (std::size_t i = 1; i < curve.points.size(); ++i) {
      CHECK(curve.points[i].time > curve.points[i - 1].time);
      CHECK(curve.points[i].activations.value > -1);
      CHECK(curve.points[i].held >= 0);
    }
    CHECK(curve.points.back().time <= curve.end);
  }
}

TEST_CASE("the first rank of 1F1B holds p micro-batches at its peak, all of them alive then") {
  const Report report = evaluate(gpt3_on(8, 4, 1));
  const MemoryCurve curve = memory_over_time(report, 0);
  CHECK(curve.points[curve.peak].held == 4);
  const std::vector<AliveChunk> alive = alive_at(report, 0, curve.points[curve.peak].time);
  REQUIRE(alive.size() == 1);
  CHECK(alive[0].count == 4);
  CHECK(alive[0].first == 0);
  CHECK(alive[0].last == 3);
  CHECK(alive_at(report, 0, curve.end).empty());
}

TEST_CASE("columns hold the most of their time, so that the highest column is the peak") {
  const Report report = evaluate(*all_presets().scenario("gpt4-25k-a100"));
  const MemoryCurve curve = memory_over_time(report, 0);
  for (const std::size_t count : {1, 7, 1000}) {
    std::vector<Bytes> columns(count);
    fill_columns(curve, 0, curve.end, columns);
    CHECK(*std::max_element(columns.begin(), columns.end()) == curve.points[curve.peak].activations);
  }
  std::array<Bytes, 3> before{};
  fill_columns(curve, -3, -1, before);
  CHECK(before[1].value == 0);
}

TEST_CASE("a report without a timeline has no curve, nor has a rank that isn't there") {
  Report report = evaluate(*all_presets().scenario("gpt4-25k-a100"));
  CHECK(memory_over_time(report, 15).points.empty());
  CHECK(memory_over_time(report, -1).points.empty());
  report.timeline.reset();
  CHECK(memory_over_time(report, 0).points.empty());
  CHECK(alive_at(report, 0, 1).empty());
}

TEST_CASE("within a pass memory comes layer by layer and goes so, the head's logits last and first") {
  Scenario scenario = preset_scenario("llama3-8b-1024-h100");
  const Report report = evaluate(scenario);
  REQUIRE(report.timeline.has_value());
  REQUIRE(report.timeline->ranks == 1);
  const MemoryCurve curve = memory_over_time(report, 0);
  const PassRecord& forward = report.timeline->lane(0)[0];
  const double length = forward.end - forward.start;
  const auto at = [&](double share) {
    Bytes held;
    for (const MemoryCurve::Point& point : curve.points)
      if (point.time <= forward.start + share * length) held = point.activations;
    return held;
  };
  CHECK(at(0.2) < at(0.5));
  CHECK(at(0.5) < at(0.8));
  // The logits are more than a layer: the last step is the largest.
  CHECK((at(0.99) - at(0.9)).value > (at(0.5) - at(0.42)).value);
  CHECK(curve.points[curve.peak].time > forward.start + 0.9 * length);
  CHECK(curve.points[curve.peak].time <= forward.end);
}

TEST_CASE("with one stage the curve moves within a pass, which the index of passes can't show") {
  int of_one_stage = 0;
  for (const auto& [preset, launch] : all_presets().scenarios) {
    if (with_defaults(preset).plan.pp != 1) continue;
    const Report report = evaluate(preset);
    if (!report.timeline) continue;
    CAPTURE(preset.name);
    ++of_one_stage;
    const std::vector<MemoryCurve> curves = memory_curves(report);
    REQUIRE(curves.size() == 1);
    const PassRecord& first = report.timeline->lane(0).front();
    const auto held = [&](double time) { return curves[0].total(point_at(curves[0], time)).value; };
    const double begin = held(first.start), middle = held((first.start + first.end) / 2), end = held(first.end);
    CHECK(begin < middle);
    CHECK(middle < end);
    CHECK(end <= curves[0].total(curves[0].peak).value * (1 + 1e-9));
  }
  CHECK(of_one_stage > 0);
}

TEST_CASE("the columns of a part of the step are those of the whole") {
  const Report report = evaluate(*all_presets().scenario("gpt4-25k-a100"));
  const MemoryCurve curve = memory_over_time(report, 3);
  std::vector<Bytes> whole(400), part(100);
  fill_columns(curve, 0, curve.end, whole);
  fill_columns(curve, curve.end / 4, curve.end / 2, part);
  int same = 0;
  for (std::size_t i = 0; i < part.size(); ++i) same += part[i].value == whole[100 + i].value ? 1 : 0;
  CHECK(same >= 95);  // a change on the border of two columns may count for either
}
