#include "core/schedules/v_pattern.h"

#include "tests/core/pipeline/cases.h"

using namespace shardscope;

TEST_CASE("a pattern becomes an order in which every pass can run, from one micro-batch on") {
  for (const ScheduleKind kind : {ScheduleKind::v_half, ScheduleKind::v_min})
    for (const std::int32_t p : {1, 2, 3, 4, 7, 9})
      for (const std::int32_t m : {1, 2, 3, 5, 20}) {
        CAPTURE(p);
        CAPTURE(m);
        const Schedule schedule = test::schedule_of(kind, {p, 2, m});
        for (const std::vector<Pass>& order : schedule.order) CHECK(order.size() == static_cast<std::size_t>(6 * m));
        CHECK_NOTHROW(simulate(schedule, test::random_times(schedule, 3)));
      }
}

TEST_CASE("the slots of a rank's pattern never meet") {
  for (const auto pattern : {v_half_pattern, v_min_pattern})
    for (std::int32_t p = 1; p <= 24; ++p)
      for (const VPattern& rank : pattern(p)) {
        std::array<int, 6> used = {};
        for (const std::int32_t slot : rank) CHECK(++used[static_cast<std::size_t>(slot % 6)] == 1);
      }
}
