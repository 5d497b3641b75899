// Where the keyboard's focus is.
#pragma once

#include <doctest/doctest.h>
#include <imgui.h>
#include <imgui_internal.h>

#include "render/text/rect.h"

namespace shardscope::tests {

/// The rectangle that the focus stands on, on the screen.
inline Rect place_of_focus() {
  const ImGuiContext& context = *ImGui::GetCurrentContext();
  REQUIRE(context.NavWindow != nullptr);
  const ImRect at = ImGui::WindowRectRelToAbs(context.NavWindow, context.NavWindow->NavRectRel[0]);
  return {at.Min, at.Max};
}

}  // namespace shardscope::tests
