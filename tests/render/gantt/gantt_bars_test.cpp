#include "render/gantt/gantt_bars.h"

#include "render/gantt/gantt.h"
#include "render/gantt/gantt_canvas.h"
#include "tests/render/gantt/gantt_cases.h"
#include "tests/render/screen.h"

using namespace shardscope;

namespace {

constexpr Rect area = {{0, 0}, {1360, 440}};

GanttGeometry bars_geometry(const test::GanttCase& made, const GanttView& view = {}) {
  return gantt_geometry(area, view, gantt_extent(made.index), dark_theme());
}

}  // namespace

TEST_CASE("a step of few passes shows each, a step of many shows columns until it is zoomed into") {
  const test::GanttCase few = test::gantt_case(15, 1, 35);
  CHECK(gantt_detail(bars_geometry(few), few.source()) == GanttDetail::bars);
  const test::GanttCase many = test::gantt_case(16, 1, 2000);
  CHECK(gantt_detail(bars_geometry(many), many.source()) == GanttDetail::columns);
  const GanttView close = zoom_about({}, gantt_extent(many.index), many.index.step / 2, 100);
  CHECK(gantt_detail(bars_geometry(many, close), many.source()) == GanttDetail::bars);
}

TEST_CASE("where bars and recomputation together are too many, columns show both: none is painted as the other") {
  const test::GanttCase made = test::gantt_case(32, 1, 1024);
  const GanttView view = zoom_about({}, gantt_extent(made.index), made.index.step / 2, 14);
  CHECK(gantt_detail(bars_geometry(made, view), made.source()) == GanttDetail::columns);
}

TEST_CASE("of a narrow chart every kind of work has its share of the pixels") {
  const test::GanttCase made = test::gantt_case(8, 1, 64);
  const Theme theme = dark_theme();
  for (const float width : {300.0F, 500.0F, 800.0F, 1360.0F}) {
    CAPTURE(width);
    const Rect narrow{{0, 0}, {width, 400}};
    GanttSource source = made.source();
    const GanttGeometry geometry = gantt_geometry(narrow, {}, gantt_extent(made.index), theme);
    GanttCanvas canvas;
    source.canvas = &canvas;
    Offscreen screen = make_screen();
    const Image image = screen.picture(static_cast<int>(width), 400, theme.panel, [&] {
      draw_gantt(*ImGui::GetBackgroundDrawList(), narrow, source, {}, with_fonts(theme, screen), {-1e6F, -1e6F});
    });
    const LaneIndex lane = lane_index(made.timeline(), made.index, 3);
    double forward = 0;
    for (const PassRecord& bar : lane.bars)
      if (role_of(bar.pass.kind) == PassRole::forward) forward += bar.end - bar.start;
    const Rect row = geometry.row_rect(3);
    double blue = 0;  // pixels of the row that are nearest to the forward's colour
    for (auto y = static_cast<int>(row.min.y); y < static_cast<int>(row.max.y); ++y)
      for (auto x = static_cast<int>(row.min.x); x < static_cast<int>(row.max.x); ++x) {
        const auto pixel = image.at(x, y);
        blue += pixel[2] > pixel[0] + 60 && pixel[2] > pixel[1] + 20 ? 1 : 0;
      }
    const double share = blue / (static_cast<double>(row.width()) * static_cast<double>(row.height()));
    CHECK(share == doctest::Approx(forward / made.index.step).epsilon(0.2));
  }
}

TEST_CASE("in rows too low for a number more than a few bars are drawn as columns") {
  const test::GanttCase made = test::gantt_case(64, 1, 1024);
  const GanttView close = zoom_about({}, gantt_extent(made.index), made.index.step / 2, 35);
  CHECK(gantt_detail(bars_geometry(made, close), made.source()) == GanttDetail::columns);
  const GanttView closer = zoom_about({}, gantt_extent(made.index), made.index.step / 2, 350);
  CHECK(gantt_detail(bars_geometry(made, closer), made.source()) == GanttDetail::bars);
}

TEST_CASE("ranks that share a row are drawn as columns") {
  const test::GanttCase made = test::gantt_case(400, 1, 2);
  CHECK(gantt_detail(bars_geometry(made), made.source()) == GanttDetail::columns);
}

TEST_CASE("a bar's box lies between the pixels of its start and its end, in its rank's row") {
  const test::GanttCase made = test::gantt_case(15, 1, 35);
  const GanttGeometry geometry = bars_geometry(made);
  for (std::int32_t rank = 0; rank < 15; ++rank)
    for (const PassRecord& bar : made.timeline().lane(rank)) {
      const Rect rect = bar_rect(geometry, rank, {bar.start, bar.end});
      CHECK(rect.min.x == doctest::Approx(geometry.x_of(bar.start)));
      CHECK(rect.max.x <= geometry.x_of(bar.end) + 1e-3);
      CHECK(rect.width() >= 1 - 1e-3);
      CHECK(rect.min.y == geometry.row_rect(rank).min.y);
    }
}

TEST_CASE("a bar out of view has no box, a short one a pixel") {
  const test::GanttCase made = test::gantt_case(4, 1, 8);
  const GanttView view = show_range({}, gantt_extent(made.index), {5, 10});
  const GanttGeometry geometry = bars_geometry(made, view);
  CHECK(bar_rect(geometry, 0, {1, 4}).width() <= 0);
  CHECK(bar_rect(geometry, 0, {11, 12}).width() <= 0);
  CHECK(bar_rect(geometry, 0, {6, 6 + 1e-9}).width() == doctest::Approx(1));
  CHECK(bar_rect(geometry, 0, {0, 100}).width() == geometry.lanes.width());
}
