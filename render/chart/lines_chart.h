// Lines over values of one field: a point for each, hollow where it doesn't hold, a cross where there is none, the
// present one as a disc, and what would be ideal as dashes.
#pragma once

#include <imgui.h>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/unit.h"
#include "render/text/rect.h"
#include "render/text/theme.h"

namespace shardscope {

struct LinesPoint {
  double x = 0;
  std::optional<double> y = {};  // none: a cross at the foot
  bool hollow = false;
};

struct PlotLine {
  ImU32 color = 0;
  std::vector<LinesPoint> points;  // x ascending
};

/// A point by its line and its place there.
struct PlotPlace {
  std::size_t line = 0, point = 0;

  bool operator==(const PlotPlace&) const = default;
};

struct LinesChart {
  std::span<const PlotLine> lines;
  std::string_view x_title;  // "GPUs"
  Unit x_unit = Unit::none, y_unit = Unit::none;
  std::optional<double> mark_x, mark_y;   // the present one
  std::span<const ImVec2> ideal = {};     // in values, ascending
  std::optional<double> limit = {};       // a line that y should stay below
  std::optional<PlotPlace> pointed = {};  // ringed
  bool dimmed = false;                    // it is of what was before
};

/// From the least to the most of an axis, in doublings where values lie that far apart; what it is labelled in.
struct PlotAxis {
  double low = 0, high = 1;
  bool doublings = false;
  double unit = 1;        // so many of the unit in SI
  std::string unit_name;  // "GB", "k tokens/s"; may be empty

  [[nodiscard]] double share(double value) const;
};
struct LinesLayout {
  Rect plot;
  PlotAxis x, y;

  [[nodiscard]] ImVec2 place(double at_x, double at_y) const;
  /// Of a point; of one without a value at the foot.
  [[nodiscard]] ImVec2 place(const LinesPoint& point) const;
};

/// Nothing where there is no point, or no room.
[[nodiscard]] std::optional<LinesLayout> lay_out_lines(const Theme& theme, const Rect& area, const LinesChart& chart);

/// The point nearest to the pointer by its x, among those of one x by its y; nothing outside of the plot.
[[nodiscard]] std::optional<PlotPlace> point_near(const LinesLayout& layout, const LinesChart& chart, ImVec2 pointer);

void draw_lines_chart(ImDrawList& draw, const Theme& theme, const LinesLayout& layout, const LinesChart& chart);

/// The unit that numbers up to `high` are labelled in, and how large it is.
[[nodiscard]] std::pair<double, std::string> axis_unit(Unit unit, double high);

/// The mark of a point that has no value, and of one that doesn't hold: for legends too.
void draw_no_point(ImDrawList& draw, const Theme& theme, ImVec2 at, ImU32 color);
void draw_hollow_point(ImDrawList& draw, const Theme& theme, ImVec2 at, ImU32 color);

}  // namespace shardscope
