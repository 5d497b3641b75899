// The cards of the grown Run view (run_detail.cpp puts them together) and what they are made with.
#pragma once

#include <imgui.h>

#include <span>
#include <string>
#include <vector>

#include "app/explorer/explorer.h"
#include "app/panels/frame.h"

namespace shardscope {

/// Where a chart is asked when nothing points at it.
inline constexpr ImVec2 nowhere_to_point{-1e9F, -1e9F};

/// A card without a way to grow: it belongs to the grown view. Returns its body. The first subtitle that fits is shown.
[[nodiscard]] Rect run_plain_card(const Frame& frame, const Rect& card, std::string_view title,
                                  std::span<const std::string> subtitles);

/// What the mouse and the keys do with an area that is drawn by hand; of a button a key presses it as a click does.
struct RunArea {
  bool hovered = false, pressed = false;
  bool focused = false;  // the keys stand on it
  ImGuiID id = 0;
};
[[nodiscard]] RunArea run_area(const Frame& frame, const char* name, const Rect& area);
/// The same that keys reach, too.
[[nodiscard]] RunArea run_button(const Frame& frame, const char* name, const Rect& area);

/// Buttons one below the other in the current window. Left to itself an arrow key goes to whatever lies a little lower,
/// in another card too.
struct KeyColumn {
  struct Item {
    RunArea under;
    Rect row;
  };
  std::vector<Item> items;
};
/// Lets up and down go from one button to its neighbour, and down from `above` to the first.
void follow_keys(const KeyColumn& column, bool above = false);

/// Notes the part of the area that isn't scrolled out of sight.
void note_visible(const Frame& frame, const char* name, const Rect& area);

/// A card's body that scrolls where its content is higher: what is drawn goes into the rectangle returned, which is as
/// wide as the body; `bottom` is where the content ends.
[[nodiscard]] Rect begin_run_scroll(const char* name, const Frame& frame, const Rect& body);
void end_run_scroll(const Rect& inside, float bottom);

/// What the run rests on, in a row: each with where its default comes from on hover. What doesn't fit is left out.
void draw_assumptions(const Frame& frame, const Rect& row, const Report& report);

void money_card(Explorer& explorer, const Frame& frame, const Rect& card, const Report& report);
void choices_card(Explorer& explorer, const Frame& frame, const Rect& card, const Report& report);
void claims_card(Explorer& explorer, const Frame& frame, const Rect& card);

}  // namespace shardscope
