// A curve with its ends labelled, this plan's point as a disc, with its range, and the best one as a ring.
#pragma once

#include <imgui.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/run/curves.h"
#include "render/text/rect.h"
#include "render/text/theme.h"

namespace shardscope {

/// Radii at scale 1.
inline constexpr float curve_disc = 5, curve_ring = 7.5F;

/// A value of x from which on something holds: a thin line with its words where there is room.
struct CurveLimit {
  double x = 0;
  std::string_view words;
  bool everywhere = false;  // it holds at every x: no line, but its words stand there
};

struct CurveChart {
  std::span<const CurvePoint> points;  // x ascending
  bool log_y = false;                  // x is on a log scale always
  std::string (*x_words)(double) = nullptr;
  std::string (*y_words)(double) = nullptr;
  std::optional<CurvePoint> mark;  // this plan
  std::optional<CurvePoint> best;
  std::span<const CurvePoint> reference = {};           // a second line, dashed, in any order: what perfect would be
  std::string_view reference_words = {};                // what that line is
  std::optional<double> mark_low = {}, mark_high = {};  // the range of the mark's y
  std::span<const CurveLimit> limits = {};
  bool labels_inside = false;  // the y axis's labels in the plot, where its width is dear
};

/// Draws into `area`; the point of the curve under the pointer, between its points too.
std::optional<CurvePoint> draw_curve_chart(ImDrawList& draw, const Theme& theme, const Rect& area,
                                           const CurveChart& chart, ImVec2 pointer);

/// The curve's value at x; nothing outside of it.
[[nodiscard]] std::optional<double> value_at(std::span<const CurvePoint> points, double x);

}  // namespace shardscope
