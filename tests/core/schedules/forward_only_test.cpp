#include "core/pipeline/held_index.h"
#include "core/schedules/schedules.h"
#include "tests/core/pipeline/cases.h"

using namespace shardscope;

TEST_CASE("forward-only runs every micro-batch once, in order, and nothing else") {
  const Schedule schedule = test::schedule_of(ScheduleKind::forward_only, {2, 1, 3});
  CHECK(order_text(schedule, 0) == "F0.0 F0.1 F0.2");
  CHECK(order_text(schedule, 1) == "F1.0 F1.1 F1.2");
  CHECK_FALSE(schedules::forward_only.splits_backward);
  CHECK_FALSE(schedules::forward_only.runs_backward);
}

TEST_CASE("with equal stages forward-only lasts m + p - 1 forwards and idles p - 1 of them") {
  for (const std::int32_t p : {1, 2, 3, 4, 8, 16})
    for (const std::int32_t m : {1, 2, 5, 16, 64}) {
      CAPTURE(p);
      CAPTURE(m);
      const Schedule schedule = test::schedule_of(ScheduleKind::forward_only, {p, 1, m});
      const double forward = 1.5;
      const Timeline timeline =
          simulate(schedule, test::equal_times(schedule, {Seconds{forward}, Seconds{9}, Seconds{9}, Seconds{9}}));
      CHECK(timeline.makespan.value == doctest::Approx((m + p - 1) * forward));
      CHECK(timeline.bubble_fraction() == doctest::Approx((p - 1.0) / (m + p - 1.0)).epsilon(1e-12));
      for (const Seconds busy : timeline.busy) CHECK(busy.value == doctest::Approx(m * forward));
    }
}

TEST_CASE("the slowest stage sets forward-only's pace, transfers fill the pipeline alone") {
  const Schedule schedule = test::schedule_of(ScheduleKind::forward_only, {3, 1, 10});
  PassTimes times = test::equal_times(schedule, {Seconds{1}, Seconds{0}, Seconds{0}, Seconds{0}}, 0.25);
  times.stages[1].forward = Seconds{2};
  CHECK(simulate(schedule, times).makespan.value == doctest::Approx(1 + 10 * 2 + 1 + 2 * 0.25));
}

TEST_CASE("a rank of forward-only holds the micro-batch that it works on, and nothing at the end") {
  const Schedule schedule = test::schedule_of(ScheduleKind::forward_only, {4, 1, 8});
  for (const double held : peak_held(schedule, std::vector<double>(4, 1))) CHECK(held == 1);
  const Timeline timeline =
      simulate(schedule, test::equal_times(schedule, {Seconds{1}, Seconds{0}, Seconds{0}, Seconds{0}}));
  const HeldIndex held = build_held_index(timeline, std::vector<double>(4, 3));
  CHECK(held.peaks == std::vector<double>(4, 3));
  CHECK(held_at(timeline, held, 2, timeline.lane(2).back().end) == 0);
}

TEST_CASE("forward-only has one chunk per rank") {
  CHECK(succeeded(make_schedule({ScheduleKind::forward_only, 3, 1, 1})));
  CHECK(problems_of(make_schedule({ScheduleKind::forward_only, 4, 2, 8})).at(0).message ==
        "forward-only has 1 virtual stage per rank, not 2; use interleaved, or 1");
}
