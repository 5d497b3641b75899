#include "app/timeline/timeline_state.h"

#include <cmath>

#include "tests/gui/timeline_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("speeds go by 1, 2 and 5 and back the same way") {
  double speed = 0.01;
  for (const double next : {0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0}) {
    CHECK(faster_by_decades(speed) == doctest::Approx(next));
    CHECK(slower_by_decades(next) == doctest::Approx(speed));
    CHECK(round_speed(next * 1.05) == doctest::Approx(next));
    speed = next;
  }
}

TEST_CASE("playing takes some twenty seconds whatever the step, until a speed is chosen") {
  TimelineDriver window;
  const TimelineArrangement& view = window.explorer.of<TimelineState>().arranged;
  CHECK(timeline_end(window.explorer.of<TimelineState>(), window.view_frame()) / view.play.speed ==
        doctest::Approx(20).epsilon(0.5));
  window.click("timeline.faster");
  const double chosen = view.play.speed;
  window.set_value("plan.tp", "4");
  CHECK(view.play.speed == chosen);
}

TEST_CASE("another schedule's step is the step of the plan with that schedule") {
  TimelineDriver window;
  const Report& report = window.explorer.session.report;
  const TimelineBeside beside = timeline_beside(report.scenario, ScheduleKind::gpipe);
  REQUIRE(beside.report.timeline);
  CHECK(beside.problem.empty());
  CHECK(beside.extras.held.peak == doctest::Approx(beside.report.memory.peak.value).epsilon(1e-6));
  const TimelineBeside same = timeline_beside(report.scenario, ScheduleKind::one_f_one_b);
  CHECK(same.report.time->step.value == report.time->step.value);
  const TimelineBeside odd = timeline_beside(report.scenario, ScheduleKind::chimera);
  CHECK_FALSE(odd.report.timeline);
  CHECK_FALSE(odd.problem.empty());
}

TEST_CASE("an edit of the plan makes memory, path and comparison anew") {
  TimelineDriver window;
  window.explorer.of<TimelineState>().arranged.beside = ScheduleKind::gpipe;
  window.frames(2);
  const TimelineState& state = window.explorer.of<TimelineState>();
  CHECK(state.extras->held.peak == doctest::Approx(window.explorer.session.report.memory.peak.value).epsilon(1e-6));
  window.set_value("plan.tp", "4");
  CHECK(state.extras->held.peak == doctest::Approx(window.explorer.session.report.memory.peak.value).epsilon(1e-6));
  CHECK(state.beside->report.scenario.plan.tp == 4);
  CHECK(shown_timelines(state, window.view_frame()).size() == 2);
}

TEST_CASE("what plays moves Memory and Cluster too, whichever view is shown, and Esc ends it") {
  WindowDriver window;
  CHECK_FALSE(window.explorer.moment);
  const Image still = window.picture();
  window.click("timeline.play");
  window.frames(60);
  REQUIRE(window.explorer.moment);
  const double first = window.explorer.moment->time;
  CHECK(first > 0);
  CHECK(window.explorer.moment->ranks.size() == window.explorer.session.report.memory.stages.size());
  CHECK(window.shows("cluster.moment"));
  const Image one = window.picture();
  const auto differs = [&](const Image& a, const Image& b, const char* name) {
    const Rect at = window.place(name);
    for (int y = static_cast<int>(at.min.y); y < static_cast<int>(at.max.y); y += 3)
      for (int x = static_cast<int>(at.min.x); x < static_cast<int>(at.max.x); x += 3)
        if (a.at(x, y) != b.at(x, y)) return true;
    return false;
  };
  CHECK(differs(still, one, "memory.bars"));
  CHECK(differs(still, one, "view.racks"));
  window.frames(120);
  const Image other = window.picture();
  CHECK(differs(one, other, "memory.bars"));
  CHECK(differs(one, other, "view.racks"));
  window.click("grow.memory");
  window.frames(60);
  CHECK(window.explorer.moment->time > first);
  window.key(ImGuiKey_Escape);
  window.frames(2);
  CHECK_FALSE(window.explorer.moment);
}
