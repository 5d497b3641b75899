#include "render/gantt/gantt_shapes.h"

#include <cmath>

#include "tests/core/pipeline/index_helpers.h"
#include "tests/render/gantt/gantt_drawn.h"

using namespace shardscope;

namespace {

/// A dense chart drawn for a vector picture: without a tile to hatch with.
struct Vectors {
  Image image;
  int quads = 0;
};
Vectors vectors_of(GanttSource source, const GanttView& view) {
  Offscreen screen = make_screen();
  screen.activate();
  Theme theme = with_fonts(dark_theme(), screen);
  theme.fonts.hatch = -1;
  theme.hatch = theme.panel;
  GanttCanvas canvas;
  source.canvas = &canvas;
  Vectors drawn;
  drawn.image = screen.picture(1360, 440, theme.panel, [&] {
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    (void)draw_gantt(draw, test::chart_area, source, view, theme, {-1, -1});
    drawn.quads = draw.IdxBuffer.Size / 6;
    for (const ImDrawCmd& command : draw.CmdBuffer) CHECK(command.TexRef._TexID == ImTextureID_Invalid);
  });
  return drawn;
}

}  // namespace

TEST_CASE("for a vector picture a dense chart is rectangles, which show the same shares") {
  const test::GanttCase made = test::gantt_case(4, 1, 3000);
  const GanttGeometry geometry = gantt_geometry(test::chart_area, {}, made.source(), dark_theme());
  REQUIRE(gantt_detail(geometry, made.source()) == GanttDetail::columns);
  const Vectors drawn = vectors_of(made.source(), {});
  const WorkSums work = test::work_in(lane_index(made.timeline(), made.index, 0), {4000, 6000});
  const Rect row = geometry.row_rect(0);
  const double x = geometry.x_of(5000), forward = work[0] / 2000, recompute = work[1] / 2000;
  CHECK(test::is_color(drawn.image, x, row.min.y + row.height() * forward / 2, dark_theme().forward));
  CHECK(test::is_color(drawn.image, x, row.min.y + row.height() * (forward + recompute / 2), dark_theme().recompute));
}

TEST_CASE("a vector picture of many ranks stays small, whatever the colouring") {
  const test::GanttCase made = test::gantt_case(64, 1, 1024);
  for (const GanttColoring coloring : {GanttColoring::pass, GanttColoring::micro_batch}) {
    GanttView view;
    view.coloring = coloring;
    const Vectors drawn = vectors_of(made.source(), view);
    CHECK(drawn.quads > 400);
    CHECK(drawn.quads < static_cast<int>(7 * shape_runs_max));
  }
}
