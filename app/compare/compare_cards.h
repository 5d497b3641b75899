// The cards of the Compare view (compare_view.cpp puts them together).
#pragma once

#include "app/compare/compare_state.h"

namespace shardscope {

/// A plan's settings, lit where they differ from the first one's, and its figures.
void plan_card(CompareState& state, const ViewFrame& frame, const Rect& card, std::size_t place);
/// What such a card takes at least with all settings and figures.
[[nodiscard]] float plan_card_height(const Theme& theme, float width);
/// The fullest GPU of each on one scale, and by parts.
void compared_memory_card(const CompareState& state, const ViewFrame& frame, const Rect& card);
/// Where the seconds go, a part of the time lost per row.
void compared_time_lost_card(CompareState& state, const ViewFrame& frame, const Rect& card);
/// The steps on one axis.
void compared_steps_card(CompareState& state, const ViewFrame& frame, const Rect& card);

/// A plan's letter in a box; returns where the box ends.
float draw_letter(const Theme& theme, ImVec2 at, std::size_t place);
/// Less of seconds and bytes is better.
[[nodiscard]] ImU32 change_color(const Theme& theme, double change);

}  // namespace shardscope
