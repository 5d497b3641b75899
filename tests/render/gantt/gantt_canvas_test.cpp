#include "render/gantt/gantt_canvas.h"

#include "tests/render/gantt/gantt_drawn.h"

using namespace shardscope;

TEST_CASE("a chart that shows the same is filled once, and anew where time, size, colours or theme change") {
  const test::GanttCase made = test::gantt_case(16, 1, 2000);
  Offscreen screen = make_screen();
  screen.activate();
  GanttCanvas canvas;
  GanttSource source = made.source();
  source.canvas = &canvas;
  const auto draw = [&](const GanttView& view, float width = 1360, bool dark = true) {
    const Theme theme = with_fonts(dark ? dark_theme() : light_theme(), screen);
    screen.frame(1360, 440, theme.panel, [&] {
      (void)draw_gantt(*ImGui::GetBackgroundDrawList(), {{0, 0}, {width, 440}}, source, view, theme, {-1, -1});
    });
    return canvas.fills();
  };
  CHECK(draw({}) == 1);
  CHECK(draw({}) == 1);
  GanttView view;
  view.micro_batch = 7;
  view.cursor = 100;
  CHECK(draw(view) == 1);
  CHECK(draw({}, 1300) == 2);
  view.coloring = GanttColoring::micro_batch;
  CHECK(draw(view) == 3);
  CHECK(draw(view, 1360, false) == 4);
  view.time = {10, 4000};
  CHECK(draw(view, 1360, false) == 5);
  CHECK(draw(view, 1360, false) == 5);
}
