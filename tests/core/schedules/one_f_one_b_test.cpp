#include <algorithm>

#include "core/schedules/schedules.h"
#include "tests/core/pipeline/cases.h"

using namespace shardscope;

TEST_CASE("1F1B warms up with one forward fewer on each later rank, then alternates") {
  const Schedule schedule = test::schedule_of(ScheduleKind::one_f_one_b, {3, 1, 4});
  CHECK(order_text(schedule, 0) == "F0.0 F0.1 F0.2 D0.0 F0.3 D0.1 D0.2 D0.3");
  CHECK(order_text(schedule, 1) == "F1.0 F1.1 D1.0 F1.2 D1.1 F1.3 D1.2 D1.3");
  CHECK(order_text(schedule, 2) == "F2.0 D2.0 F2.1 D2.1 F2.2 D2.2 F2.3 D2.3");
}

TEST_CASE("1F1B with fewer micro-batches than ranks is all forwards, then all backwards, on the first ranks") {
  CHECK(order_text(test::schedule_of(ScheduleKind::one_f_one_b, {4, 1, 2}), 0) == "F0.0 F0.1 D0.0 D0.1");
}

TEST_CASE("1F1B holds ranks - rank micro-batches, and never more than there are") {
  for (const test::Size size : test::sizes_of(ScheduleKind::one_f_one_b)) {
    CAPTURE(size.ranks);
    CAPTURE(size.micro_batches);
    const Schedule schedule = test::schedule_of(ScheduleKind::one_f_one_b, size);
    const std::vector<double> peak = peak_held(schedule, std::vector<double>(schedule.order.size(), 1));
    for (std::int32_t rank = 0; rank < size.ranks; ++rank)
      CHECK(peak[static_cast<std::size_t>(rank)] == std::min(size.ranks - rank, size.micro_batches));
  }
}
