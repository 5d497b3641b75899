#include "render/text/reason.h"

#include "tests/render/screen.h"

using namespace shardscope;

TEST_CASE("a reason stands in the middle of the chart's place, what can't be above why") {
  Offscreen screen = make_screen();
  screen.activate();
  const Theme theme = with_fonts(dark_theme(), screen);
  const Image image = screen.picture(800, 400, theme.panel, [&] {
    draw_reason(*ImGui::GetBackgroundDrawList(), theme, {{100, 50}, {700, 350}}, "DualPipe can't run",
                "It wants an even number of ranks.");
  });
  const auto marked = [&](int from, int to) {
    int count = 0;
    for (int y = from; y < to; ++y)
      for (int x = 0; x < image.width; ++x) count += image.at(x, y) != image.at(0, 0) ? 1 : 0;
    return count;
  };
  CHECK(marked(0, 150) == 0);
  CHECK(marked(170, 195) > 50);
  CHECK(marked(198, 225) > 50);
  CHECK(marked(250, 400) == 0);
}
