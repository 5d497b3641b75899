#include "app/web/input.h"

#include <emscripten.h>
#include <imgui.h>

#include <cfloat>
#include <optional>
#include <string>

#include "app/web/browser_window.h"

namespace shardscope {

namespace {

// What a person pasted: a page may read the clipboard only when it is told to.
std::string& pasted_text() {
  static std::string text;
  return text;
}

EM_JS(void, page_copy, (const char* text), { Module.page.copy(UTF8ToString(text)); });
EM_JS(int, page_is_on_a_mac, (), { return Module.page.isOnMac ? 1 : 0; });

ImGuiKey key_named(const std::string& name) {
  for (int key = ImGuiKey_NamedKey_BEGIN; key < ImGuiKey_NamedKey_END; ++key)
    if (name == ImGui::GetKeyName(static_cast<ImGuiKey>(key))) return static_cast<ImGuiKey>(key);
  return ImGuiKey_None;
}

}  // namespace

void begin_input() {
  ImGui::GetIO().ConfigMacOSXBehaviors = page_is_on_a_mac() != 0;
  ImGuiPlatformIO& platform = ImGui::GetPlatformIO();
  platform.Platform_SetClipboardTextFn = [](ImGuiContext*, const char* text) {
    pasted_text() = text;
    page_copy(text);
  };
  platform.Platform_GetClipboardTextFn = [](ImGuiContext*) { return pasted_text().c_str(); };
}

}  // namespace shardscope

using namespace shardscope;

extern "C" {

EMSCRIPTEN_KEEPALIVE void shardscope_size(int width, int height, int pixels_across, int pixels_up) {
  const float density = static_cast<float>(pixels_across) / static_cast<float>(width);
  page_size() = {width, height, pixels_across, pixels_up, density, std::nullopt, std::nullopt};
}

EMSCRIPTEN_KEEPALIVE void shardscope_pointer(float x, float y, int touches) {
  ImGui::GetIO().AddMouseSourceEvent(touches != 0 ? ImGuiMouseSource_TouchScreen : ImGuiMouseSource_Mouse);
  ImGui::GetIO().AddMousePosEvent(x, y);
}

EMSCRIPTEN_KEEPALIVE void shardscope_pointer_gone() {
  ImGui::GetIO().AddMousePosEvent(-FLT_MAX, -FLT_MAX);
}

EMSCRIPTEN_KEEPALIVE void shardscope_button(int button, int down) {
  if (button >= 0 && button < ImGuiMouseButton_COUNT) ImGui::GetIO().AddMouseButtonEvent(button, down != 0);
}

EMSCRIPTEN_KEEPALIVE void shardscope_wheel(float across, float up) {
  ImGui::GetIO().AddMouseWheelEvent(across, up);
}

EMSCRIPTEN_KEEPALIVE void shardscope_key(const char* name, int down) {
  if (const ImGuiKey key = key_named(name); key != ImGuiKey_None) ImGui::GetIO().AddKeyEvent(key, down != 0);
}

EMSCRIPTEN_KEEPALIVE void shardscope_modifiers(int ctrl, int shift, int alt, int super) {
  ImGuiIO& io = ImGui::GetIO();
  io.AddKeyEvent(ImGuiMod_Ctrl, ctrl != 0);
  io.AddKeyEvent(ImGuiMod_Shift, shift != 0);
  io.AddKeyEvent(ImGuiMod_Alt, alt != 0);
  io.AddKeyEvent(ImGuiMod_Super, super != 0);
}

EMSCRIPTEN_KEEPALIVE void shardscope_text(const char* text) {
  ImGui::GetIO().AddInputCharactersUTF8(text);
}

EMSCRIPTEN_KEEPALIVE void shardscope_focus(int focused) {
  ImGui::GetIO().AddFocusEvent(focused != 0);
}

EMSCRIPTEN_KEEPALIVE void shardscope_pasted(const char* text) {
  pasted_text() = text;
}

EMSCRIPTEN_KEEPALIVE int shardscope_wants_text() {
  return ImGui::GetIO().WantTextInput ? 1 : 0;
}
}
