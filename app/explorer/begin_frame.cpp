#include "app/explorer/begin_frame.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <vector>

namespace shardscope {

namespace {

bool is_modifier(ImGuiKey key) {
  return (key & ImGuiMod_Mask_) != 0 || (key >= ImGuiKey_LeftCtrl && key <= ImGuiKey_RightSuper);
}

/// Where the events that wait for the next frame begin; the queue's size where none does.
int first_to_wait(const ImVector<ImGuiInputEvent>& queue) {
  bool pressed = false;
  for (int i = 0; i < queue.Size; ++i) {
    if (queue[i].Type != ImGuiInputEventType_Key) continue;
    const ImGuiInputEventKey& event = queue[i].Key;
    if (pressed && !event.Down && is_modifier(event.Key)) return i;
    pressed |= event.Down && !is_modifier(event.Key);
  }
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
