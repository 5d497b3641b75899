#include <algorithm>

#include "core/schedules/schedules.h"
#include "tests/core/pipeline/cases.h"

using namespace shardscope;

TEST_CASE("ZB-H1 runs the weight passes of rank r, r micro-batches late") {
  const Schedule schedule = test::schedule_of(ScheduleKind::zb_h1, {3, 1, 4});
  CHECK(order_text(schedule, 0) == "F0.0 F0.1 F0.2 B0.0 W0.0 F0.3 B0.1 W0.1 B0.2 W0.2 B0.3 W0.3");
  CHECK(order_text(schedule, 2) == "F2.0 B2.0 F2.1 B2.1 F2.2 B2.2 W2.0 F2.3 B2.3 W2.1 W2.2 W2.3");
}

TEST_CASE("ZB-H1 takes m(F + B + W) + (p-1)(F + B - W) where m >= p") {
  for (const std::int32_t p : {1, 2, 4, 8, 16})
    for (const std::int32_t m : {p, p + 1, 4 * p})
      for (const double weight : {0.5, 0.8, 1.0}) {
        const Schedule schedule = test::schedule_of(ScheduleKind::zb_h1, {p, 1, m});
        const StageTimes times{Seconds{1}, Seconds{0}, Seconds{2 - weight}, Seconds{weight}};
        CHECK(simulate(schedule, test::equal_times(schedule, times)).makespan.value ==
              doctest::Approx(3 * m + (p - 1) * (3 - 2 * weight)));
      }
}

TEST_CASE("ZB-H1's peak is at most 1F1B's, and the same on every rank") {
  for (const std::int32_t p : {1, 2, 5, 8})
    for (const std::int32_t m : {1, 3, 8, 40}) {
      const std::vector<double> ones(static_cast<std::size_t>(p), 1);
      const auto peak = [&](ScheduleKind kind) { return peak_held(test::schedule_of(kind, {p, 1, m}), ones); };
      const std::vector<double> held = peak(ScheduleKind::zb_h1), of_1f1b = peak(ScheduleKind::one_f_one_b);
      CHECK(held == std::vector<double>(static_cast<std::size_t>(p), std::min(p, m)));
      CHECK(*std::max_element(held.begin(), held.end()) <= *std::max_element(of_1f1b.begin(), of_1f1b.end()));
    }
}

TEST_CASE("ZB-H2 takes m(F + B + W) + (p-1)·max(F, F + B - 2W) where m >= 2p-1") {
  for (const std::int32_t p : {1, 2, 4, 8, 16})
    for (const std::int32_t m : {2 * p - 1, 2 * p, 5 * p})
      for (const double weight : {0.5, 0.8, 1.0}) {
        CAPTURE(p);
        CAPTURE(m);
        CAPTURE(weight);
        const Schedule schedule = test::schedule_of(ScheduleKind::zb_h2, {p, 1, m});
        const StageTimes times{Seconds{1}, Seconds{0}, Seconds{2 - weight}, Seconds{weight}};
        CHECK(simulate(schedule, test::equal_times(schedule, times)).makespan.value ==
              doctest::Approx(3 * m + (p - 1) * std::max(1.0, 3 - 3 * weight)));
      }
}

TEST_CASE("with equal passes no rank of ZB-H2 waits between its first and last pass") {
  const Schedule schedule = test::schedule_of(ScheduleKind::zb_h2, {8, 1, 24});
  const Timeline timeline =
      simulate(schedule, test::equal_times(schedule, {Seconds{1}, Seconds{0}, Seconds{1}, Seconds{1}}));
  for (std::int32_t rank = 0; rank < 8; ++rank)
    CHECK(timeline.lane(rank).back().end - timeline.lane(rank).front().start == doctest::Approx(3 * 24));
}

TEST_CASE("every rank of ZB-H2 holds min(2p-1, m) micro-batches") {
  for (const std::int32_t p : {1, 2, 5, 8})
    for (const std::int32_t m : {1, 3, 9, 40})
      CHECK(peak_held(test::schedule_of(ScheduleKind::zb_h2, {p, 1, m}),
                      std::vector<double>(static_cast<std::size_t>(p), 1)) ==
            std::vector<double>(static_cast<std::size_t>(p), std::min(2 * p - 1, m)));
}
