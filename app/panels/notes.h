// What is said of the controls in words, in a place of its own at the panel's foot, so that no control moves when words
// come or go. The control that words are of is marked by its label, and says them on hover too.
#pragma once

#include <string>
#include <vector>

#include "app/panels/frame.h"

namespace shardscope {

struct ControlNote {
  ImU32 color = 0;
  std::string words;  // begin with the field's label

  bool operator==(const ControlNote&) const = default;
};

/// What was refused, then what the last edit moved, then what is wrong: of the field that was edited last first, errors
/// before warnings.
[[nodiscard]] std::vector<ControlNote> control_notes(const Frame& frame);

/// How much of a panel this high the notes have, whatever they say.
[[nodiscard]] float notes_height(const Theme& theme, float panel_height);

/// Their place, whatever they say: `reserved` and, as far as many notes need it, what is free above it.
[[nodiscard]] Rect notes_area(const Theme& theme, const Rect& reserved, float free);

/// In `area`; the wheel scrolls what has no room.
void draw_notes(const Frame& frame, const Rect& area);

}  // namespace shardscope
