#include "app/timeline/timeline_lanes.h"

#include <doctest/doctest.h>

#include "tests/gui/timeline_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

TimelineState& state_of(TimelineDriver& window) {
  return window.explorer.of<TimelineState>();
}

bool is_unfolded(TimelineDriver& window) {
  return window.view_frame().places.find("timeline.operations").has_value();
}

}  // namespace

TEST_CASE("a plan of one stage opens unfolded to its layers, one of many stages with its passes") {
  TimelineDriver one("llama3-8b-1024-h100");
  REQUIRE(one.timeline().ranks == 1);
  CHECK(is_unfolded(one));
  TimelineDriver many("gpt4-25k-a100");
  CHECK(!is_unfolded(many));
}

TEST_CASE("Layers unfolds the stage that sets the pace, or the one that is picked, and folds it again") {
  TimelineDriver window("gpt4-25k-a100");
  window.click("timeline.layers");
  window.frames(2);
  REQUIRE(is_unfolded(window));
  const std::int32_t pace = window.explorer.session.report.time->critical_rank;
  CHECK((*state_of(window).lanes)->lanes.rank == pace);
  pick_stage(window.explorer.selection, pace == 3 ? 4 : 3);
  window.frames(2);
  CHECK((*state_of(window).lanes)->lanes.rank == (pace == 3 ? 4 : 3));
  window.click("timeline.layers");
  window.frames(2);
  CHECK(!is_unfolded(window));
}

TEST_CASE("the wheel over the operations goes closer in the chart above them too, down to a kernel") {
  TimelineDriver window("llama3-8b-1024-h100");
  const double whole = window.shown().length();
  const Rect rows = window.place("timeline.operations");
  window.point_at(rows.center());
  for (int i = 0; i < 60; ++i) window.wheel(1);
  CHECK(window.shown().length() < whole / 1000);
  window.key(ImGuiKey_F);
  CHECK(window.shown().length() == doctest::Approx(whole));
}

TEST_CASE("a click on a layer goes close to it") {
  TimelineDriver window("llama3-8b-1024-h100");
  const double whole = window.shown().length();
  const Rect rows = window.place("timeline.operations");
  window.click({rows.center().x, rows.min.y + 12});
  window.frames(2);
  CHECK(window.shown().length() < whole / 4);
}

TEST_CASE("another schedule beside the plan's own leaves no room for operations") {
  TimelineDriver window("gpt4-25k-a100");
  state_of(window).arranged.unfolded = true;
  state_of(window).arranged.beside = ScheduleKind::gpipe;
  window.frames(2);
  CHECK(!is_unfolded(window));
}
