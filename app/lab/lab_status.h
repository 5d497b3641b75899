// The lab's last line: what is followed and what the ranks do at the moment picked, the buttons that play, and how long
// the simulation took.
#pragma once

#include <array>
#include <string>

#include "app/lab/lab.h"
#include "app/panels/frame.h"

namespace shardscope {

/// What the program has just done, or why it didn't: it stands in the place of the words until the next click.
struct LabNotice {
  std::string text;
  bool bad = false;
};

/// The line's words, for less and less room.
[[nodiscard]] std::array<std::string, 4> lab_status_words(const Lab& lab, const LabNotice& notice);

void lab_status(Lab& lab, const Frame& frame, const Rect& area, const LabNotice& notice);

/// Space plays and pauses, the arrow keys step, + and - change the speed, Esc ends playing, then lets go what is
/// followed. While the pointer is over the `controls`, the arrows are theirs.
void lab_keys(Lab& lab, const Rect& controls);

}  // namespace shardscope
