#include <doctest/doctest.h>

#include "tests/gui/window_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("a shortcut whose keys all come within one frame is still that shortcut") {
  WindowDriver window;
  window.set_value("plan.tp", "4");
  ImGuiIO& io = ImGui::GetIO();
  for (const bool down : {true, false}) {
    io.AddKeyEvent(ImGuiMod_Ctrl, down);
    io.AddKeyEvent(ImGuiKey_LeftCtrl, down);
    io.AddKeyEvent(ImGuiKey_Z, down);
  }
  window.frames(4);
  CHECK(window.plan().tp == 8);
  CHECK_FALSE(ImGui::IsKeyDown(ImGuiKey_Z));
  CHECK_FALSE(ImGui::GetIO().KeyCtrl);
}

TEST_CASE("a key after a modifier was let go is no shortcut") {
  WindowDriver window;
  window.set_value("plan.tp", "4");
  ImGuiIO& io = ImGui::GetIO();
  io.AddKeyEvent(ImGuiMod_Ctrl, true);
  io.AddKeyEvent(ImGuiMod_Ctrl, false);
  io.AddKeyEvent(ImGuiKey_Z, true);
  io.AddKeyEvent(ImGuiKey_Z, false);
  window.frames(4);
  CHECK(window.plan().tp == 4);
}

TEST_CASE("a drag that begins and ends within one frame is that drag") {
  WindowDriver window;
  const Rect track = window.place("plan.tp");
  const std::int64_t before = window.plan().tp;
  ImGuiIO& io = ImGui::GetIO();
  const ImVec2 middle = track.center();
  io.AddMousePosEvent(middle.x, middle.y);
  io.AddMouseButtonEvent(ImGuiMouseButton_Left, true);
  for (const float x : {track.center().x - 5, track.min.x + 20, track.min.x}) io.AddMousePosEvent(x, middle.y);
  io.AddMouseButtonEvent(ImGuiMouseButton_Left, false);
  window.frames(5);
  CHECK(before != 1);
  CHECK(window.plan().tp == 1);
  CHECK_FALSE(ImGui::IsMouseDown(ImGuiMouseButton_Left));
  window.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  CHECK(window.plan().tp == before);
}
