// The grown Timeline as a person uses it: zoom, pan, hover, follow, play, compare, box, rows, export.
#include <algorithm>
#include <fstream>
#include <sstream>

#include "app/explorer/chart_export.h"
#include "core/scenario/plan_schedule.h"
#include "tests/gui/read_png.h"
#include "tests/gui/timeline_driver.h"
#include "tests/temporary_folder.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("the wheel zooms about the pointer, a drag pans, Home shows all again") {
  TimelineDriver window;
  const ImVec2 at = window.at_bar(3, 30);
  const TimeRange all = window.shown();
  window.point_at(at);
  window.wheel(6);
  const TimeRange closer = window.shown();
  CHECK(closer.length() < all.length() / 3);
  window.drag(at, {at.x + 120, at.y});
  CHECK(window.shown().start < closer.start);
  CHECK(window.shown().length() == doctest::Approx(closer.length()));
  window.key(ImGuiKey_Home);
  CHECK(window.shown() == all);
}

TEST_CASE("arrows pan and plus and minus zoom while the pointer is over the chart, and move no focus") {
  TimelineDriver window;
  window.point_at(window.at_bar(3, 30));
  window.key(ImGuiKey_Equal);
  window.key(ImGuiKey_Equal);
  const TimeRange closer = window.shown();
  window.key(ImGuiKey_RightArrow);
  CHECK(window.shown().start > closer.start);
  window.key(ImGuiKey_LeftArrow);
  CHECK(window.shown().start == doctest::Approx(closer.start));
  window.key(ImGuiKey_Minus);
  CHECK(window.shown().length() > closer.length());
  CHECK(window.plan() == window.explorer.session.history.present().baseline.scenario.plan);
}

TEST_CASE("pointing at a pass says its times, what it keeps and what the stage then holds; a click follows it") {
  TimelineDriver window;
  window.point_at(window.at_bar(0, 2));
  REQUIRE(window.explorer.of<TimelineState>().pointed.pass);
  CHECK(*window.explorer.of<TimelineState>().pointed.pass == window.bar(0, 2).pass);
  window.click(window.at_bar(0, 2));
  CHECK(window.explorer.selection.micro_batch == window.bar(0, 2).pass.micro_batch);
}

TEST_CASE("a drag with Shift draws a box, and letting go shows what is in it") {
  TimelineDriver window;
  const double from = 10, to = 20;
  window.shift(true);
  window.drag(window.at(4, from), window.at(9, to));
  window.shift(false);
  CHECK(window.shown().start == doctest::Approx(from).epsilon(0.02));
  CHECK(window.shown().end == doctest::Approx(to).epsilon(0.02));
  CHECK(window.explorer.of<TimelineState>().gantt.lanes == LaneRange{4, 6});
  window.click("button.fit");
  CHECK(window.explorer.of<TimelineState>().gantt.lanes == LaneRange{});
  window.shift(true);
  window.drag(window.at(4, from), window.at(4, to));
  window.shift(false);
  CHECK(window.shown().end == doctest::Approx(to).epsilon(0.02));
  CHECK(window.explorer.of<TimelineState>().gantt.lanes == LaneRange{});
}

TEST_CASE("several stages share a row at a click, and one each again") {
  TimelineDriver window;
  window.click("timeline.rows");
  window.click("timeline.rows=4 stages per row");
  CHECK(window.explorer.of<TimelineState>().arranged.ranks_per_row == 4);
  const Image grouped = window.picture();
  window.click("timeline.rows");
  window.click("timeline.rows=Each stage");
  CHECK(window.explorer.of<TimelineState>().arranged.ranks_per_row == 1);
  CHECK(window.picture().rgba != grouped.rgba);
}

TEST_CASE("the schedule can be switched while it plays, and playing goes on") {
  TimelineDriver window;
  window.click("timeline.play");
  window.frames(20);
  const Play& play = window.explorer.of<TimelineState>().arranged.play;
  REQUIRE(play.running);
  const double before = *play.time;
  CHECK(before > 0);
  window.click("plan.schedule");
  window.click("plan.schedule=ZB-H1");
  CHECK(window.plan().schedule == ScheduleKind::zb_h1);
  CHECK(play.running);
  CHECK(*play.time >= before);
  CHECK(*play.time <= window.end());
  window.key(ImGuiKey_Escape);
  CHECK_FALSE(play.time);
  CHECK(window.explorer.grown == "timeline");
}

TEST_CASE("another schedule is shown below on the same axis, with how it differs; an impossible one says why") {
  TimelineDriver window;
  window.click("timeline.compare");
  window.click("timeline.compare=ZB-H1");
  REQUIRE(window.shows("timeline.below.lanes"));
  const TimelineBeside& beside = *window.explorer.of<TimelineState>().beside;
  CHECK(schedule_kind(beside.report.scenario.plan) == ScheduleKind::zb_h1);
  CHECK(window.plan() == window.explorer.session.history.present().baseline.scenario.plan);
  const Rect above = window.place("timeline.lanes"), below = window.place("timeline.below.lanes");
  CHECK(above.min.x == below.min.x);
  CHECK(above.max.x == below.max.x);
  CHECK(window.end() == std::max(window.explorer.of<TimelineState>().chart->index.step, beside.chart.index.step));
  window.point_at(below.center());
  window.wheel(4);
  CHECK(window.shown().length() < window.end() / 2);
  window.click("timeline.beside");
  window.click("timeline.beside=DualPipe");
  CHECK_FALSE(window.shows("timeline.below.lanes"));
  CHECK(window.shows("timeline.problem"));
  CHECK(beside.problem.find("even") != std::string::npos);
  window.click("timeline.close");
  CHECK_FALSE(window.explorer.of<TimelineState>().arranged.beside);
  CHECK_FALSE(window.shows("timeline.beside"));
}

TEST_CASE("a press on the axis reads off that moment") {
  TimelineDriver window;
  const Rect axis = window.place("timeline.axis");
  window.click(axis.center());
  REQUIRE(window.explorer.of<TimelineState>().arranged.play.time);
  CHECK(*window.explorer.of<TimelineState>().arranged.play.time == doctest::Approx(window.end() / 2).epsilon(0.01));
  CHECK_FALSE(window.explorer.of<TimelineState>().arranged.play.unrolls);
  CHECK(window.shows("timeline.state"));
  CHECK(window.place("timeline.axis").width() < axis.width());
}

TEST_CASE("bars are coloured by pass, micro-batch or chunk, and the critical path is lit, at a click") {
  TimelineDriver window;
  const Image plain = window.picture();
  window.click("timeline.color.micro-batch");
  CHECK(window.explorer.of<TimelineState>().gantt.coloring == GanttColoring::micro_batch);
  CHECK(window.picture().rgba != plain.rgba);
  window.click("timeline.color.pass");
  window.click("timeline.critical");
  CHECK(window.picture().rgba != plain.rgba);
  window.click("timeline.transfers");
  CHECK(window.explorer.of<TimelineState>().arranged.transfers);
  window.click("timeline.strips");
  CHECK_FALSE(window.explorer.of<TimelineState>().arranged.strips);
}

TEST_CASE("the list of exports writes a drawing, a table, a trace and a picture") {
  TimelineDriver window;
  const TemporaryFolder folder;
  const auto exported = [&](const char* what, const char* file) {
    window.click("timeline.export");
    window.click(std::string("timeline.export=") + what);
    REQUIRE(window.shows("dialog.name"));
    const std::string path = folder.path(file);
    window.key(ImGuiMod_Ctrl | ImGuiKey_A);
    window.type(path);
    window.key(ImGuiKey_Enter);
    CHECK(window.explorer.session.picker.mode == PickerMode::closed);
    return path;
  };
  const auto text_of = [](const std::string& path) {
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
  };
  CHECK(text_of(exported("Drawing", "a.svg")).find("</svg>") != std::string::npos);
  CHECK(text_of(exported("Table", "a.csv")).starts_with("rank,kind,"));
  CHECK(text_of(exported("Trace", "a.json")).find("traceEvents") != std::string::npos);
  const auto picture = exported("Picture", "a.png");
  window.frames(3);
  REQUIRE(picture_is_due(window.explorer));
  take_picture(window.explorer, window.picture(), 1);
  const Outcome<Image> read = read_png(picture);
  REQUIRE(succeeded(read));
  CHECK(value_of(read).width == doctest::Approx(window.place("timeline.charts").width()).epsilon(0.01));
  CHECK(window.explorer.session.notice.text.starts_with("Wrote "));
}

TEST_CASE("in the four-up view Play unrolls the schedule too") {
  WindowDriver window;
  window.click("timeline.play");
  window.frames(30);
  CHECK(window.explorer.of<TimelineState>().arranged.play.running);
  CHECK(*window.explorer.of<TimelineState>().arranged.play.time > 0);
  window.click("timeline.play");
  CHECK_FALSE(window.explorer.of<TimelineState>().arranged.play.running);
}
