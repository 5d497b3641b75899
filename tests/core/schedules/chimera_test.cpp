#include <algorithm>

#include "core/schedules/schedules.h"
#include "tests/core/pipeline/cases.h"

using namespace shardscope;

TEST_CASE("a unit of Chimera is its figure 3") {
  const Schedule schedule = test::schedule_of(ScheduleKind::chimera, {4, 1, 4});
  CHECK(order_text(schedule, 0) == "F0.0 F0.1 F3.'0 B3.'0 W3.'0 F3.'1 B3.'1 W3.'1 B0.0 W0.0 B0.1 W0.1");
  CHECK(order_text(schedule, 3) == "F0.'0 F0.'1 F3.0 B3.0 W3.0 F3.1 B3.1 W3.1 B0.'0 W0.'0 B0.'1 W0.'1");
}

TEST_CASE("where a backward takes as long as a forward, Chimera takes at most 2m + p - 2 slots, and holds p at most") {
  for (const std::int32_t p : {2, 4, 8, 16})
    for (const std::int32_t units : {1, 2, 5}) {
      const std::int32_t m = units * p;
      const Schedule schedule = test::schedule_of(ScheduleKind::chimera, {p, 1, m});
      const Timeline timeline =
          simulate(schedule, test::equal_times(schedule, {Seconds{1}, Seconds{0}, Seconds{1}, Seconds{0}}));
      CHECK(timeline.makespan.value == doctest::Approx(2 * m + p - 2));
      const std::vector<double> held = peak_held(schedule, std::vector<double>(static_cast<std::size_t>(p), 1));
      CHECK(*std::max_element(held.begin(), held.end()) <= p);
    }
}
