#include "core/lanes/lane_rows.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "core/evaluate/evaluate.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

struct Step {
  Report report;
  RankLanes lanes;
  StepRows rows;
};

Step step_of(std::string_view preset) {
  Report report = evaluate(*all_presets().scenario(preset));
  RankLanes lanes = *rank_lanes(report, report.time->critical_rank);
  StepRows rows = step_rows(lanes);
  return {std::move(report), std::move(lanes), std::move(rows)};
}

double busy_in(const std::vector<LanePiece>& pieces, double finest) {
  double sum = 0;
  for (const LanePiece& piece : pieces) sum += std::max(piece.end - piece.start, finest) * piece.share;
  return sum;
}

}  // namespace

TEST_CASE("only lanes with something on them have a row, layers first") {
  const Step step = step_of("llama3-8b-1024-h100");
  CHECK(step.rows.rows.front().kind == LaneRowKind::layers);
  for (const LaneRow& row : step.rows.rows) CHECK(step.rows.seconds_of(row, step.lanes) > 0);
}

TEST_CASE("from however far, a row shows as much as is on its lane, in a bounded number of pieces") {
  for (const char* name : {"gpt4-25k-a100", "llama3-405b-16k-h100", "mixtral-8x7b-512-h100"}) {
    CAPTURE(name);
    const Step step = step_of(name);
    const double end = step.report.timeline->makespan.value;
    for (const double columns : {50.0, 1000.0, 20000.0})
      for (const LaneRow& row : step.rows.rows) {
        std::vector<LanePiece> pieces;
        pieces_in(step.lanes, step.rows, row, {0, end}, end / columns, pieces);
        CHECK(static_cast<double>(pieces.size()) <= 2 * columns + 2);
        const double expected = step.rows.seconds_of(row, step.lanes);
        CHECK(std::abs(busy_in(pieces, end / columns) - expected) <= 0.12 * end + 1e-9);
      }
  }
}

TEST_CASE("from near each bar is one piece, inside the layer and the pass that it is of") {
  const Step step = step_of("gpt4-25k-a100");
  const PassPlace& place = step.lanes.places.front();
  const PassLanes& pass = step.lanes.passes[place.lanes];
  const LayerSpan& span = pass.spans.back();
  std::vector<LanePiece> pieces;
  const TimeRange range{place.moment(span.start), place.moment(span.end)};
  const double finest = range.length() * 1e-7;
  pieces_in(step.lanes, step.rows, {LaneRowKind::lane, LaneKind::compute}, range, finest, pieces);
  const auto& layer = pass.layers[span.lanes];
  const auto kernels = std::count_if(layer.bars.begin(), layer.bars.end(),
                                     [](const LaneBar& bar) { return bar.lane == LaneKind::compute; });
  CHECK(static_cast<std::ptrdiff_t>(pieces.size()) == kernels);
  for (const LanePiece& piece : pieces) {
    CHECK(piece.bar >= 0);
    CHECK(piece.start >= range.start - finest);
    CHECK(piece.end <= range.end + finest);
  }
}

TEST_CASE("kernels, and what they wait for, fill the passes") {
  const Step step = step_of("llama3-405b-16k-h100");
  const double compute = step.rows.busy[index_of(LaneKind::compute)];
  double passes = 0;
  for (const PassPlace& place : step.lanes.places) passes += place.end - place.start;
  CHECK(compute + step.rows.waiting == doctest::Approx(passes).epsilon(0.02));
}
