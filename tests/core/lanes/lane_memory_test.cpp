#include "core/lanes/lane_memory.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "core/evaluate/evaluate.h"
#include "tests/core/memory/random_scenarios.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

double sum_of(const std::vector<RampStep>& ramp) {
  double sum = 0;
  for (const RampStep& step : ramp) sum += step.bytes;
  return sum;
}

/// What a micro-batch has taken, or freed, by a moment of the pass.
double bytes_by(const std::vector<RampStep>& ramp, double moment) {
  double sum = 0;
  for (const RampStep& step : ramp)
    if (step.moment <= moment + 1e-9) sum += step.bytes;
  return sum;
}

const PassLanes& pass_of(const RankLanes& lanes, LanePass kind) {
  const auto found =
      std::find_if(lanes.passes.begin(), lanes.passes.end(), [&](const PassLanes& pass) { return pass.pass == kind; });
  REQUIRE(found != lanes.passes.end());
  return *found;
}

/// The first forward bar of an operation, or its last backward bar, in seconds of the layer.
double moment_of(const LayerLanes& layer, OperationName name, bool forward) {
  double moment = forward ? layer.length : 0;
  for (const LaneBar& bar : layer.bars) {
    if (bar.operation < 0 || layer.block.operations[static_cast<std::size_t>(bar.operation)].name != name) continue;
    if (forward && bar.phase == OperationPhase::forward) moment = std::min(moment, bar.start);
    if (!forward && bar.phase != OperationPhase::forward && bar.phase != OperationPhase::recompute)
      moment = std::max(moment, bar.end);
  }
  return moment;
}

}  // namespace

TEST_CASE("the most that a rank holds by the operation is the report's total, in every preset") {
  for (const auto& [preset, launch] : all_presets().scenarios)
    for (const RecomputeMode mode : {RecomputeMode::none, RecomputeMode::selective, RecomputeMode::full}) {
      Scenario scenario = preset;
      scenario.plan.recompute = Recompute{mode, {}, {}, RecomputeMethod::block};
      const Report report = evaluate(scenario);
      if (!report.timeline) continue;
      CAPTURE(preset.preset);
      for (const std::int32_t rank : {0, report.timeline->ranks - 1}) {
        const std::optional<RankLanes> lanes = rank_lanes(report, rank);
        if (!lanes) continue;
        const MemoryCurve curve = memory_by_operation(report, *lanes);
        const StageMemory& stage = report.memory.stages[static_cast<std::size_t>(rank)];
        CHECK(curve.total(curve.peak).value == doctest::Approx(stage.total.value).epsilon(1e-9));
        for (std::size_t i = 1; i < curve.points.size(); ++i) {
          REQUIRE(curve.points[i].time > curve.points[i - 1].time);
          REQUIRE(curve.points[i].activations.value > -1);
        }
        CHECK(curve.points.back().held == 0);
      }
    }
}

TEST_CASE("a chunk's ramps sum to what it keeps of a micro-batch, whatever the plan") {
  tests::RandomScenarios random(11);
  int with_ramps = 0;
  for (int i = 0; i < 150; ++i) {
    const Report report = evaluate(random.next());
    if (!report.timeline) continue;
    const std::optional<RankLanes> lanes = rank_lanes(report, 0);
    if (!lanes) continue;
    CAPTURE(i);
    const std::vector<ChunkRamps> ramps = ramps_of_chunks(report, *lanes);
    const RankActivations kept = rank_activations(report, 0);
    REQUIRE(ramps.size() == kept.a_micro_batch.size());
    for (std::size_t c = 0; c < ramps.size(); ++c) {
      if (ramps[c].takes.empty()) continue;
      ++with_ramps;
      CHECK(sum_of(ramps[c].takes) == doctest::Approx(kept.a_micro_batch[c].value).epsilon(1e-9));
      CHECK(sum_of(ramps[c].frees) == doctest::Approx(kept.a_micro_batch[c].value).epsilon(1e-9));
    }
  }
  CHECK(with_ramps > 50);
}

TEST_CASE("tensors come as the operation that reads them begins, and go as its backward ends") {
  Scenario scenario = *all_presets().scenario("llama3-8b-1024-h100");
  scenario.plan.recompute = Recompute{RecomputeMode::none, {}, {}, {}};
  const Report report = evaluate(scenario);
  const std::optional<RankLanes> lanes = rank_lanes(report, 0);
  REQUIRE(lanes);
  const ChunkRamps ramps = ramps_of_chunks(report, *lanes).front();
  const PassLanes &forward = pass_of(*lanes, LanePass::forward), &backward = pass_of(*lanes, LanePass::backward);
  const auto span_of = [](const PassLanes& pass, std::int64_t layer) {
    return *std::find_if(pass.spans.begin(), pass.spans.end(),
                         [&](const LayerSpan& each) { return each.layer == layer; });
  };
  const double layers = 32, whole = sum_of(ramps.takes);
  const Block block = forward.layers[span_of(forward, 3).lanes].block;
  const double embedding = bytes_by(ramps.takes, span_of(forward, 0).start / forward.length - 1e-9);
  const double a_layer = saved_bytes(block).value;
  // Three layers are whole when the fourth begins, and go on to have all q, k and v as its attention begins.
  const LayerSpan fourth = span_of(forward, 3);
  const LayerLanes& lane = forward.layers[fourth.lanes];
  double before_attention = 0;
  for (const SavedTensor& tensor : block.saved) {
    const OperationName reader = block.operations[std::min(tensor.read_by, block.operations.size() - 1)].name;
    const bool by_then = reader == OperationName::norm_before_attention || reader == OperationName::q_k_v_projection ||
                         reader == OperationName::rotary_embedding || reader == OperationName::attention;
    before_attention += by_then ? tensor.bytes().value : 0;
  }
  const double begins = forward.moment(fourth, moment_of(lane, OperationName::attention, true)) / forward.length;
  CHECK(bytes_by(ramps.takes, begins) == doctest::Approx(embedding + 3 * a_layer + before_attention).epsilon(1e-6));
  CHECK(before_attention > 0.2 * a_layer);
  CHECK(before_attention < 0.6 * a_layer);
  // On the way back layers 31 to 4 are gone as the fourth begins; it frees attention's last but for the norm's input.
  const LayerSpan back = span_of(backward, 3);
  const double ends =
      backward.moment(back, moment_of(backward.layers[back.lanes], OperationName::attention, false)) / backward.length;
  const double left = whole - bytes_by(ramps.frees, ends);
  CHECK(left < embedding + 3 * a_layer + before_attention);
  CHECK(left > embedding + 3 * a_layer);
  CHECK(layers * a_layer < whole);  // beside the head's
}
