#include "app/lab/lab_state.h"

#include <doctest/doctest.h>

#include "tests/core/lab/all_points.h"

using namespace shardscope;

TEST_CASE("the lab opens with two schedules that run and all points") {
  const Lab lab = make_lab();
  REQUIRE(lab.charts[0].run);
  REQUIRE(lab.charts[1].run);
  CHECK(lab.points.size() == known_schedules().size());
  CHECK_FALSE(points_are_due(lab));
  CHECK_FALSE(lab_moves(lab));
  CHECK(lab_end(lab) == 117);
  CHECK(lab_held_most(lab) == doctest::Approx(11.5));
}

TEST_CASE("an edit changes charts and points, undo brings both back") {
  Lab lab = make_lab();
  LabDocument document = lab.history.present();
  document.values.ranks = 4;
  edit_lab(lab, document);
  CHECK(lab_moves(lab));
  refresh_lab(lab);
  refresh_points(lab, 1);
  CHECK(lab.charts[0].run->schedule.ranks == 4);
  CHECK(lab.points[0].makespan == lab_point(document.values, ScheduleKind::gpipe).makespan);
  lab.history.undo();
  refresh_lab(lab);
  refresh_points(lab, 1);
  CHECK(lab_end(lab) == 117);
  CHECK(lab.points[0].makespan == lab_point({}, ScheduleKind::gpipe).makespan);
}

TEST_CASE("points are computed some at a time and end up those of the present values") {
  Lab lab = make_lab();
  LabDocument document = lab.history.present();
  document.values.micro_batches = 24;
  edit_lab(lab, document);
  int rounds = 0;
  while (points_are_due(lab)) {
    refresh_points(lab, 0);  // one a call
    ++rounds;
  }
  CHECK(rounds == static_cast<int>(known_schedules().size()));
  const std::vector<LabPoint> expected = test::lab_points(document.values);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    CHECK(lab.points[i].makespan == expected[i].makespan);
    CHECK(lab.points[i].on_front == expected[i].on_front);
  }
}

TEST_CASE("a schedule that can't run leaves words, and what was followed goes where it no longer is") {
  Lab lab = make_lab();
  lab.view.micro_batch = 15;
  lab.view.stage = 7;
  lab.play.time = 110;
  LabDocument document = lab.history.present();
  document.values.virtual_stages = 1;  // interleaved wants 2
  document.values.micro_batches = 8;
  document.values.ranks = 4;
  edit_lab(lab, document);
  refresh_lab(lab);
  CHECK_FALSE(lab.charts[0].run);
  CHECK(lab.charts[0].problem.find("at least 2 virtual stages") != std::string::npos);
  REQUIRE(lab.charts[1].run);
  CHECK_FALSE(lab.view.micro_batch);
  CHECK_FALSE(lab.view.stage);
  CHECK(*lab.play.time == lab_end(lab));
  CHECK(lab_timelines(lab).size() == 1);
}

TEST_CASE("while a slow simulation's slider moves, the charts wait until it rests") {
  Lab lab = make_lab();
  lab.simulate_seconds = 2 * live_seconds_max;
  LabDocument document = lab.history.present();
  document.values.ranks = 6;
  edit_lab(lab, document);
  refresh_lab(lab, true);
  CHECK(lab.simulated->values.ranks == 8);
  CHECK(lab_moves(lab));
  refresh_lab(lab, false);
  CHECK(lab.simulated->values.ranks == 6);
}
