// A preset's critical rank on its lanes, for tests that draw or explain them.
#pragma once

#include <doctest/doctest.h>

#include <string_view>
#include <utility>
#include <vector>

#include "core/evaluate/evaluate.h"
#include "render/lanes/lanes_chart.h"
#include "tests/core/step/preset_scenarios.h"

namespace shardscope::tests {

struct LanesCase {
  Report report;
  RankLanes lanes;
  StepRows rows;
  std::vector<LanePiece> pieces = {};

  [[nodiscard]] LanesSource source(TimeRange range) { return {lanes, rows, range, pieces}; }
  /// The second block of the first pass.
  [[nodiscard]] TimeRange a_layer() const {
    const PassPlace& place = lanes.places.front();
    const LayerSpan& span = lanes.passes[place.lanes].spans[1];
    return {place.moment(span.start), place.moment(span.end)};
  }
};

inline LanesCase lanes_case(std::string_view preset) {
  Report report = evaluate(*all_presets().scenario(preset));
  std::optional<RankLanes> lanes = rank_lanes(report, report.time->critical_rank);
  REQUIRE(lanes);
  StepRows rows = step_rows(*lanes);
  return {std::move(report), std::move(*lanes), std::move(rows)};
}

/// Of a row what the pointer would be on at the piece that holds a moment.
inline LanesHover hover_at(LanesCase& made, const LaneRow& row, TimeRange range, double moment) {
  std::vector<LanePiece> pieces;
  pieces_in(made.lanes, made.rows, row, range, range.length() * 1e-6, pieces);
  for (const LanePiece& piece : pieces)
    if (piece.start <= moment && moment <= piece.end) return {row, piece};
  FAIL("nothing is there");
  return {};
}

}  // namespace shardscope::tests
