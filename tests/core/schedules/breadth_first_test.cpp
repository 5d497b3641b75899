#include "core/schedules/schedules.h"
#include "tests/core/pipeline/cases.h"

using namespace shardscope;

TEST_CASE("breadth-first takes all micro-batches through a chunk before the next, and back the same way") {
  const Schedule schedule = test::schedule_of(ScheduleKind::breadth_first, {2, 2, 2});
  CHECK(order_text(schedule, 0) == "F0.0 F0.1 F2.0 F2.1 D2.0 D2.1 D0.0 D0.1");
  CHECK(order_text(schedule, 1) == "F1.0 F1.1 F3.0 F3.1 D3.0 D3.1 D1.0 D1.1");
}

TEST_CASE("breadth-first takes (v·m + p-1)(F + B + W) where m >= p, and holds everything") {
  for (const std::int32_t p : {1, 2, 4, 8})
    for (const std::int32_t v : {1, 2, 5})
      for (const std::int32_t m : {p, p + 1, 3 * p}) {
        const Schedule schedule = test::schedule_of(ScheduleKind::breadth_first, {p, v, m});
        const Timeline timeline =
            simulate(schedule, test::equal_times(schedule, {Seconds{1}, Seconds{0.5}, Seconds{1}, Seconds{0.75}}));
        CHECK(timeline.makespan.value == doctest::Approx((v * m + p - 1) * 3.25));
        CHECK(timeline.bubble_fraction() == doctest::Approx((p - 1.0) / (v * m + p - 1)));
        CHECK(peak_held(schedule, std::vector<double>(static_cast<std::size_t>(p * v), 1)) ==
              std::vector<double>(static_cast<std::size_t>(p), v * m));
      }
}
