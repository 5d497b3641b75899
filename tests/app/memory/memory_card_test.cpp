#include <doctest/doctest.h>

#include <string>

#include "tests/gui/window_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("a click on a bar of the Memory card picks its stage and lets it go, a right click copies its bytes") {
  WindowDriver window;
  const Rect body = window.place("view.memory");
  const ImVec2 low{body.center().x, body.min.y + body.height() * 0.8F};
  window.click(low);
  REQUIRE(window.explorer.selection.stage.has_value());
  window.click(low, ImGuiMouseButton_Right);
  CHECK(window.explorer.session.notice.text == "Copied " + std::string(ImGui::GetClipboardText()));
  window.click(low);
  CHECK_FALSE(window.explorer.selection.stage.has_value());
}
