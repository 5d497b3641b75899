#include <algorithm>

#include "core/schedules/schedules.h"
#include "tests/core/pipeline/cases.h"

using namespace shardscope;

TEST_CASE("V-Min holds (p+2)/3 micro-batches' worth of a rank's stages, rounded up") {
  for (const std::int32_t p : {1, 2, 3, 4, 5, 8, 16, 32}) {
    const Schedule schedule = test::schedule_of(ScheduleKind::v_min, {p, 2, 4 * p});
    const std::vector<double> held = peak_held(schedule, std::vector<double>(static_cast<std::size_t>(2 * p), 0.5));
    CHECK(*std::max_element(held.begin(), held.end()) == (p + 4) / 3);
  }
}

TEST_CASE("V-Min holds less than V-Half, and waits longer") {
  const auto of = [](ScheduleKind kind) {
    const Schedule schedule = test::schedule_of(kind, {16, 2, 64});
    const Timeline timeline =
        simulate(schedule, test::equal_times(schedule, {Seconds{1}, Seconds{0}, Seconds{1}, Seconds{1}}));
    const std::vector<double> held = peak_held(schedule, std::vector<double>(32, 1));
    return std::pair(*std::max_element(held.begin(), held.end()), timeline.bubble_fraction());
  };
  CHECK(of(ScheduleKind::v_min).first < of(ScheduleKind::v_half).first);
  CHECK(of(ScheduleKind::v_min).second > of(ScheduleKind::v_half).second);
}
