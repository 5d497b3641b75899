#include "core/pipeline/held_index.h"

#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "tests/core/pipeline/cases.h"

using namespace shardscope;

namespace {

struct HeldCase {
  Timeline timeline;
  HeldIndex held;
  std::vector<double> cost;
};

HeldCase held_case(ScheduleKind kind, std::int32_t ranks, std::int32_t virtual_stages, std::int32_t micro_batches) {
  const auto schedule = make_schedule({kind, ranks, virtual_stages, micro_batches});
  REQUIRE(succeeded(schedule));
  PassTimes times;
  for (std::int32_t stage = 0; stage < value_of(schedule).stages(); ++stage)
    times.stages.push_back({Seconds{1 + 0.1 * (stage % 3)}, Seconds{0}, Seconds{1.3}, Seconds{0.6}});
  times.transfer = Seconds{0.07};
  HeldCase made{simulate(value_of(schedule), times), {}, {}};
  for (std::int32_t i = 0; i < made.timeline.ranks * made.timeline.virtual_stages; ++i)
    made.cost.push_back(1 + i % made.timeline.virtual_stages);
  made.held = build_held_index(made.timeline, made.cost);
  return made;
}

/// By its meaning: every forward that has begun whose chunk no pass has freed yet.
double held_by_count(const HeldCase& made, std::int32_t rank, double time) {
  double held = 0;
  for (const PassRecord& bar : made.timeline.lane(rank)) {
    const auto chunk = static_cast<std::size_t>(rank * made.timeline.virtual_stages + bar.pass.chunk);
    if (role_of(bar.pass.kind) == PassRole::forward && bar.start <= time) held += made.cost[chunk];
    if (frees_activations(bar.pass.kind) && bar.end <= time) held -= made.cost[chunk];
  }
  return held;
}

}  // namespace

TEST_CASE("what a rank holds at a moment is what has begun and wasn't freed") {
  std::mt19937 random(7);
  for (const ScheduleKind kind : {ScheduleKind::one_f_one_b, ScheduleKind::interleaved, ScheduleKind::zb_h1,
                                  ScheduleKind::zb_v, ScheduleKind::dualpipe}) {
    CAPTURE(label_of(kind));
    const HeldCase made = held_case(kind, 4, kind == ScheduleKind::interleaved ? 3 : 1, 16);
    std::uniform_real_distribution<double> moments(-1, made.timeline.makespan.value + 1);
    for (int i = 0; i < 400; ++i) {
      const double time = moments(random);
      for (std::int32_t rank = 0; rank < 4; ++rank)
        CHECK(held_at(made.timeline, made.held, rank, time) == doctest::Approx(held_by_count(made, rank, time)));
    }
  }
}

TEST_CASE("a column has the most of its moments, at every zoom") {
  const HeldCase made = held_case(ScheduleKind::interleaved, 4, 2, 200);
  std::mt19937 random(11);
  std::uniform_real_distribution<double> share(0, 1);
  for (int i = 0; i < 40; ++i) {
    const double length = made.timeline.makespan.value * std::pow(share(random), 4);
    const double start = (made.timeline.makespan.value - length) * share(random);
    std::vector<float> columns(37);
    held_columns(made.timeline, made.held, i % 4, {start, start + length}, columns);
    for (std::size_t column = 0; column < columns.size(); ++column) {
      const double from = start + length * static_cast<double>(column) / 37, to = from + length / 37;
      // What is held changes upwards only where a bar starts.
      double most = held_by_count(made, i % 4, from);
      for (const PassRecord& bar : made.timeline.lane(i % 4))
        if (bar.start > from && bar.start < to) most = std::max(most, held_by_count(made, i % 4, bar.start));
      CHECK(columns[column] == doctest::Approx(most));
    }
  }
}

TEST_CASE("the peak of the index is the schedule's peak") {
  for (const ScheduleKind kind : known_schedules()) {
    CAPTURE(label_of(kind));
    const auto schedule = make_schedule({kind, 4, kind == ScheduleKind::interleaved ? 2 : 1, 16});
    REQUIRE(succeeded(schedule));
    PassTimes times;
    times.stages.resize(static_cast<std::size_t>(value_of(schedule).stages()),
                        {Seconds{1}, Seconds{0}, Seconds{1}, Seconds{1}});
    const Timeline timeline = simulate(value_of(schedule), times);
    const std::vector<double> ones(static_cast<std::size_t>(timeline.ranks * timeline.virtual_stages), 1);
    double most = 0;
    for (const double peak : peak_held(value_of(schedule), std::vector<double>(times.stages.size(), 1)))
      most = std::max(most, peak);
    CHECK(build_held_index(timeline, ones).peak == most);
  }
}

TEST_CASE("what is always there and what a backward adds are on top of the micro-batches") {
  const HeldCase made = held_case(ScheduleKind::one_f_one_b, 4, 1, 8);
  const std::vector<double> always = {10, 20, 30, 40}, beside(4, 0.5);
  const HeldIndex held = build_held_index(made.timeline, made.cost, {always, beside});
  for (std::int32_t rank = 0; rank < 4; ++rank) {
    const double base = always[static_cast<std::size_t>(rank)];
    CHECK(held_at(made.timeline, held, rank, -1) == doctest::Approx(base));
    CHECK(held_at(made.timeline, held, rank, made.timeline.makespan.value + 1) == doctest::Approx(base));
    for (const PassRecord& bar : made.timeline.lane(rank)) {
      const double middle = (bar.start + bar.end) / 2;
      const double extra = role_of(bar.pass.kind) == PassRole::backward ? 0.5 : 0;
      CHECK(held_at(made.timeline, held, rank, middle) ==
            doctest::Approx(base + extra + held_by_count(made, rank, middle)));
    }
  }
  CHECK(held.peak == doctest::Approx(41.5));
  for (std::size_t rank = 0; rank < 4; ++rank)
    CHECK(held.peaks[rank] == doctest::Approx(always[rank] + 0.5 + static_cast<double>(4 - rank)));
}

TEST_CASE("what an input gradient makes again is there until the weight gradient, as the walk over passes counts it") {
  const Schedule schedule = test::schedule_of(ScheduleKind::zb_h1, {4, 1, 16});
  const Timeline timeline = simulate(schedule, test::random_times(schedule, 3), {});
  const std::vector<double> cost(4, 1.0), redone(4, 3.0), beside(4, 7.0);
  const HeldIndex held = build_held_index(timeline, cost, {{}, beside, redone});
  for (std::int32_t rank = 0; rank < 4; ++rank) {
    double amount = 0, most = 0;
    for (const PassRecord& bar : timeline.lane(rank)) {
      if (bar.pass.kind == PassKind::forward) amount += 1;
      if (bar.pass.kind == PassKind::backward_input) amount += 3;
      const bool whole = bar.pass.kind == PassKind::backward;
      CHECK(held_at(timeline, held, rank, (bar.start + bar.end) / 2) == doctest::Approx(amount + (whole ? 7 : 0)));
      most = std::max(most, amount + (whole ? 7 : 0));
      if (bar.pass.kind == PassKind::backward_weight) amount -= 4;
      if (whole) amount -= 1;
    }
    CHECK(amount == 0);
    const std::vector<HeldAtPeak> peak = held_at_peak(schedule, {cost, redone, beside});
    CHECK(most == peak[static_cast<std::size_t>(rank)].chunks[0] +
                      3.0 * peak[static_cast<std::size_t>(rank)].redone[0] +
                      (peak[static_cast<std::size_t>(rank)].in_backward ? 7 : 0));
  }
}
