#include <algorithm>

#include "core/schedules/schedules.h"
#include "tests/core/pipeline/cases.h"

using namespace shardscope;

TEST_CASE("interleaving takes a group of as many micro-batches as ranks through chunk after chunk") {
  const Schedule schedule = test::schedule_of(ScheduleKind::interleaved, {2, 2, 4});
  CHECK(order_text(schedule, 0) == "F0.0 F0.1 F2.0 F2.1 F0.2 D2.0 F0.3 D2.1 F2.2 D0.0 F2.3 D0.1 D2.2 D2.3 D0.2 D0.3");
  CHECK(order_text(schedule, 1) == "F1.0 F1.1 F3.0 D3.0 F3.1 D3.1 F1.2 D1.0 F1.3 D1.1 F3.2 D3.2 F3.3 D3.3 D1.2 D1.3");
}

TEST_CASE("interleaving holds 2(p-r-1) + (v-1)p + 1 chunk inputs, or all of them") {
  for (const test::Size size : test::sizes_of(ScheduleKind::interleaved)) {
    CAPTURE(size.ranks);
    CAPTURE(size.virtual_stages);
    CAPTURE(size.micro_batches);
    const Schedule schedule = test::schedule_of(ScheduleKind::interleaved, size);
    const std::vector<double> peak =
        peak_held(schedule, std::vector<double>(static_cast<std::size_t>(schedule.stages()), 1));
    for (std::int32_t rank = 0; rank < size.ranks; ++rank) {
      const std::int32_t formula = 2 * (size.ranks - rank - 1) + (size.virtual_stages - 1) * size.ranks + 1;
      CHECK(peak[static_cast<std::size_t>(rank)] == std::min(formula, size.virtual_stages * size.micro_batches));
    }
  }
}
