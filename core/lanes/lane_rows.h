// The lanes of a rank's step as rows of a chart: what of a row a range of time shows, no finer than a picture can, so
// that what a picture costs follows its pixels and not the step's operations.
#pragma once

#include <cstdint>
#include <vector>

#include "core/lanes/rank_lanes.h"
#include "core/pipeline/timeline.h"

namespace shardscope {

enum class LaneRowKind { layers, lane, waits };

/// Layers; what a lane runs; or when the kernels wait.
struct LaneRow {
  LaneRowKind kind = LaneRowKind::layers;
  LaneKind lane = LaneKind::compute;

  bool operator==(const LaneRow&) const = default;
};

/// A pass's rows, made once.
struct PassRows {
  struct Layer {
    std::array<std::vector<std::size_t>, lane_kinds> bars;  // of the layer's, in the order of time
    std::vector<LaneSpan> waits;
    std::array<double, lane_kinds> busy{};  // seconds
    double waiting = 0;
  };
  std::vector<Layer> layers;
  std::array<double, lane_kinds> busy{};  // seconds of the whole pass
  double waiting = 0;
};
struct StepRows {
  std::vector<LaneRow> rows;              // those with something on them, from the top
  std::vector<PassRows> passes;           // of RankLanes::passes
  std::array<double, lane_kinds> busy{};  // seconds of the whole step
  double waiting = 0;

  /// Seconds of the step that a row is busy.
  [[nodiscard]] double seconds_of(const LaneRow& row, const RankLanes& lanes) const;
};
[[nodiscard]] StepRows step_rows(const RankLanes& lanes);

/// Something drawn of a row: one bar, or where they are too thin several together.
struct LanePiece {
  double start = 0, end = 0;  // seconds of the step
  float share = 1;            // of that time in which there is something
  std::size_t place = 0;      // into RankLanes::places
  std::int32_t span = -1;     // of its pass; -1: all its layers together
  std::int32_t bar = -1;      // of the layer: the longest of those together; -1: none in particular
  std::int32_t traffic = -1;  // of the pass, where it is a gather or a scatter
};

/// Fills `pieces` with what the row shows of the range, in the order of time; what is shorter than `finest` seconds is
/// put together. At most a few a `finest`.
void pieces_in(const RankLanes& lanes, const StepRows& rows, const LaneRow& row, TimeRange range, double finest,
               std::vector<LanePiece>& pieces);

}  // namespace shardscope
