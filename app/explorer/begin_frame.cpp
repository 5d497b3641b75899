#include "app/explorer/begin_frame.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <vector>

namespace shardscope {

namespace {

bool is_modifier(ImGuiKey key) {
  return (key & ImGuiMod_Mask_) != 0 || (key >= ImGuiKey_LeftCtrl && key <= ImGuiKey_RightSuper);
}

/// A modifier that is let go after another key was pressed waits: the key would be seen without it.
class ShortcutEnds {
 public:
  bool wait_at(const ImGuiInputEvent& event) {
    if (event.Type != ImGuiInputEventType_Key) return false;
    if (pressed_ && !event.Key.Down && is_modifier(event.Key.Key)) return true;
    pressed_ |= event.Key.Down && !is_modifier(event.Key.Key);
    return false;
  }

 private:
  bool pressed_ = false;
};

/// A button that is let go after the pointer moved with it waits: nobody would have seen where the drag ended.
class DragEnds {
 public:
  DragEnds() { std::copy(std::begin(ImGui::GetIO().MouseDown), std::end(ImGui::GetIO().MouseDown), down_.begin()); }

  bool wait_at(const ImGuiInputEvent& event) {
    if (event.Type == ImGuiInputEventType_MousePos) moved_ = down_;
    if (event.Type != ImGuiInputEventType_MouseButton) return false;
    const auto button = static_cast<std::size_t>(event.MouseButton.Button);
    if (!event.MouseButton.Down && moved_[button]) return true;
    down_[button] = event.MouseButton.Down, moved_[button] = false;
    return false;
  }

 private:
  std::array<bool, ImGuiMouseButton_COUNT> down_{}, moved_{};
};

/// Where the events that wait for the next frame begin; the queue's size where none does.
int first_to_wait(const ImVector<ImGuiInputEvent>& queue) {
  ShortcutEnds shortcuts;
  DragEnds drags;
  for (int i = 0; i < queue.Size; ++i)
    if (shortcuts.wait_at(queue[i]) || drags.wait_at(queue[i])) return i;
  return queue.Size;
}

}  // namespace

void begin_frame() {
  ImVector<ImGuiInputEvent>& queue = ImGui::GetCurrentContext()->InputEventsQueue;
  const int first = first_to_wait(queue);
  const std::vector<ImGuiInputEvent> waiting(queue.begin() + first, queue.end());
  queue.resize(first);
  ImGui::NewFrame();
  for (const ImGuiInputEvent& event : waiting) queue.push_back(event);
}

}  // namespace shardscope
