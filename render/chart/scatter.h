// Points in a plane with their names: a share against an amount, the amount in doublings. Labels never overlap: one
// that finds no room is left to the pointer.
#pragma once

#include <imgui.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "render/text/rect.h"
#include "render/text/theme.h"

namespace shardscope {

enum class PointMark { plain, ringed, filled };

struct ScatterPoint {
  std::string_view label;
  double amount = 0, share = 0;  // along x (above 0) and y (0 to 1)
  bool on_front = false;         // joined by the dashed line
  bool pale = false;             // out of bounds
  PointMark mark = PointMark::plain;
};

struct ScatterPlot {
  std::span<const ScatterPoint> points;
  std::string_view amount_name;  // below the axis
  double limit = 0;              // a line at this amount; 0: none
};

/// Where things of a plot lie.
struct ScatterGeometry {
  Rect plot;
  double low = 1, high = 2;  // amounts at its left and right edge, powers of two
  double top = 1;            // the share at its upper edge

  [[nodiscard]] ImVec2 place(double amount, double share) const;
};
[[nodiscard]] ScatterGeometry scatter_geometry(const Rect& area, const ScatterPlot& plot, const Theme& theme);

/// The point under the pointer or close to it, or -1.
[[nodiscard]] int scatter_hit(const ScatterGeometry& geometry, const ScatterPlot& plot, ImVec2 pointer, float reach);

/// Where labels of these sizes go, each beside its point at `gap`, within `bounds`, clear of all points and of each
/// other, and of `taken`; those earlier in the list choose first. None where there is no room. `clearance` is what
/// labels keep of all points where that isn't to be `gap`.
[[nodiscard]] std::vector<std::optional<Rect>> place_labels(std::span<const ImVec2> points,
                                                            std::span<const ImVec2> sizes, const Rect& bounds,
                                                            float gap, std::span<const Rect> taken = {},
                                                            float clearance = 0);

/// The same for all labels: what finds no room beside its point goes farther away, at last to the nearest place
/// that is free, where a line leads to it.
[[nodiscard]] std::vector<std::optional<Rect>> place_labels_farther(std::span<const ImVec2> points,
                                                                    std::span<const ImVec2> sizes, const Rect& bounds,
                                                                    float gap);

/// A number under the axis. They don't touch.
struct ScatterTick {
  std::string words;
  Rect label;
};
[[nodiscard]] std::vector<ScatterTick> scatter_ticks(const ScatterGeometry& geometry, const Theme& theme);

/// Draws the plot with its axes; returns the point under the pointer, or -1.
int draw_scatter(ImDrawList& draw, const Rect& area, const ScatterPlot& plot, const Theme& theme, ImVec2 pointer);

}  // namespace shardscope
