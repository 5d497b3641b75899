#include "core/schedules/zb_auto.h"

#include <algorithm>

#include "tests/core/pipeline/cases.h"

using namespace shardscope;

namespace {

double makespan_of(ScheduleKind kind, std::int32_t ranks, std::int32_t micro_batches, const PassTimes& times,
                   std::optional<double> limit = {}) {
  const Outcome<Schedule> outcome = make_schedule({kind, ranks, 1, micro_batches, &times, limit});
  REQUIRE(succeeded(outcome));
  return simulate(value_of(outcome), times).makespan.value;
}

}  // namespace

TEST_CASE("zb-auto keeps any limit from 1 upwards, whatever the times") {
  for (const std::int32_t p : {1, 2, 4, 7})
    for (const std::int32_t m : {1, 2, 5, 24})
      for (const double limit : {1.0, 2.5, 4.0, 7.0, 13.0})
        for (unsigned seed = 1; seed <= 3; ++seed) {
          const PassTimes times = test::random_times(test::schedule_of(ScheduleKind::one_f_one_b, {p, 1, m}), seed);
          const Outcome<Schedule> outcome = make_schedule({ScheduleKind::zb_auto, p, 1, m, &times, limit});
          REQUIRE(succeeded(outcome));
          const std::vector<double> held =
              peak_held(value_of(outcome), std::vector<double>(static_cast<std::size_t>(p), 1));
          CHECK(*std::max_element(held.begin(), held.end()) <= limit);
          CHECK_NOTHROW(simulate(value_of(outcome), times));
        }
}

TEST_CASE("zb-auto is never slower than ZB-H1 and ZB-H2 within their memory") {
  for (const std::int32_t p : {2, 4, 8, 16})
    for (unsigned seed = 1; seed <= 5; ++seed) {
      const std::int32_t m = 4 * p;
      const PassTimes times = test::random_times(test::schedule_of(ScheduleKind::one_f_one_b, {p, 1, m}), seed);
      CHECK(makespan_of(ScheduleKind::zb_auto, p, m, times, p) <= makespan_of(ScheduleKind::zb_h1, p, m, times));
      CHECK(makespan_of(ScheduleKind::zb_auto, p, m, times, 2 * p - 1) <=
            makespan_of(ScheduleKind::zb_h2, p, m, times));
    }
}
