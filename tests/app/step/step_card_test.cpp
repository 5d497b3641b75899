#include <doctest/doctest.h>

#include <string>

#include "core/inspect/time_lost.h"
#include "render/step/waterfall.h"
#include "tests/gui/window_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("a right click on a bar of the step copies its seconds") {
  WindowDriver window;
  const Explorer& explorer = window.explorer;
  const WaterfallLayout layout =
      waterfall_layout(window.place("view.step"), time_lost(explorer.session.report), window.theme());
  REQUIRE_FALSE(layout.bars.empty());
  window.click(layout.bars.front().center(), ImGuiMouseButton_Right);
  CHECK(explorer.session.notice.text.starts_with("Copied "));
  CHECK(explorer.session.notice.text == "Copied " + std::string(ImGui::GetClipboardText()));
}
