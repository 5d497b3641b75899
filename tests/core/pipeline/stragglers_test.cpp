#include "core/pipeline/stragglers.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "tests/core/pipeline/cases.h"

using namespace shardscope;

namespace {

Stragglers jitter_of(double jitter, std::uint64_t seed = 1) {
  Stragglers stragglers;
  stragglers.jitter = jitter;
  stragglers.seed = seed;
  return stragglers;
}

}  // namespace

TEST_CASE("jitter's factors have mean 1 and the standard deviation asked for") {
  for (const double jitter : {0.02, 0.1, 0.5}) {
    CAPTURE(jitter);
    double sum = 0, squares = 0;
    constexpr int passes = 200'000;
    for (int i = 0; i < passes; ++i) {
      const auto kind = static_cast<PassKind>(i % 3);
      const double factor = jitter_factor(jitter_of(jitter), i % 64, {kind, static_cast<std::uint16_t>(i % 5), i / 64});
      CHECK(factor > 0);
      sum += factor;
      squares += factor * factor;
    }
    const double mean = sum / passes;
    CHECK(mean == doctest::Approx(1).epsilon(4 * jitter / std::sqrt(passes)));
    CHECK(std::sqrt(squares / passes - mean * mean) == doctest::Approx(jitter).epsilon(0.02));
  }
}

TEST_CASE("a factor follows from seed, rank and pass alone, and differs between any two of them") {
  const Stragglers stragglers = jitter_of(0.1, 7);
  std::set<double> seen;
  for (std::int32_t rank = 0; rank < 8; ++rank)
    for (const PassKind kind : {PassKind::forward, PassKind::backward_input, PassKind::backward_weight})
      for (std::uint16_t chunk = 0; chunk < 3; ++chunk)
        for (std::int32_t m = 0; m < 20; ++m) {
          const double factor = jitter_factor(stragglers, rank, {kind, chunk, m});
          CHECK(factor == jitter_factor(stragglers, rank, {kind, chunk, m}));
          CHECK(factor != jitter_factor(jitter_of(0.1, 8), rank, {kind, chunk, m}));
          seen.insert(factor);
        }
  CHECK(seen.size() == 8 * 3 * 3 * 20);
}

TEST_CASE("a pass keeps its factor whether it runs alone, beside another or fused") {
  const Stragglers stragglers = jitter_of(0.2);
  CHECK(jitter_factor(stragglers, 3, {PassKind::forward, 1, 5}) ==
        jitter_factor(stragglers, 3, {PassKind::overlapped_forward, 1, 5}));
  CHECK(jitter_factor(stragglers, 3, {PassKind::backward, 1, 5}) ==
        jitter_factor(stragglers, 3, {PassKind::backward_input, 1, 5}));
}

TEST_CASE("no straggler changes no pass by a bit, whatever the seed and a factor without a rank say") {
  for (const ScheduleKind kind : known_schedules()) {
    const Schedule schedule = test::schedule_of(kind, test::sizes_of(kind).back());
    const PassTimes times = test::random_times(schedule, 3);
    const Timeline clean = simulate(schedule, times);
    for (const Stragglers& stragglers :
         {Stragglers{{}, 3, 0, 9}, Stragglers{0, 1, 0, 1}, Stragglers{10'000, 2, 0, 1}}) {
      const Timeline other = simulate(schedule, times, stragglers);
      CHECK(other.makespan == clean.makespan);
      CHECK(other.busy == clean.busy);
      CHECK(std::equal(clean.records.begin(), clean.records.end(), other.records.begin(),
                       [](const PassRecord& a, const PassRecord& b) {
                         return a.start == b.start && a.end == b.end && a.pass == b.pass;
                       }));
    }
  }
}

TEST_CASE("a slow rank works so many times as long, the others as long as ever, and the step gets no shorter") {
  test::for_each_schedule([&](ScheduleKind, const Schedule& schedule, test::Size size) {
    const PassTimes times = test::random_times(schedule, 11);
    const Timeline clean = simulate(schedule, times);
    const std::int32_t slow = size.ranks / 2;
    const Timeline timeline = simulate(schedule, times, {slow, 1.5, 0, 1});
    CHECK(timeline.makespan >= clean.makespan);
    for (std::int32_t rank = 0; rank < size.ranks; ++rank) {
      const auto r = static_cast<std::size_t>(rank);
      CHECK(timeline.busy[r].value == doctest::Approx(clean.busy[r].value * (rank == slow ? 1.5 : 1)));
    }
  });
}

TEST_CASE("a last rank twice as slow as the others never waits in 1F1B, and paces the step") {
  // It waits for the first forward to reach it, works 2·m·(F + B + W), and its last input gradient has three ranks to
  // go.
  const Schedule schedule = test::schedule_of(ScheduleKind::one_f_one_b, {4, 1, 16});
  const PassTimes times = test::equal_times(schedule, {Seconds{1}, Seconds{0}, Seconds{1}, Seconds{1}});
  CHECK(simulate(schedule, times, {3, 2, 0, 1}).makespan.value == doctest::Approx(3 + 2 * 16 * 3 + 3 * 2));
}

TEST_CASE("with jitter each pass takes its time by its factor, and dependencies still hold") {
  for (const ScheduleKind kind : known_schedules()) {
    CAPTURE(json_name(kind));
    const Schedule schedule = test::schedule_of(kind, test::sizes_of(kind).back());
    const PassTimes times = test::random_times(schedule, 5);
    const Stragglers stragglers{1, 1.3, 0.25, 42};
    const Timeline timeline = simulate(schedule, times, stragglers), clean = simulate(schedule, times, {1, 1.3, 0, 1});
    const Timeline again = simulate(schedule, times, stragglers);
    CHECK(again.makespan == timeline.makespan);
    for (std::int32_t rank = 0; rank < timeline.ranks; ++rank) {
      const auto lane = timeline.lane(rank), clean_lane = clean.lane(rank);
      double busy = 0;
      for (std::size_t i = 0; i < lane.size(); ++i) {
        // A pair has the factor of its forward.
        const bool second = lane[i].pass.kind == PassKind::overlapped_backward;
        const double factor = jitter_factor(stragglers, rank, lane[second ? i - 1 : i].pass);
        const double length = clean_lane[i].end - clean_lane[i].start;
        CHECK(lane[i].end - lane[i].start == doctest::Approx(length * factor));
        if (i > 0) CHECK(lane[i].start >= lane[i - 1].end);
        busy += lane[i].end - lane[i].start;
      }
      CHECK(timeline.busy[static_cast<std::size_t>(rank)].value == doctest::Approx(busy));
    }
  }
}
