#include <algorithm>

#include "core/schedules/schedules.h"
#include "tests/core/pipeline/cases.h"

using namespace shardscope;

TEST_CASE("V-Half holds p/2 + 1 micro-batches' worth of a rank's stages, where 1F1B holds p") {
  for (const std::int32_t p : {1, 2, 3, 4, 5, 8, 16, 32}) {
    const Schedule schedule = test::schedule_of(ScheduleKind::v_half, {p, 2, 4 * p});
    const std::vector<double> held = peak_held(schedule, std::vector<double>(static_cast<std::size_t>(2 * p), 0.5));
    CHECK(*std::max_element(held.begin(), held.end()) == p / 2 + 1);
  }
}

TEST_CASE("with passes of equal length V-Half idles 3p-7 passes where p is even and 3p-4 where it is odd, from p = 3") {
  for (const std::int32_t p : {3, 4, 5, 6, 8, 9, 16}) {
    const Schedule schedule = test::schedule_of(ScheduleKind::v_half, {p, 2, 4 * p});
    const Timeline timeline =
        simulate(schedule, test::equal_times(schedule, {Seconds{1}, Seconds{0}, Seconds{1}, Seconds{1}}));
    CHECK((timeline.makespan - timeline.busy[0]).value == doctest::Approx(p % 2 == 0 ? 3 * p - 7 : 3 * p - 4));
  }
}
