#include "core/lanes/peak_operation.h"

#include <doctest/doctest.h>

#include <string>

#include "core/evaluate/evaluate.h"
#include "core/lanes/lane_memory.h"
#include "core/lanes/lane_words.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

struct Peak {
  Report report;
  RankLanes lanes;
  std::optional<PeakOperation> at;

  [[nodiscard]] const PassLanes& pass() const { return lanes.passes[lanes.places[at->place].lanes]; }
  [[nodiscard]] const LayerSpan& span() const { return pass().spans[static_cast<std::size_t>(at->span)]; }
  [[nodiscard]] const LayerLanes& layer() const { return pass().layers[span().lanes]; }
  [[nodiscard]] const LaneBar& bar() const { return layer().bars[static_cast<std::size_t>(at->bar)]; }
};

Peak peak_of(const Scenario& scenario, std::int32_t rank) {
  Report report = evaluate(scenario);
  std::optional<RankLanes> lanes = rank_lanes(report, rank);
  REQUIRE(lanes);
  const std::optional<PeakOperation> at = peak_operation(memory_by_operation(report, *lanes), *lanes);
  return {std::move(report), std::move(*lanes), at};
}

}  // namespace

TEST_CASE("the peak's operation holds the report's total, and runs at its moment, in every preset") {
  int with_bar = 0;
  for (const auto& [preset, launch] : all_presets().scenarios) {
    CAPTURE(preset.preset);
    const Report report = evaluate(preset);
    if (!report.timeline || report.pools) continue;
    const Peak peak = peak_of(preset, 0);
    REQUIRE(peak.at);
    CHECK(peak.at->held.value == doctest::Approx(report.memory.stages[0].total.value).epsilon(1e-9));
    const PassPlace& place = peak.lanes.places[peak.at->place];
    CHECK(place.start <= peak.at->time * (1 + 1e-9));
    CHECK(peak.at->time < place.end);
    if (peak.at->bar < 0) continue;
    ++with_bar;
    CHECK(peak.bar().lane == LaneKind::compute);
    CHECK(place.moment(peak.pass().moment(peak.span(), peak.bar().start)) <= peak.at->time * (1 + 1e-9) + 1e-9);
  }
  CHECK(with_bar > 5);
}

TEST_CASE("a model on one GPU holds most where its loss keeps the logits") {
  const Peak peak = peak_of(*all_presets().scenario("llama3-8b-1024-h100"), 0);
  REQUIRE(peak.at);
  REQUIRE(peak.at->bar >= 0);
  CHECK(peak.pass().pass == LanePass::forward);
  CHECK(name_of(peak.span(), peak.layer()) == "head and loss");
  CHECK(name_of(peak.bar(), peak.layer().block) == "cross entropy");
}

TEST_CASE("there is no peak of a curve without points, nor between passes") {
  Peak peak = peak_of(gpt3_on(8, 4, 2), 1);
  CHECK(!peak_operation(MemoryCurve{}, peak.lanes));
  MemoryCurve early;
  early.points.push_back({0, Bytes{1}, 0});
  early.end = peak.report.time->step.value;
  CHECK(!peak_operation(early, peak.lanes));  // the first pass of the second stage begins later
}

TEST_CASE("where a curve doesn't follow the operations no operation is named") {
  Scenario apart = *all_presets().scenario("llama3-8b-1024-h100");
  apart.plan.end_passes = true;
  const Peak of_ends = peak_of(apart, 0);
  REQUIRE(of_ends.at);
  CHECK(of_ends.at->bar == -1);
  CHECK(of_ends.at->span == -1);
  Scenario many = *all_presets().scenario("mistral-7b-256-h100");
  many.plan.global_batch = 262'144;
  const Peak of_many = peak_of(many, 0);
  REQUIRE(of_many.at);
  CHECK(of_many.at->bar == -1);
}

TEST_CASE("where a backward makes tensors again and so holds most as it begins, no kernel is named but its layer") {
  Scenario scenario = *all_presets().scenario("llama3-8b-1024-h100");
  scenario.plan.recompute = Recompute{RecomputeMode::full, {}, {}, RecomputeMethod::uniform};
  const Peak peak = peak_of(scenario, 0);
  REQUIRE(peak.at);
  if (peak.pass().pass == LanePass::backward) CHECK(peak.at->bar == -1);
  CHECK(peak.at->span >= 0);
}
