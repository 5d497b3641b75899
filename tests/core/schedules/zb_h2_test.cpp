#include <algorithm>

#include "core/schedules/schedules.h"
#include "tests/core/pipeline/cases.h"

using namespace shardscope;

TEST_CASE("ZB-H2 takes m(F + B + W) + (p-1)·max(F, F + B - 2W) where m >= 2p-1") {
  for (const std::int32_t p : {1, 2, 4, 8, 16})
    for (const std::int32_t m : {2 * p - 1, 2 * p, 5 * p})
      for (const double weight : {0.5, 0.8, 1.0}) {
        CAPTURE(p);
        CAPTURE(m);
        CAPTURE(weight);
        const Schedule schedule = test::schedule_of(ScheduleKind::zb_h2, {p, 1, m});
        const StageTimes times{Seconds{1}, Seconds{0}, Seconds{2 - weight}, Seconds{weight}};
        CHECK(simulate(schedule, test::equal_times(schedule, times)).makespan.value ==
              doctest::Approx(3 * m + (p - 1) * std::max(1.0, 3 - 3 * weight)));
      }
}

TEST_CASE("with equal passes no rank of ZB-H2 waits between its first and last pass") {
  const Schedule schedule = test::schedule_of(ScheduleKind::zb_h2, {8, 1, 24});
  const Timeline timeline =
      simulate(schedule, test::equal_times(schedule, {Seconds{1}, Seconds{0}, Seconds{1}, Seconds{1}}));
  for (std::int32_t rank = 0; rank < 8; ++rank)
    CHECK(timeline.lane(rank).back().end - timeline.lane(rank).front().start == doctest::Approx(3 * 24));
}

TEST_CASE("every rank of ZB-H2 holds min(2p-1, m) micro-batches") {
  for (const std::int32_t p : {1, 2, 5, 8})
    for (const std::int32_t m : {1, 3, 9, 40})
      CHECK(peak_held(test::schedule_of(ScheduleKind::zb_h2, {p, 1, m}),
                      std::vector<double>(static_cast<std::size_t>(p), 1)) ==
            std::vector<double>(static_cast<std::size_t>(p), std::min(2 * p - 1, m)));
}
