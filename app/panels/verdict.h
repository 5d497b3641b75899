// The verdict strip: six figures that answer at a glance (verdict_cells.h), side by side.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "app/panels/frame.h"
#include "app/panels/verdict_cells.h"

namespace shardscope {

/// The figure whose view, or that whose derivation was asked for.
struct VerdictClick {
  std::optional<Headline> view_of = {};
  std::string_view figure = {};
};

/// Draws the cells side by side into `area`. A click on one opens the derivation of its figure, or its view, which a
/// corner mark says. `grown`: what the view is about that has the whole area; without `tips` nothing is said under the
/// pointer.
[[nodiscard]] VerdictClick draw_verdict(const Frame& frame, const Rect& area, const std::array<VerdictCell, 6>& cells,
                                        std::optional<Headline> grown, bool tips);

[[nodiscard]] ImU32 tone_color(const Theme& theme, Tone tone);

}  // namespace shardscope
