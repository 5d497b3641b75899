#include "app/timeline/timeline_controls.h"

#include "tests/gui/timeline_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("all controls stand in one line above the chart, in large and small windows, without overlap") {
  for (const WindowSize size : {WindowSize{1760, 1080, 1}, WindowSize{1280, 720, 1}, WindowSize{2640, 1620, 1.5F}}) {
    CAPTURE(size.width);
    TimelineDriver window("gpt4-25k-a100", size);
    float right = window.place("view.timeline").min.x - 20;
    for (const char* name :
         {"timeline.back", "timeline.faster", "timeline.color.pass", "timeline.color.chunk", "timeline.critical",
          "timeline.strips", "timeline.transfers", "timeline.rows", "timeline.compare", "timeline.export"}) {
      if (!window.shows(name)) continue;
      CAPTURE(name);
      CHECK(window.place(name).min.x >= right - 1);
      right = window.place(name).max.x;
      CHECK(window.place(name).max.y <= window.place("timeline.lanes").min.y);
    }
    CHECK(right <= window.place("view.timeline").max.x + 8);
    CHECK(window.shows("timeline.export"));
    CHECK(window.shows("timeline.color.pass"));
  }
}

TEST_CASE("the small Timeline has no line of controls") {
  WindowDriver window;
  CHECK_FALSE(window.shows("timeline.export"));
  CHECK_FALSE(window.shows("timeline.strips"));
  CHECK(window.shows("timeline.play"));
  CHECK(window.shows("button.fit"));
}

TEST_CASE("Space plays and pauses, comma and full stop step from pass to pass") {
  TimelineDriver window;
  const Play& play = window.explorer.of<TimelineState>().arranged.play;
  window.key(ImGuiKey_Space);
  CHECK(play.running);
  window.key(ImGuiKey_Space);
  CHECK_FALSE(play.running);
  const double now = *play.time;
  window.key(ImGuiKey_Period);
  CHECK(*play.time > now);
  window.key(ImGuiKey_Comma);
  CHECK(*play.time <= now + 1e-9);
}
