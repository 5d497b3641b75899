// A frame's begin that loses no shortcut and no end of a drag, however slow the frames are.
#pragma once

namespace shardscope {

/// ImGui::NewFrame(), which takes all waiting keys at once: where Ctrl, Z and their releases came since the last frame,
/// it would see Z without Ctrl, and where the pointer moved and let go, a button that was let go where it was pressed.
/// Here a modifier's release that follows another key's press waits for the next frame, and so does a button's release
/// that follows a move with it.
void begin_frame();

}  // namespace shardscope
