#include "core/pipeline/timeline.h"

#include "tests/core/pipeline/cases.h"

using namespace shardscope;

namespace {

double simulated_bubble(ScheduleKind kind, test::Size size) {
  const Schedule schedule = test::schedule_of(kind, size);
  const StageTimes stage{Seconds{1.5}, Seconds{0.25}, Seconds{2}, Seconds{0.75}};
  return simulate(schedule, test::equal_times(schedule, stage)).bubble_fraction();
}

}  // namespace

// Narayanan et al. 2021 (Megatron-LM), section 2.2, over the makespan instead of the ideal time.
TEST_CASE("the simulated bubble of GPipe and 1F1B is (p-1)/(m+p-1)") {
  for (const ScheduleKind kind : {ScheduleKind::gpipe, ScheduleKind::one_f_one_b})
    for (const std::int32_t p : {1, 2, 3, 4, 8, 15, 64})
      for (const std::int32_t m : {1, 2, 7, 8, 35, 64, 256}) {
        CAPTURE(p);
        CAPTURE(m);
        CHECK(simulated_bubble(kind, {p, 1, m}) == doctest::Approx((p - 1.0) / (m + p - 1.0)).epsilon(1e-12));
      }
}

TEST_CASE("the simulated bubble of interleaving is (p-1)/(v·m+p-1)") {
  for (const std::int32_t p : {1, 2, 3, 4, 8, 16})
    for (const std::int32_t v : {2, 3, 4, 8})
      for (const std::int32_t groups : {1, 2, 3, 10}) {
        const std::int32_t m = groups * p;
        CAPTURE(p);
        CAPTURE(v);
        CAPTURE(m);
        CHECK(simulated_bubble(ScheduleKind::interleaved, {p, v, m}) ==
              doctest::Approx((p - 1.0) / (v * m + p - 1.0)).epsilon(1e-12));
      }
}

TEST_CASE("a step without work has no bubble") {
  const Schedule schedule = test::schedule_of(ScheduleKind::one_f_one_b, {2, 1, 2});
  CHECK(simulate(schedule, test::equal_times(schedule, {})).bubble_fraction() == 0);
}
