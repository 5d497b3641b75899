#include "render/gantt/gantt_links.h"

#include <array>

#include "render/gantt/gantt.h"
#include "render/gantt/gantt_canvas.h"
#include "render/picture/offscreen.h"
#include "tests/core/pipeline/index_helpers.h"
#include "tests/render/gantt/gantt_cases.h"
#include "tests/render/screen.h"

using namespace shardscope;

namespace {

constexpr ImVec2 no_pointer = {-1e6f, -1e6f};

Image picture_of(GanttSource source, ImVec2 pointer, int* quads = nullptr, const GanttView& view = {}) {
  Offscreen screen = make_screen();
  screen.activate();
  const Theme theme = with_fonts(dark_theme(), screen);
  GanttCanvas canvas;
  source.canvas = &canvas;
  return screen.picture(1360, 440, theme.panel, [&] {
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    const int before = draw.IdxBuffer.Size;
    draw_gantt(draw, {{0, 0}, {1360, 440}}, source, view, theme, pointer);
    if (quads != nullptr) *quads = (draw.IdxBuffer.Size - before) / 6;
  });
}

bool is_text(const Image& image, double x, double y) {
  const auto pixel = image.at(static_cast<int>(x), static_cast<int>(y));
  return pixel[0] > 215 && pixel[1] > 215 && pixel[2] > 215;
}

}  // namespace

TEST_CASE("the critical path runs through the middle of its passes and through no other") {
  const test::GanttCase made = test::gantt_case(4, 1, 6);
  const CriticalPath path = critical_path(made.timeline(), made.index);
  GanttSource source = made.source();
  source.critical = &path;
  const Image image = picture_of(source, no_pointer);
  const GanttGeometry geometry = gantt_geometry({{0, 0}, {1360, 440}}, {}, source, dark_theme());
  for (std::int32_t rank = 0; rank < 4; ++rank)
    for (std::size_t bar = 0; bar < made.timeline().lane(rank).size(); ++bar) {
      const PassRecord& record = made.timeline().lane(rank)[bar];
      CAPTURE(rank);
      CAPTURE(bar);
      // A quarter in: right of where a line from another rank ends, left of any number.
      const double x = geometry.x_of(record.start + (record.end - record.start) * 0.25);
      const double y = geometry.row_rect(rank).max.y - 5;
      CHECK(is_text(image, x, y) == test::is_on_path(path, {rank, bar}));
    }
}

TEST_CASE("a critical path of many passes keeps within the frame's quads, at every zoom") {
  const test::GanttCase made = test::gantt_case(64, 1, 4000);
  const CriticalPath path = critical_path(made.timeline(), made.index);
  GanttSource source = made.source();
  source.critical = &path;
  for (const double zoom : {1.0, 40.0, 2000.0}) {
    int quads = 0;
    const GanttView view = zoom_about({}, gantt_extent(source), made.index.step / 3, zoom);
    picture_of(source, {700, 200}, &quads, view);
    CHECK(quads <= static_cast<int>(gantt_quads_max));
    CHECK(quads > 200);
  }
}

TEST_CASE("pointing at a pass draws arrows from the pass it needs and to the pass that needs it") {
  const test::GanttCase made = test::gantt_case(4, 1, 6);
  const GanttSource source = made.source();
  const GanttGeometry geometry = gantt_geometry({{0, 0}, {1360, 440}}, {}, source, dark_theme());
  const LaneIndex lane = lane_index(made.timeline(), made.index, 1);
  const std::optional<std::size_t> bar = find_bar(lane, {PassKind::forward, 0, 2});
  REQUIRE(bar);
  const PassRecord& record = lane.bars[*bar];
  const ImVec2 at(static_cast<float>(geometry.x_of((record.start + record.end) / 2)), geometry.row_rect(1).center().y);
  const Image with = picture_of(source, at), without = picture_of(source, no_pointer);
  // Between the rows of rank 0 and 1 an arrow comes in, between 1 and 2 one goes out.
  const auto changed = [&](std::int32_t upper) {
    const auto y = static_cast<int>(geometry.row_rect(upper).max.y);
    int found = 0;
    for (int x = 0; x < with.width; ++x) found += with.at(x, y) != without.at(x, y) ? 1 : 0;
    return found;
  };
  CHECK(changed(0) > 0);
  CHECK(changed(1) > 0);
  CHECK(changed(2) == 0);
}

TEST_CASE("path and arrows stay in the lanes: labels look the same with and without them") {
  const test::GanttCase made = test::gantt_case(4, 1, 60);
  const CriticalPath path = critical_path(made.timeline(), made.index);
  GanttSource source = made.source();
  const GanttView view = zoom_about({}, gantt_extent(source), made.index.step / 2, 30);
  const GanttGeometry geometry =
      gantt_geometry({{0, 0}, {1360, 440}}, view, gantt_extent(source), dark_theme(), source.layout);
  const Image without = picture_of(source, no_pointer, nullptr, view);
  source.critical = &path;
  for (std::int32_t rank = 0; rank < 4; ++rank) {
    const ImVec2 pointer(geometry.lanes.center().x, geometry.row_rect(rank).center().y);
    const Image with = picture_of(source, pointer, nullptr, view);
    int changed = 0;
    for (int x = 0; x < static_cast<int>(geometry.lanes.min.x); ++x)
      for (int y = 0; y < static_cast<int>(geometry.lanes.max.y); ++y)
        changed += with.at(x, y) != without.at(x, y) ? 1 : 0;
    CHECK(changed == 0);
  }
}

TEST_CASE("in low rows the path leaves the numbers of bars alone") {
  const test::GanttCase made = test::gantt_case(4, 1, 6);
  const CriticalPath path = critical_path(made.timeline(), made.index);
  GanttSource source = made.source();
  source.critical = &path;
  source.layout.minimap = false;
  const Rect area{{0, 0}, {1360, 94}};  // rows of 15 pixels
  Offscreen screen = make_screen();
  screen.activate();
  const Theme theme = with_fonts(dark_theme(), screen);
  const GanttGeometry geometry = gantt_geometry(area, {}, source, theme);
  REQUIRE(geometry.row_rect(0).height() == doctest::Approx(15));
  GanttCanvas canvas;
  source.canvas = &canvas;
  const auto picture = [&] {
    return screen.picture(1360, 94, theme.panel,
                          [&] { draw_gantt(*ImGui::GetBackgroundDrawList(), area, source, {}, theme, no_pointer); });
  };
  const Image with = picture();
  source.critical = nullptr;
  const Image without = picture();
  const PassRecord& bar = made.timeline().lane(0).back();  // the last is on the path
  const auto middle = static_cast<int>(geometry.x_of((bar.start + bar.end) / 2));
  const auto digits = static_cast<int>(geometry.row_rect(0).center().y);
  for (int y = digits - 4; y < digits + 4; ++y) CHECK(with.at(middle, y) == without.at(middle, y));
  CHECK(with.at(middle, static_cast<int>(geometry.row_rect(0).max.y) - 2) !=
        without.at(middle, static_cast<int>(geometry.row_rect(0).max.y) - 2));
}
