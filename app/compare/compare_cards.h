// The cards of the Compare view (compare_view.cpp puts them together).
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "app/compare/compare_state.h"
#include "render/chart/card.h"

namespace shardscope {

/// A plan's settings, lit where they differ from the first one's, and its figures.
void plan_card(CompareState& state, const ViewFrame& frame, const Rect& card, std::size_t place);
/// What such a card takes at least with all settings and figures.
[[nodiscard]] float plan_card_height(const CompareState& state, const Theme& theme, float width);
/// The fullest GPU of each on one scale, and by parts.
void compared_memory_card(const CompareState& state, const ViewFrame& frame, const Rect& card);
/// Where the seconds go, a part of the time lost per row.
void compared_time_lost_card(CompareState& state, const ViewFrame& frame, const Rect& card);
/// The steps on one axis.
void compared_steps_card(CompareState& state, const ViewFrame& frame, const Rect& card);

/// The name that a figure has in a report; that of memory's parts hangs on the fullest stage.
using FigureName = std::function<std::string(const Report&)>;
/// The plan's figure, and by how much it differs from the first one's.
[[nodiscard]] Explanation explain_compared(const CompareState& state, const ViewFrame& frame, std::size_t place,
                                           const FigureName& name_of);
/// What the plan at that place has more of it than the first one.
[[nodiscard]] Explanation explain_difference(const CompareState& state, const ViewFrame& frame, std::size_t place,
                                             const FigureName& name_of);

/// The columns of a table of figures, from its right end: one a plan, then what each but the first has more.
struct FigureColumns {
  float right = 0, width = 0;
  std::size_t plans = 1;

  [[nodiscard]] std::optional<std::size_t> at(float x) const;
};
/// What the column under the pointer has of a figure.
void compared_tip(const CompareState& state, const ViewFrame& frame, const FigureColumns& columns,
                  const FigureName& name_of);

/// A plan's letter in a box; returns where the box ends.
float draw_letter(const Theme& theme, ImVec2 at, const ComparedPlan& plan);
/// Less of seconds and bytes is better.
[[nodiscard]] ImU32 change_color(const Theme& theme, double change);

}  // namespace shardscope
