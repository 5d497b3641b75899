#include "app/timeline/play.h"

#include <doctest/doctest.h>

#include <set>
#include <vector>

#include "core/lab/lab.h"

using namespace shardscope;

namespace {

Timeline timeline_of(ScheduleKind kind) {
  LabScenario lab;
  lab.ranks = 4;
  lab.micro_batches = 8;
  const Outcome<LabRun> run = lab_run(lab, kind);
  REQUIRE(succeeded(run));
  return value_of(run).timeline;
}

}  // namespace

TEST_CASE("playing begins at the start, goes on at its speed and stops at the end") {
  Play play = toggled({}, 10);
  CHECK(play.running);
  CHECK(play.unrolls);
  CHECK(play.time == 0.0);
  play = advanced(play, 0.5, 10);
  CHECK(*play.time == doctest::Approx(2));
  play = advanced(play, 100, 10);
  CHECK(*play.time == 10);
  CHECK_FALSE(play.running);
  CHECK(toggled(play, 10).time == 0.0);  // again from the start
}

TEST_CASE("a pause keeps the moment and playing goes on from there") {
  Play play = advanced(toggled({}, 10), 1, 10);
  play = toggled(play, 10);
  CHECK_FALSE(play.running);
  CHECK(*advanced(play, 5, 10).time == doctest::Approx(4));
  CHECK(*toggled(play, 10).time == doctest::Approx(4));
}

TEST_CASE("a moment put by hand is a line that hides nothing, and playing then begins at the start") {
  const Play play = put_at({}, 7, 10);
  CHECK(play.time == 7.0);
  CHECK_FALSE(play.unrolls);
  CHECK(put_at({}, 70, 10).time == 10.0);
  CHECK(toggled(play, 10).time == 0.0);
  CHECK(put_at(toggled({}, 10), 3, 10).unrolls);  // while it unrolls, it goes on unrolling
  CHECK(stopped(toggled({}, 10)) == Play{});
}

TEST_CASE("steps visit every moment at which a pass begins or ends, forth and back") {
  const Timeline above = timeline_of(ScheduleKind::interleaved), below = timeline_of(ScheduleKind::zb_v);
  const std::vector<const Timeline*> timelines = {&above, &below};
  std::set<double> moments;
  for (const Timeline* timeline : timelines)
    for (const PassRecord& bar : timeline->records) {
      moments.insert(bar.start);
      moments.insert(bar.end);
    }
  Play play;
  for (const double moment : moments) {
    play = stepped_on(play, timelines);
    CHECK(*play.time == doctest::Approx(moment));
  }
  CHECK(*stepped_on(play, timelines).time == *play.time);
  for (auto moment = std::next(moments.rbegin()); moment != moments.rend(); ++moment) {
    play = stepped_back(play, timelines);
    CHECK(*play.time == doctest::Approx(*moment));
  }
}

TEST_CASE("faster and slower go through the speeds and stay within them") {
  CHECK(faster(4) == 8);
  CHECK(slower(4) == 2);
  CHECK(slower(play_speeds.front()) == play_speeds.front());
  CHECK(faster(play_speeds.back()) == play_speeds.back());
}

TEST_CASE("each button does what it says, at the steps of speed that it is given") {
  const Timeline timeline = timeline_of(ScheduleKind::one_f_one_b);
  const std::vector<const Timeline*> shown = {&timeline};
  const double end = timeline.makespan.value;
  CHECK(after(TransportAction::none, Play{}, shown, end) == Play{});
  CHECK(after(TransportAction::toggle, Play{}, shown, end) == toggled({}, end));
  CHECK(after(TransportAction::on, Play{}, shown, end) == stepped_on({}, shown));
  CHECK(after(TransportAction::back, Play{}, shown, end) == stepped_back({}, shown));
  CHECK(after(TransportAction::faster, Play{}, shown, end).speed == 8);
  const SpeedSteps by_ten = {[](double speed) { return speed / 10; }, [](double speed) { return speed * 10; }};
  CHECK(after(TransportAction::slower, Play{}, shown, end, by_ten).speed == 0.4);
}
