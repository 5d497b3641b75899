#include <algorithm>

#include "core/schedules/schedules.h"
#include "tests/core/pipeline/cases.h"

using namespace shardscope;

TEST_CASE("1F1B-V holds (2p+1)/3 micro-batches' worth of a rank's stages, rounded up") {
  for (const std::int32_t p : {1, 2, 3, 4, 5, 6, 8, 12, 32}) {
    const Schedule schedule = test::schedule_of(ScheduleKind::one_f_one_b_v, {p, 2, 4 * p});
    const std::vector<double> held = peak_held(schedule, std::vector<double>(static_cast<std::size_t>(2 * p), 0.5));
    CHECK(*std::max_element(held.begin(), held.end()) == (2 * p + 3) / 3);
  }
}

TEST_CASE("1F1B-V runs whole backwards, the second chunk's before the first's") {
  const Schedule schedule = test::schedule_of(ScheduleKind::one_f_one_b_v, {2, 2, 2});
  CHECK(order_text(schedule, 1) == "F1.0 F2.0 F1.1 F2.1 D2.0 D1.0 D2.1 D1.1");
}
