// render/lanes: a pass down to its operations, as a profiler shows it. In: a rank's lanes (core/lanes), the range of
// the step that is looked at, a rectangle. Out: a row for the layers, one for each stream that has work, one for when
// the GPU waits; and what is under the pointer. The range is the Gantt chart's above it, so that one zoom goes from the
// step to a kernel.
#pragma once

#include <imgui.h>

#include <optional>
#include <string>
#include <vector>

#include "core/lanes/lane_rows.h"
#include "render/chart/card.h"
#include "render/text/rect.h"
#include "render/text/theme.h"

namespace shardscope {

struct LanesSource {
  const RankLanes& lanes;
  const StepRows& rows;
  TimeRange range;                  // of the step
  Seconds step;                     // in whose unit totals are
  std::vector<LanePiece>& scratch;  // kept between frames, so that none allocates
};

/// What is under the pointer.
struct LanesHover {
  LaneRow row;
  LanePiece piece;
};

/// "Layers", "Compute", "Waits".
[[nodiscard]] std::string_view lane_row_words(const LaneRow& row);
[[nodiscard]] ImU32 lane_color(const Theme& theme, LaneKind lane);

/// What the rows take, and how many of them are whole within `most`.
[[nodiscard]] float lanes_chart_height(const Theme& theme, std::size_t rows, float most);

/// Draws the rows into `area`, whose left and right are those of the range; labels stand left of it, totals of the step
/// right of it as far as `right` leaves room.
std::optional<LanesHover> draw_lanes_chart(ImDrawList& draw, const Theme& theme, const Rect& area, float left,
                                           float right, const LanesSource& source, ImVec2 pointer);

/// What is pointed at: name, layer, shape in letters and numbers, FLOPs, bytes, time, rate against the roof, and what
/// it waits for.
[[nodiscard]] Explanation explain_lane(const Scenario& filled, const RankLanes& lanes, const LanesHover& hover);

}  // namespace shardscope
