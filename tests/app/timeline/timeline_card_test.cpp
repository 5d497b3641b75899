#include <doctest/doctest.h>

#include <cmath>

#include "app/timeline/timeline_words.h"
#include "render/gantt/view/gantt_geometry.h"
#include "tests/gui/drawn_words.h"
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

TEST_CASE("each item of the legend says what it is, beside the title as below it") {
  for (const WindowSize size : {WindowSize{}, WindowSize{1280, 720, 1}}) {
    WindowDriver window("gpt4-25k-a100", size);
    const Theme theme = window.theme();
    const Report& report = window.explorer.session.report;
    const Rect legend = window.place("timeline.legend");
    const TimelineArrangement view;
    for (const LegendItem& item : timeline_legend(theme, report, view, GanttColoring::pass_and_chunk, false)) {
      CAPTURE(item.label);
      std::optional<ImVec2> at;
      for (const DrawnRun& run : drawn_runs())
        if (run.words.starts_with(item.label) && legend.contains(run.rect.center())) at = run.rect.center();
      REQUIRE(at);
      window.explorer.derivations.clear();
      window.rest_at(*at);
      window.key(ImGuiKey_E);
      REQUIRE(window.explorer.derivations.size() == 1);
      const OpenedDerivation& opened = window.explorer.derivations.front();
      if (item.hatched)
        CHECK(opened.name == "pipeline.bubble_share_of_step");
      else
        CHECK(opened.said.title == item.label);
    }
  }
}

TEST_CASE("while a moment is held the Timeline and the Cluster say which, and lead back to the whole step") {
  for (const char* way_out : {"timeline.whole", "cluster.whole"}) {
    WindowDriver window;
    CHECK_FALSE(window.shows(way_out));
    window.click("timeline.play");
    window.frames(30);
    window.click("timeline.play");
    REQUIRE(window.explorer.moment);
    CHECK(window.shows(way_out));
    window.click(way_out);
    window.frames(2);
    CHECK_FALSE(window.explorer.moment);
    CHECK_FALSE(window.shows(way_out));
    CHECK_FALSE(window.shows("cluster.moment"));
  }
}
