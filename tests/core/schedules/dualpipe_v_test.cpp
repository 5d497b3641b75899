#include "core/schedules/schedules.h"
#include "tests/core/pipeline/cases.h"

using namespace shardscope;

TEST_CASE("DualPipeV's bubble is (p-1)(FB + B - 3W), and each rank holds 2p + 1 chunks") {
  for (const std::int32_t p : {1, 2, 3, 4, 8})
    for (const std::int32_t m : {2 * p, 2 * p + 3, 5 * p}) {
      const Schedule schedule = test::schedule_of(ScheduleKind::dualpipe_v, {p, 2, m});
      const Timeline timeline =
          simulate(schedule, test::equal_times(schedule, {Seconds{1}, Seconds{0}, Seconds{1}, Seconds{1}}));
      CHECK((timeline.makespan - timeline.busy[0]).value == doctest::Approx((p - 1) * (3 + 2 - 3)));
      CHECK(peak_held(schedule, std::vector<double>(static_cast<std::size_t>(2 * p), 1)) ==
            std::vector<double>(static_cast<std::size_t>(p), 2 * p + 1));
    }
}

TEST_CASE("a shorter overlapped time makes DualPipeV's ranks busy for less") {
  const Schedule schedule = test::schedule_of(ScheduleKind::dualpipe_v, {4, 2, 16});
  PassTimes times = test::equal_times(schedule, {Seconds{1}, Seconds{0}, Seconds{1}, Seconds{1}});
  const Timeline apart = simulate(schedule, times);
  times.overlapped.assign(8, Seconds{2.4});
  const Timeline beside = simulate(schedule, times);
  CHECK(beside.makespan < apart.makespan);
  CHECK(beside.busy[0] < apart.busy[0]);
}
