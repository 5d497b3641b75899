// The four views: pointing, clicking, zooming and growing.
#include <doctest/doctest.h>

#include <cmath>

#include "render/gantt_geometry.h"
#include "render/racks.h"
#include "tests/gui/window_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

GanttGeometry geometry_of(const WindowDriver& window) {
  const Explorer& explorer = window.explorer;
  return gantt_geometry(window.place("view.timeline"), explorer.gantt, gantt_extent(explorer.timeline_index),
                        window.theme());
}

/// The middle of a rank's pass in the middle of the lane, where every rank is busy.
struct Aim {
  Pass pass;
  ImVec2 at;
};
Aim middle_pass(const WindowDriver& window, std::int32_t rank) {
  const std::span<const PassRecord> lane = window.explorer.report.timeline->lane(rank);
  const PassRecord& record = lane[lane.size() / 2];
  const GanttGeometry geometry = geometry_of(window);
  const Rect row = geometry.row_rect((rank - geometry.shown.first) / geometry.ranks_a_row);
  return {record.pass, {static_cast<float>(geometry.x_of((record.start + record.end) / 2)), row.center().y}};
}

ImVec2 center_of_gpu(const WindowDriver& window, std::int64_t gpu) {
  const Rect area = window.place("view.racks");
  const RackGrid grid = grid_for(window.explorer.report, area);
  return screen_rect(grid, window.explorer.racks, area, gpu_rect(grid, gpu)).center();
}

}  // namespace

TEST_CASE("pointing at a bar of the timeline names its pass and its stage") {
  WindowDriver window;
  for (const std::int32_t rank : {0, 7, 14}) {
    CAPTURE(rank);
    const Aim aim = middle_pass(window, rank);
    window.point_at(aim.at);
    const GanttHover& pointed = window.explorer.pointed_pass;
    CHECK(pointed.place == GanttPlace::lanes);
    CHECK(pointed.rank == rank);
    REQUIRE(pointed.pass.has_value());
    CHECK(pointed.pass->micro_batch == aim.pass.micro_batch);
    CHECK(pointed.pass->kind == aim.pass.kind);
  }
  window.point_at(window.place("view.memory").center());
  CHECK(window.explorer.pointed_pass.place == GanttPlace::nowhere);
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

TEST_CASE("pointing at the racks finds the GPU, and a click pins it and selects its stage") {
  WindowDriver window;
  const std::int64_t gpu = 24 * 1000 + 5;
  window.point_at(center_of_gpu(window, 0));
  window.wheel(30);
  window.wheel(-30);
  CHECK(window.explorer.racks.zoom == 1);
  window.point_at(center_of_gpu(window, gpu));
  REQUIRE(window.explorer.pointed_gpu.has_value());
  const std::int64_t pointed = *window.explorer.pointed_gpu;
  CHECK(std::abs(pointed - gpu) <= 8);  // cells of some three pixels
  window.click(center_of_gpu(window, gpu));
  CHECK(window.explorer.selection.gpu == pointed);
  CHECK(window.explorer.selection.stage == static_cast<std::int32_t>(coordinates_of(pointed, window.plan()).pp));
  window.point_at(window.place("view.memory").center());
  CHECK_FALSE(window.explorer.pointed_gpu.has_value());
  CHECK(window.explorer.selection.gpu == pointed);
}

TEST_CASE("zoomed in, every GPU is found exactly") {
  WindowDriver window("gpt2-xl-8-a100");
  for (const std::int64_t gpu : {0, 3, 7}) {
    window.point_at(center_of_gpu(window, gpu));
    CHECK(window.explorer.pointed_gpu == gpu);
  }
}

TEST_CASE("the racks are coloured by what is clicked") {
  WindowDriver window;
  window.click("coloring.replica");
  CHECK(window.explorer.racks.coloring == RackColoring::replica);
  window.click("coloring.tensor");
  CHECK(window.explorer.racks.coloring == RackColoring::tensor_group);
  window.click("coloring.stage");
  CHECK(window.explorer.racks.coloring == RackColoring::stage);
}

TEST_CASE("a view grows by its corner mark or a double click on its title, and comes back with the mark or Esc") {
  WindowDriver window;
  const float small = window.place("view.memory").width();
  window.click("grow.memory");
  CHECK(window.explorer.grown == ViewKind::memory);
  window.frames(2);
  CHECK(window.place("view.memory").width() > 2 * small);
  CHECK_FALSE(window.shows("view.timeline"));
  window.click("grow.memory");
  CHECK(window.explorer.grown == ViewKind::all);
  const Rect title = window.place("title.timeline");
  window.double_click({title.min.x + 20, title.center().y});
  CHECK(window.explorer.grown == ViewKind::timeline);
  window.key(ImGuiKey_Escape);
  CHECK(window.explorer.grown == ViewKind::all);
}

TEST_CASE("Esc that closes a list doesn't bring a grown view back") {
  WindowDriver window;
  window.click("grow.step");
  window.click("plan.recompute");
  window.key(ImGuiKey_Escape);
  CHECK(window.explorer.grown == ViewKind::step);
}

TEST_CASE("borders between cards are dragged, within limits") {
  WindowDriver window;
  const Arrangement before = window.explorer.settings.arrangement;
  const ImVec2 upper = window.place("border.upper").center();
  window.drag(upper, {upper.x, upper.y + 80});
  CHECK(window.explorer.settings.arrangement.upper > before.upper + 0.05F);
  const ImVec2 memory = window.place("border.memory").center();
  const float step_ends = window.place("border.step").min.x;
  window.drag(memory, {memory.x - 60, memory.y});
  CHECK(window.explorer.settings.arrangement.memory < before.memory);
  CHECK(std::abs(window.place("border.step").min.x - step_ends) <= 2);
  window.drag(window.place("border.upper").center(), {upper.x, 5000});
  CHECK(window.explorer.settings.arrangement.upper == doctest::Approx(0.8));
  CHECK(window.explorer.history.size() == 1);
}
