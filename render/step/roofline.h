// The roofline: how fast each operation runs against what the GPU's arithmetic and memory allow at its FLOPs per byte.
// Williams, Waterman, Patterson 2009, "Roofline: an insightful visual performance model".
#pragma once

#include <imgui.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/inspect/operation_table.h"
#include "render/chart/card.h"
#include "render/chart/log_axis.h"
#include "render/text/rect.h"
#include "render/text/theme.h"

namespace shardscope {

/// An operation forward (with what recomputation runs again) or backward (both gradients together), of all the blocks
/// in which it has the same shape.
struct RooflinePoint {
  OperationRow row;  // one of those that it stands for
  bool backward = false;
  Seconds in_step;
  Flops flops;       // in the step, those that conventions count
  Flops arithmetic;  // and with those of memory-bound operations
  Bytes bytes;

  /// FLOPs per byte; 0 for an operation that only moves.
  [[nodiscard]] double intensity() const;
  [[nodiscard]] double flop_rate() const;   // with those of memory-bound operations
  [[nodiscard]] std::string label() const;  // "logits, backward"
};

/// The largest first.
[[nodiscard]] std::vector<RooflinePoint> roofline_points(const OperationTable& table);

/// The point that a row of the table is part of.
[[nodiscard]] std::optional<std::size_t> point_of(std::span<const RooflinePoint> points, const OperationRow& row);

/// What kind of work it is, by colour: shades of the forward pass's blue, and grey where memory binds; no hue that
/// another pass, traffic or memory has.
[[nodiscard]] ImU32 operation_color(const Theme& theme, OperationKind kind);

struct RooflinePlot {
  std::span<const RooflinePoint> points;
  Roofline roofline;
  std::string_view precision;  // of the plan, "fp8"
  Seconds step;                // what the points' sizes are shares of
  std::optional<std::size_t> lit;
};

/// The plot's place in `area`, and a point's in it: what only moves stands at the left edge, as high under the roof
/// there as its share of the bandwidth.
[[nodiscard]] LogPlot roofline_axes(const Theme& theme, const Rect& area, const RooflinePlot& plot);
[[nodiscard]] ImVec2 place_of(const RooflinePoint& point, const LogPlot& axes);

/// Draws into `area`; the point under the pointer.
std::optional<std::size_t> draw_roofline(ImDrawList& draw, const Theme& theme, const Rect& area,
                                         const RooflinePlot& plot, ImVec2 pointer);

/// "2,048 × 4,608 × 12,288", "8 × 4,096 × 2,048 × 7,168", "8,192 keys, heads of 128", "470 MB".
[[nodiscard]] std::string shape_words(const OperationRow& row);
/// One run of an operation, or a point's runs together.
[[nodiscard]] Explanation explain_point(const RooflinePoint& point, const Roofline& roofline, Seconds step);
[[nodiscard]] Explanation explain_operation(const OperationRow& row, const Roofline& roofline, Seconds step);

}  // namespace shardscope
