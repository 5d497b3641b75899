#include "app/panels/transport.h"

#include "tests/gui/timeline_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("its buttons stand beside each other and each does what it says") {
  TimelineDriver window;
  const Play& play = window.explorer.of<TimelineState>().arranged.play;
  window.click("timeline.on");
  REQUIRE(play.time);
  const double first = *play.time;
  CHECK(first == 0);  // the first pass begins
  window.click("timeline.on");
  CHECK(*play.time > first);
  window.click("timeline.back");
  CHECK(*play.time == doctest::Approx(first));
  const double speed = play.speed;
  window.click("timeline.faster");
  CHECK(play.speed > speed);
  window.click("timeline.slower");
  CHECK(play.speed == doctest::Approx(speed));
  window.click("timeline.play");
  CHECK(play.running);
  window.click("timeline.play");
  CHECK_FALSE(play.running);
  CHECK(window.place("timeline.back").max.x < window.place("timeline.play").min.x + 1);
  CHECK(window.place("timeline.faster").max.x - window.place("timeline.back").min.x < transport_width(window.theme()));
}
