#include "render/gantt/gantt_idle.h"

#include "tests/render/gantt/gantt_drawn.h"

using namespace shardscope;

namespace {

/// How many of a stretch of pixels aren't the panel's own.
int marked(const Image& image, double from, double to, float y) {
  int count = 0;
  for (int x = static_cast<int>(from) + 1; x + 1 < static_cast<int>(to); ++x)
    count += test::is_color(image, x, y, dark_theme().panel) ? 0 : 1;
  return count;
}

}  // namespace

TEST_CASE("gaps between passes are hatched, what follows the last pass of all is not") {
  const test::GanttCase made = test::gantt_case(4, 1, 6);
  const test::DrawnChart drawn = test::draw_chart(made.source());
  const GanttGeometry geometry = gantt_geometry(test::chart_area, {}, made.source(), dark_theme());
  const Rect row = geometry.row_rect(3);
  const double first = geometry.x_of(made.timeline().lane(3).front().start);
  const double width = first - geometry.lanes.min.x;
  CHECK(marked(drawn.image, geometry.lanes.min.x, first, row.center().y) > width / 7);
  CHECK(marked(drawn.image, geometry.lanes.min.x, first, row.center().y) < width * 0.7);
  // The exchange has the lower half of the row there.
  const double end = geometry.x_of(made.timeline().makespan.value);
  CHECK(marked(drawn.image, end, geometry.lanes.max.x, row.min.y + 3) == 0);
}

TEST_CASE("the hatch is the same whether passes are drawn one by one or as columns of work") {
  const test::GanttCase made = test::gantt_case(4, 1, 6);
  GanttSource coarse = made.source();
  coarse.quads_max = 60;
  const GanttGeometry geometry = gantt_geometry(test::chart_area, {}, made.source(), dark_theme());
  REQUIRE(gantt_detail(geometry, made.source()) != GanttDetail::columns);
  REQUIRE(gantt_detail(geometry, coarse) == GanttDetail::columns);
  const double first = geometry.x_of(made.timeline().lane(3).front().start);
  const float y = geometry.row_rect(3).center().y;
  const int one = marked(test::draw_chart(made.source()).image, geometry.lanes.min.x, first, y);
  const int other = marked(test::draw_chart(coarse).image, geometry.lanes.min.x, first * 0.8, y);
  CHECK(one > 0);
  CHECK(other > 0);
}

TEST_CASE("many gaps keep within the frame's quads, at every zoom") {
  const test::GanttCase made = test::gantt_case(32, 1, 2000);
  for (const double zoom : {1.0, 30.0, 300.0, 3000.0}) {
    CAPTURE(zoom);
    const GanttView view = zoom_about({}, gantt_extent(made.index), made.index.step / 3, zoom);
    CHECK(test::draw_chart(made.source(), view).quads <= static_cast<int>(gantt_quads_max));
  }
}
