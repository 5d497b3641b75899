// render/lanes: a pass down to its operations, as a profiler shows it. In: a rank's lanes (core/lanes), the range of
// the step that is looked at, a rectangle. Out: a row for the layers, one for each stream that has work, one for when
// the GPU waits; and what is under the pointer. The range is the Gantt chart's above it, so that one zoom goes from the
// step to a kernel.
#pragma once

#include <imgui.h>

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/inspect/block_operation.h"
#include "core/lanes/lane_rows.h"
#include "core/lanes/peak_operation.h"
#include "render/chart/card.h"
#include "render/text/rect.h"
#include "render/text/theme.h"

namespace shardscope {

struct LanesSource {
  const RankLanes& lanes;
  const StepRows& rows;
  TimeRange range;                  // of the step
  std::vector<LanePiece>& scratch;  // kept between frames, so that none allocates
  /// Of each of the places whether it is on the step's critical path, which is then lit; null: nothing is.
  const std::vector<bool>* critical = nullptr;
  std::optional<BlockOperation> picked = {};  // outlined wherever it runs
  /// By LaneKind the step if what the lane runs were free, where it is known; null: no column for it.
  const std::array<std::optional<Seconds>, lane_kinds>* if_free = nullptr;
};

/// What is under the pointer.
struct LanesHover {
  LaneRow row;
  LanePiece piece;
};
/// The operation there; nothing where there is traffic, a layer, or several together.
[[nodiscard]] std::optional<BlockOperation> operation_at(const RankLanes& lanes, const LanesHover& hover);

/// "Layers", "Compute", "Waits".
[[nodiscard]] std::string_view lane_row_words(const LaneRow& row);
[[nodiscard]] ImU32 lane_color(const Theme& theme, LaneKind lane);

/// What the rows' seconds take right of them, at scale 1.
inline constexpr float lane_seconds_width = 152;

/// What the rows take, and how many of them are whole within `most`.
[[nodiscard]] float lanes_chart_height(const Theme& theme, std::size_t rows, float most);

/// Draws the rows into `area`, whose left and right are those of the range; labels stand left of it; right of it, as
/// far as `right` leaves room, how long each is busy in the step, and the step if it were free.
std::optional<LanesHover> draw_lanes_chart(ImDrawList& draw, const Theme& theme, const Rect& area, float left,
                                           float right, const LanesSource& source, ImVec2 pointer);

/// The row at a height of the area; nothing between and below them.
[[nodiscard]] std::optional<std::size_t> lane_row_at(const Theme& theme, const Rect& area, std::size_t rows, float y);

/// What a rank holds at most and what begins then, in clauses: "56.7 GB at most, as cross entropy begins, head and
/// loss, forward".
[[nodiscard]] std::string peak_words(const RankLanes& lanes, const PeakOperation& peak);

/// What is pointed at: name, layer, shape in letters and numbers, FLOPs, bytes, time, rate against the roof, and what
/// it waits for.
[[nodiscard]] Explanation explain_lane(const Scenario& filled, const RankLanes& lanes, const LanesHover& hover);

}  // namespace shardscope
