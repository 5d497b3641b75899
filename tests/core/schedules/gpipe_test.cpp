#include "core/schedules/schedules.h"
#include "tests/core/pipeline/cases.h"

using namespace shardscope;

TEST_CASE("GPipe runs every forward, then the backwards from the last micro-batch to the first, as its figure 2c") {
  const Schedule schedule = test::schedule_of(ScheduleKind::gpipe, {2, 1, 3});
  CHECK(order_text(schedule, 0) == "F0.0 F0.1 F0.2 D0.2 D0.1 D0.0");
  CHECK(order_text(schedule, 1) == "F1.0 F1.1 F1.2 D1.2 D1.1 D1.0");
}

TEST_CASE("GPipe holds every micro-batch on every rank") {
  const Schedule schedule = test::schedule_of(ScheduleKind::gpipe, {4, 1, 9});
  CHECK(peak_held(schedule, std::vector<double>(4, 1)) == std::vector<double>(4, 9));
}
