#include <doctest/doctest.h>

#include <cmath>

#include "render/gantt/view/gantt_geometry.h"
#include "tests/gui/window_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

GanttGeometry geometry_of(const WindowDriver& window) {
  const Explorer& explorer = window.explorer;
  return gantt_geometry(window.place("view.timeline"), explorer.of<TimelineState>().gantt,
                        gantt_extent(explorer.of<TimelineState>().chart->index), window.theme());
}

/// The middle of a rank's pass in the middle of the lane, where every rank is busy.
struct Aim {
  Pass pass;
  ImVec2 at;
};
Aim middle_pass(const WindowDriver& window, std::int32_t rank) {
  const std::span<const PassRecord> lane = window.explorer.session.report.timeline->lane(rank);
  const PassRecord& record = lane[lane.size() / 2];
  const GanttGeometry geometry = geometry_of(window);
  const Rect row = geometry.row_rect((rank - geometry.shown.first) / geometry.ranks_per_row);
  return {record.pass, {static_cast<float>(geometry.x_of((record.start + record.end) / 2)), row.center().y}};
}

}  // namespace

TEST_CASE("pointing at a bar of the timeline names its pass and its stage") {
  WindowDriver window;
  for (const std::int32_t rank : {0, 7, 14}) {
    CAPTURE(rank);
    const Aim aim = middle_pass(window, rank);
    window.point_at(aim.at);
    const GanttHover& pointed = window.explorer.of<TimelineState>().pointed;
    CHECK(pointed.place == GanttPlace::lanes);
    CHECK(pointed.rank == rank);
    REQUIRE(pointed.pass.has_value());
    CHECK(pointed.pass->micro_batch == aim.pass.micro_batch);
    CHECK(pointed.pass->kind == aim.pass.kind);
  }
  window.point_at(window.place("view.memory").center());
  CHECK(window.explorer.of<TimelineState>().pointed.place == GanttPlace::nowhere);
}

TEST_CASE("a click on a bar follows its micro-batch, a second click and Esc let it go") {
  WindowDriver window;
  const Aim aim = middle_pass(window, 3);
  window.click(aim.at);
  CHECK(window.explorer.selection.micro_batch == aim.pass.micro_batch);
  window.click(aim.at);
  CHECK_FALSE(window.explorer.selection.micro_batch.has_value());
  window.click(aim.at);
  window.key(ImGuiKey_Escape);
  CHECK(window.explorer.selection == Selection{});
}

TEST_CASE("a click on a stage's name selects the stage") {
  WindowDriver window;
  const GanttGeometry geometry = geometry_of(window);
  window.click(ImVec2{geometry.labels.center().x, geometry.row_rect(4).center().y});
  CHECK(window.explorer.selection.stage == geometry.first_rank(4));
}

TEST_CASE("the wheel zooms the timeline about the pointer and Fit shows all again") {
  WindowDriver window;
  const GanttGeometry before = geometry_of(window);
  const ImVec2 at = middle_pass(window, 2).at;
  window.point_at(at);
  window.wheel(3);
  const GanttGeometry after = geometry_of(window);
  CHECK(after.time.length() < 0.6 * before.time.length());
  CHECK(std::abs(after.time_of(at.x) - before.time_of(at.x)) < before.time.length() / before.lanes.width());
  window.click("button.fit");
  CHECK(geometry_of(window).time == before.time);
}

TEST_CASE("dragging the timeline moves what is under the pointer along and selects nothing") {
  WindowDriver window;
  const ImVec2 at = middle_pass(window, 2).at;
  window.point_at(at);
  window.wheel(5);
  const double grabbed = geometry_of(window).time_of(at.x);
  window.drag(at, {at.x - 60, at.y});
  const GanttGeometry after = geometry_of(window);
  CHECK(std::abs(after.time_of(at.x - 60) - grabbed) < 6 * after.time.length() / after.lanes.width());
  CHECK(window.explorer.selection == Selection{});
}
