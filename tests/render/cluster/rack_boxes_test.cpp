#include "render/cluster/rack_boxes.h"

#include <doctest/doctest.h>

#include "render/cluster/racks.h"
#include "tests/render/screen.h"

using namespace shardscope;

TEST_CASE("a hall's title that stays in view while its racks pass below has a ground of its own") {
  Report report;
  report.scenario.cluster.gpus = 100'000;
  report.scenario.cluster.topology.hall.gpus = 25'024;
  report.scenario.plan.tp = 8, report.scenario.plan.pp = 16, report.scenario.plan.dp = 781;
  const Rect area{{0, 0}, {700, 500}};
  const RackGrid grid = grid_for(report, area, 24);
  REQUIRE(grid.halls() == 4);
  Offscreen screen = make_screen();
  const Theme theme = with_fonts(dark_theme(), screen);
  const auto pixel_of = [&](const RacksView& view, float x, float y) {
    const Image image = screen.picture(700, 500, theme.panel, [&] {
      draw_racks(*ImGui::GetBackgroundDrawList(), area, report, grid, view, {}, theme);
    });
    return pixel_at(image, x, y);
  };
  int racks_below = 0;
  for (float shift = 0; shift < 0.1F; shift += 0.005F) {
    RacksView view = zoom_about(RacksView{}, 0.25, 0.25, 3, zoom_max(grid));
    view.y += static_cast<double>(shift);
    CHECK(pixel_of(view, 4, 3) == theme.bg);  // before the title's first letter
    racks_below += pixel_of(view, 4, 40) != theme.bg ? 1 : 0;
  }
  CHECK(racks_below > 0);
}
