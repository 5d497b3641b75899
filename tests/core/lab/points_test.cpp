#include "core/lab/points.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/core/lab/all_points.h"

using namespace shardscope;

namespace {

const LabPoint& point_of(const std::vector<LabPoint>& points, ScheduleKind kind) {
  return points[static_cast<std::size_t>(kind)];
}

}  // namespace

TEST_CASE("a point has the figures of the schedule's run, and a schedule that can't run has its words") {
  LabScenario lab;
  lab.virtual_stages = 1;
  const std::vector<LabPoint> points = test::lab_points(lab);
  REQUIRE(points.size() == known_schedules().size());
  for (const LabPoint& point : points) {
    CAPTURE(label_of(point.kind));
    const Outcome<LabRun> run = lab_run(lab, point.kind);
    CHECK(point.runs() == succeeded(run));
    if (!succeeded(run)) continue;
    CHECK(point.makespan == value_of(run).makespan());
    CHECK(point.bubble == value_of(run).bubble());
    CHECK(point.peak_micro_batches == doctest::Approx(value_of(run).peak_micro_batches()));
  }
  CHECK_FALSE(point_of(points, ScheduleKind::interleaved).runs());
  CHECK_FALSE(point_of(points, ScheduleKind::interleaved).on_front);
}

TEST_CASE("the front is what no other schedule beats in both, from the least memory to the least bubble") {
  const std::vector<LabPoint> points = test::lab_points({});
  double least_bubble = 1, least_peak = 1e9;
  for (const LabPoint& point : points) {
    if (!ways_of(point.kind).runs_backward) continue;
    least_bubble = std::min(least_bubble, point.bubble);
    least_peak = std::min(least_peak, point.peak_micro_batches);
  }
  bool has_least_bubble = false, has_least_peak = false;
  for (const LabPoint& point : points) {
    CAPTURE(label_of(point.kind));
    has_least_bubble |= point.on_front && point.bubble == least_bubble;
    has_least_peak |= point.on_front && point.peak_micro_batches == least_peak;
    for (const LabPoint& other : points)
      if (point.on_front && ways_of(other.kind).runs_backward)
        CHECK_FALSE((other.bubble < point.bubble - 1e-6 && other.peak_micro_batches < point.peak_micro_batches - 1e-6));
  }
  CHECK(has_least_bubble);
  CHECK(has_least_peak);
  CHECK(point_of(points, ScheduleKind::v_min).on_front);
  CHECK_FALSE(point_of(points, ScheduleKind::gpipe).on_front);
  CHECK_FALSE(point_of(points, ScheduleKind::forward_only).on_front);  // it does other work
}

TEST_CASE("equal points are all on the front") {
  std::vector<LabPoint> points(3);
  points[0].bubble = points[1].bubble = 0.1;
  points[0].peak_micro_batches = points[1].peak_micro_batches = 4;
  points[2].bubble = 0.2;
  points[2].peak_micro_batches = 4;
  mark_front(points);
  CHECK(points[0].on_front);
  CHECK(points[1].on_front);
  CHECK_FALSE(points[2].on_front);
}
