#include <algorithm>

#include "core/schedules/schedules.h"
#include "tests/core/pipeline/cases.h"

using namespace shardscope;

TEST_CASE("with equal passes and m >= 2p no rank of ZB-V waits between its first and last pass, in 1F1B's memory") {
  for (const std::int32_t p : {1, 2, 3, 4, 6, 8, 16})
    for (const std::int32_t m : {2 * p, 4 * p + 1}) {
      const Schedule schedule = test::schedule_of(ScheduleKind::zb_v, {p, 2, m});
      const Timeline timeline =
          simulate(schedule, test::equal_times(schedule, {Seconds{1}, Seconds{0}, Seconds{1}, Seconds{1}}));
      for (std::int32_t rank = 0; rank < p; ++rank)
        CHECK(timeline.lane(rank).back().end - timeline.lane(rank).front().start == doctest::Approx(6 * m));
      const std::vector<double> held = peak_held(schedule, std::vector<double>(static_cast<std::size_t>(2 * p), 1));
      CHECK(*std::max_element(held.begin(), held.end()) <= 2 * p);
    }
}

TEST_CASE("ZB-V's order runs whatever the times of its stages, within any limit from 2p") {
  for (const std::int32_t p : {2, 3, 5, 8})
    for (const std::int32_t m : {1, 2, 7, 30})
      for (unsigned seed = 1; seed <= 4; ++seed)
        for (const double limit : {2.0 * p, 2.0 * p + 1, 3.0 * p}) {
          const PassTimes times = test::random_times(test::schedule_of(ScheduleKind::v_half, {p, 2, m}), seed);
          const Outcome<Schedule> outcome = make_schedule({ScheduleKind::zb_v, p, 2, m, &times, limit});
          REQUIRE(succeeded(outcome));
          CHECK_NOTHROW(simulate(value_of(outcome), times));
          const std::vector<double> held =
              peak_held(value_of(outcome), std::vector<double>(static_cast<std::size_t>(2 * p), 1));
          CHECK(*std::max_element(held.begin(), held.end()) <= limit);
        }
}
