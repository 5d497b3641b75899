#include "render/gantt.h"

#include <array>
#include <cmath>

#include "render/gantt_bars.h"
#include "render/offscreen.h"
#include "tests/render/gantt_cases.h"

using namespace shardscope;

namespace {

constexpr ImVec2 nowhere = {-1e6f, -1e6f};

// A chart drawn into a picture; quads counts what it put into the draw list.
struct Drawn {
  Image image;
  int quads = 0;
  GanttHover hover;
};

Drawn drawn(const test::GanttCase& made, const GanttView& view, ImVec2 pointer = nowhere, ImVec2 size = {1360, 440},
            bool dark = true) {
  Outcome<Offscreen> made_offscreen = Offscreen::create();
  REQUIRE(succeeded(made_offscreen));
  Offscreen offscreen = std::move(std::get<0>(made_offscreen));
  offscreen.activate();
  Theme theme = dark ? dark_theme() : light_theme();
  theme.fonts = offscreen.fonts();
  Drawn result;
  const auto draw = [&] {
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const int before = list.IdxBuffer.Size;
    result.hover = draw_gantt(list, {{0, 0}, size}, made.report, made.index, view, theme, pointer);
    result.quads = (list.IdxBuffer.Size - before) / 6;
  };
  result.image = offscreen.picture(static_cast<int>(size.x), static_cast<int>(size.y), theme.panel, draw);
  return result;
}

GanttGeometry geometry_of(const test::GanttCase& made, const GanttView& view) {
  return gantt_geometry({{0, 0}, {1360, 440}}, view, gantt_extent(made.index), dark_theme());
}

bool has_color(const Image& image, double x, double y, ImU32 color) {
  const auto pixel = image.at(static_cast<int>(x), static_cast<int>(y));
  const auto near = [&](std::size_t i, int shift) {
    return std::abs(static_cast<int>(pixel[i]) - static_cast<int>((color >> shift) & 255u)) <= 2;
  };
  return near(0, IM_COL32_R_SHIFT) && near(1, IM_COL32_G_SHIFT) && near(2, IM_COL32_B_SHIFT);
}

}  // namespace

TEST_CASE("every pass is drawn where it is found under the pointer") {
  const test::GanttCase made = test::gantt_case(6, 1, 10);
  const GanttGeometry geometry = geometry_of(made, {});
  const Drawn chart = drawn(made, {});
  const Theme theme = dark_theme();
  for (std::int32_t rank = 0; rank < 6; ++rank)
    for (const PassRecord& bar : made.timeline().lane(rank)) {
      const Rect rect = bar_rect(geometry, rank, {bar.start, bar.end});
      const ImVec2 point = {rect.max.x - 2, rect.max.y - 3};  // right of any number, left of the gap
      const GanttHover hover = gantt_hover(geometry, made.timeline(), made.index, point);
      REQUIRE(hover.pass.has_value());
      CHECK(*hover.pass == bar.pass);
      CHECK(hover.rank == rank);
      CHECK(hover.range == TimeRange{bar.start, bar.end});
      const ImU32 color = bar.pass.kind == PassKind::forward ? theme.forward : theme.backward;
      CHECK(has_color(chart.image, point.x, point.y, color));
    }
}

TEST_CASE("recomputation is the start of a backward, in its own colour") {
  const test::GanttCase made = test::gantt_case(6, 1, 10);
  const GanttGeometry geometry = geometry_of(made, {});
  const PassRecord bar = made.timeline().lane(2).back();
  const double x = geometry.x_of(bar.start + 0.15), y = geometry.row_rect(2).max.y - 3;
  CHECK(gantt_hover(geometry, made.timeline(), made.index, {static_cast<float>(x), static_cast<float>(y)}).kind ==
        BarKind::recompute);
  CHECK(has_color(drawn(made, {}).image, x, y, dark_theme().recompute));
}

TEST_CASE("the exchange after the last pass is in the lower half of its lane") {
  const test::GanttCase made = test::gantt_case(6, 1, 10);
  const GanttGeometry geometry = geometry_of(made, {});
  const Drawn chart = drawn(made, {});
  const Rect row = geometry.row_rect(1);
  const double x = geometry.x_of(made.index.tails[1].gradients_start + 1.5);
  CHECK(has_color(chart.image, x, row.max.y - 2, dark_theme().data));
  CHECK_FALSE(has_color(chart.image, x, row.min.y + 2, dark_theme().data));
  CHECK(gantt_hover(geometry, made.timeline(), made.index, {static_cast<float>(x), row.max.y - 2}).kind ==
        BarKind::gradient_sync);
}

TEST_CASE("a frame's quads stay bounded from a thousand bars to a million and a half, at every zoom") {
  for (const auto& [ranks, virtual_stages, micro_batches] :
       {std::array{15, 1, 35}, std::array{16, 1, 130}, std::array{16, 4, 64}, std::array{64, 1, 1024},
        std::array{128, 1, 5900}}) {
    const test::GanttCase made = test::gantt_case(ranks, virtual_stages, micro_batches);
    for (const double zoom : {1.0, 3.0, 30.0, 300.0, 5000.0}) {
      CAPTURE(ranks);
      CAPTURE(micro_batches);
      CAPTURE(zoom);
      GanttView view = zoom_about({}, gantt_extent(made.index), made.index.step * 0.4, zoom);
      view.micro_batch = micro_batches / 2;
      view.stage = 3;
      const Drawn chart = drawn(made, view, {700, 100});
      CHECK(chart.quads <= gantt_quads_max);
      CHECK(chart.quads >= 200);
      CHECK(chart.hover.place == GanttPlace::lanes);
    }
  }
}

TEST_CASE("columns show the mix of a lane's work, idle time left free") {
  const test::GanttCase made = test::gantt_case(4, 1, 3000);
  const GanttGeometry geometry = geometry_of(made, {});
  REQUIRE(gantt_detail(geometry, made.timeline(), made.index) == GanttDetail::columns);
  const Drawn chart = drawn(made, {});
  // In the steady state the middle of the row is backward, its top forward, by share of time from the top.
  const Rect row = geometry.row_rect(0);
  const WorkSums work = work_in(lane_index(made.timeline(), made.index, 0), {4000, 6000});
  const double forward = work[0] / 2000, recompute = work[1] / 2000;
  const double x = geometry.x_of(5000);
  CHECK(has_color(chart.image, x, row.min.y + row.height() * forward / 2, dark_theme().forward));
  CHECK(has_color(chart.image, x, row.min.y + row.height() * (forward + recompute / 2), dark_theme().recompute));
  CHECK(has_color(chart.image, x, row.min.y + row.height() * (forward + recompute + 0.2), dark_theme().backward));
}

TEST_CASE("the followed micro-batch is outlined in the text's colour in every lane") {
  const test::GanttCase made = test::gantt_case(6, 1, 10);
  GanttView view;
  view.micro_batch = 4;
  const GanttGeometry geometry = geometry_of(made, view);
  const Drawn chart = drawn(made, view);
  for (std::int32_t rank = 0; rank < 6; ++rank)
    for (const PassRecord& bar : made.timeline().lane(rank)) {
      const Rect rect = bar_rect(geometry, rank, {bar.start, bar.end});
      const bool outlined = has_color(chart.image, rect.center().x, rect.min.y, dark_theme().text);
      CHECK(outlined == (bar.pass.micro_batch == 4));
    }
}

TEST_CASE("the pointer on axis, labels, minimap or outside says which") {
  const test::GanttCase made = test::gantt_case(6, 1, 10);
  const GanttGeometry geometry = geometry_of(made, show_range({}, gantt_extent(made.index), {10, 20}));
  const auto at = [&](ImVec2 point) { return gantt_hover(geometry, made.timeline(), made.index, point); };
  CHECK(at(geometry.axis.center()).place == GanttPlace::axis);
  CHECK(at(geometry.axis.center()).time == doctest::Approx(15));
  CHECK(at(geometry.minimap.center()).place == GanttPlace::minimap);
  CHECK(at(geometry.minimap.center()).time == doctest::Approx(made.index.step / 2));
  CHECK(at({geometry.labels.min.x + 2, geometry.row_rect(3).center().y}).rank == 3);
  CHECK(at(nowhere).place == GanttPlace::nowhere);
}

TEST_CASE("a report without a timeline gets words instead of a chart") {
  const test::GanttCase made;
  const Drawn chart = drawn(made, {});
  CHECK(chart.hover.place == GanttPlace::nowhere);
  CHECK(chart.quads > 20);  // letters
  CHECK(chart.quads < 100);
}

TEST_CASE("no size of the area is too small to draw into") {
  const test::GanttCase made = test::gantt_case(64, 1, 100);
  for (const ImVec2 size : {ImVec2(1, 1), ImVec2(40, 10), ImVec2(100, 30), ImVec2(300, 119), ImVec2(3000, 100)})
    CHECK(drawn(made, {}, {10, 5}, size, false).quads <= gantt_quads_max);
}
