#include "core/schedules/schedules.h"
#include "tests/core/pipeline/cases.h"

using namespace shardscope;

TEST_CASE("DualPipe's bubble is (p/2 - 1)(FB + B - 3W), and each rank holds p + 1 chunks, as its table 2 says") {
  for (const std::int32_t p : {2, 4, 8, 16})
    for (const std::int32_t m : {2 * p, 2 * p + 4, 5 * p}) {
      const Schedule schedule = test::schedule_of(ScheduleKind::dualpipe, {p, 1, m});
      const Timeline timeline =
          simulate(schedule, test::equal_times(schedule, {Seconds{1}, Seconds{0}, Seconds{1}, Seconds{1}}));
      CHECK((timeline.makespan - timeline.busy[0]).value == doctest::Approx((p / 2 - 1) * (3 + 2 - 3)));
      CHECK(peak_held(schedule, std::vector<double>(static_cast<std::size_t>(p), 1)) ==
            std::vector<double>(static_cast<std::size_t>(p), p + 1));
    }
}

TEST_CASE("DualPipe's two directions mirror each other") {
  const Schedule schedule = test::schedule_of(ScheduleKind::dualpipe, {6, 1, 20});
  for (std::size_t rank = 0; rank < 6; ++rank) {
    std::vector<Pass> mirrored = schedule.order[5 - rank];
    for (Pass& pass : mirrored) {
      pass.chunk = static_cast<std::uint16_t>(1 - pass.chunk);
      pass.micro_batch = (pass.micro_batch + 10) % 20;
    }
    CHECK(schedule.order[rank] == mirrored);
  }
}
