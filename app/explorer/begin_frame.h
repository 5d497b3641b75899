// A frame's begin that loses no shortcut, however slow the frames are.
#pragma once

namespace shardscope {

/// ImGui::NewFrame(), which takes all waiting keys at once: where Ctrl, Z and their releases came since the last frame,
/// it would see Z without Ctrl. Here a modifier's release that follows another key's press waits for the next frame.
void begin_frame();

}  // namespace shardscope
