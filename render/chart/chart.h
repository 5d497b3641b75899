// render/chart: what charts share: scales, ticks, axes and bars (this file), cards, legends and the words that a
// pointer calls up (card.h), the axis of time. In: a Theme, rectangles, values. Out: triangles in a draw list.
//
// What charts share: scales, ticks, axes, hatching and bars. Lengths are pixels, values the caller's.
#pragma once

#include <imgui.h>

#include <array>
#include <span>

#include "render/text/rect.h"
#include "render/text/theme.h"

namespace shardscope {

/// Maps values to pixels along one axis, either way round.
struct LinearScale {
  double low = 0, high = 1;       // values
  float at_low = 0, at_high = 1;  // where they lie

  [[nodiscard]] float pixel(double value) const;
  [[nodiscard]] double value(float pixel) const;
};

/// Multiples of 1, 2 or 5 times a power of ten.
struct Ticks {
  double step = 0;
  int decimals = 0;  // digits after the point that tell neighbours apart
  int count = 0;
  std::array<double, 16> at = {};

  /// As a range of values: `for (const double tick : nice_ticks(…))` keeps the ticks that it walks.
  [[nodiscard]] const double* begin() const { return at.data(); }
  [[nodiscard]] const double* end() const { return at.data() + count; }
};

/// Ticks within low to high, ends included; at most `ticks_max` of them (2 to 16). None where the range isn't finite
/// or low isn't below high.
[[nodiscard]] Ticks nice_ticks(double low, double high, int ticks_max);

/// A value axis at the left of `plot`: faint lines across, labels to the left, the unit at the plot's upper edge. A
/// line less than a label's height below that has none. `y` maps the values in the axis' unit.
void draw_value_axis(ImDrawList& draw, const Theme& theme, const Rect& plot, const LinearScale& y, const Ticks& ticks,
                     std::string_view unit);

/// How many items from one label to the next, so that labels of `label_width` stand clear at this pitch: 1, 2, 5, 10, …
[[nodiscard]] int label_stride(float pitch, float label_width);

/// The hatch of idle time and of free space, with its outline, as every chart shows it; in another colour on a ground
/// of it, where one is given.
void draw_idle(ImDrawList& draw, const Theme& theme, const Rect& area, ImU32 color = 0);

/// A filled bar on whole pixels, at least one wide and high.
void draw_bar(ImDrawList& draw, const Rect& bar, ImU32 color, float rounding = 0,
              ImDrawFlags corners = ImDrawFlags_RoundCornersAll);

/// Dashes of one length along a line of straight parts, across its corners too. Lengths in pixels.
void draw_dashed(ImDrawList& draw, std::span<const ImVec2> line, ImU32 color, float dash, float thickness);

/// The triangle that says whether something is unfolded, down, or folded, to the right; `arm` at scale 1.
void draw_fold_mark(ImDrawList& draw, const Theme& theme, ImVec2 center, float arm, bool open, ImU32 color);
/// The triangle that says that a list opens below, by its tip; `arm` at scale 1.
void draw_list_mark(ImDrawList& draw, const Theme& theme, ImVec2 tip, float arm = 3.5F);

/// The outline of what is picked: shared by all views, in the text's colour.
void draw_selection(ImDrawList& draw, const Theme& theme, const Rect& around);

}  // namespace shardscope
