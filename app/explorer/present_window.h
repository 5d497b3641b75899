// A frame of a presentation, in place of the window's: as a projector shows it, one view, large words, no controls, a
// step after the other.
#pragma once

#include "app/explorer/state/explorer.h"
#include "app/explorer/window.h"

namespace shardscope {

/// The scale at which no word in it is smaller than 18 pixels where the window has 720 lines, and larger with more.
[[nodiscard]] float presenting_scale(ImVec2 window);

/// The keys of who presents: Page Down and Page Up, as clickers send them, Enter and Backspace; L the spotlight, N the
/// notes, E types one; Esc or F5 ends it.
void answer_presenter(Explorer& explorer);

/// The figure that the view is about, large; the view; the step's words and how far it is; the pointer's mark. `theme`
/// is of presenting_scale().
void draw_presentation(Explorer& explorer, const Theme& theme, WindowOutput& out);

}  // namespace shardscope
