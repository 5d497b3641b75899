#include "app/panels/transport.h"

#include <algorithm>
#include <string_view>

#include "tests/gui/drawn_words.h"
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

namespace {

bool says(const std::vector<DrawnRun>& runs, std::string_view words) {
  return std::any_of(runs.begin(), runs.end(), [&](const DrawnRun& run) { return run.words == words; });
}

}  // namespace

TEST_CASE("each button says the key that presses it in its own view, and none where none does") {
  TimelineDriver timeline;
  timeline.rest_at(timeline.place("timeline.on").center());
  CHECK(says(drawn_runs(), "Full stop"));
  CHECK_FALSE(says(drawn_runs(), "Right arrow"));
  timeline.rest_at(timeline.place("timeline.faster").center());
  CHECK_FALSE(says(drawn_runs(), "+"));
  WindowDriver lab;
  lab.click("tab.lab");
  lab.frames(3);
  lab.rest_at(lab.place("lab.on").center());
  CHECK(says(drawn_runs(), "Right arrow"));
}

TEST_CASE("what a key does isn't called a source where the words are kept") {
  TimelineDriver window;
  window.rest_at(window.place("timeline.play").center());
  CHECK(says(drawn_runs(), "Space"));
  window.key(ImGuiKey_E);
  window.point_at({2, 2});
  window.frames(2);
  REQUIRE(window.shows("derivation"));
  for (const DrawnRun& run : drawn_runs()) CHECK(run.words.find("Source: Space") == std::string::npos);
}
