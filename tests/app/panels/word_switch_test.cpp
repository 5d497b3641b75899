#include "app/panels/word_switch.h"

#include "tests/gui/timeline_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("a word is as wide as its text with room at both sides, and ends where it was put") {
  TimelineDriver window;
  const Rect box = window.place("timeline.critical");
  CHECK(box.width() == doctest::Approx(word_switch_width(window.theme(), "Critical path")));
  CHECK(window.place("timeline.strips").min.x >= box.max.x - 0.5f);
}

TEST_CASE("a click switches a word on and off") {
  TimelineDriver window;
  window.click("timeline.critical");
  CHECK(window.explorer.of<TimelineState>().arranged.critical);
  window.click("timeline.critical");
  CHECK_FALSE(window.explorer.of<TimelineState>().arranged.critical);
}

TEST_CASE("a word that means nothing here takes no click") {
  TimelineDriver window("llama3-8b-1024-h100");
  REQUIRE(window.explorer.session.report.timeline->ranks == 1);
  window.explorer.session.report.time->exchange.clear();  // and no replicas
  window.click("timeline.transfers");
  CHECK_FALSE(window.explorer.of<TimelineState>().arranged.transfers);
}
