#include "core/pipeline/end_passes.h"

#include <array>

#include "core/pipeline/exchange.h"
#include "core/pipeline/held_index.h"
#include "core/pipeline/timeline_index.h"
#include "tests/core/pipeline/cases.h"

using namespace shardscope;

namespace {

constexpr EndTimes some_ends{Seconds{0.25}, Seconds{0.75}, Seconds{1.5}, Seconds{0.5}};

Timeline run(const Schedule& schedule, EndTimes ends) {
  PassTimes times = test::random_times(schedule, 5);
  times.ends = ends;
  return simulate(with_end_passes(schedule), times);
}

}  // namespace

TEST_CASE("the embedding stands before each forward of the first stage, the loss behind each of the last") {
  const Schedule schedule = with_end_passes(test::schedule_of(ScheduleKind::one_f_one_b, {2, 1, 2}));
  CHECK(order_text(schedule, 0) == "E0.0 F0.0 E0.1 F0.1 D0.0 e0.0 D0.1 e0.1");
  CHECK(order_text(schedule, 1) == "F1.0 L1.0 l1.0 D1.0 F1.1 L1.1 l1.1 D1.1");
}

TEST_CASE("where the backward is split the embedding's comes behind the weight pass") {
  const Schedule schedule = with_end_passes(test::schedule_of(ScheduleKind::zb_h1, {1, 1, 1}));
  CHECK(order_text(schedule, 0) == "E0.0 F0.0 L0.0 l0.0 B0.0 W0.0 e0.0");
}

TEST_CASE("every micro-batch has each of its ends once, in any schedule, and the other passes keep their order") {
  test::for_each_schedule([&](ScheduleKind kind, const Schedule& plain, test::Size) {
    const Schedule schedule = with_end_passes(plain);
    std::array<std::int32_t, pass_kinds> count = {};
    for (std::size_t rank = 0; rank < schedule.order.size(); ++rank) {
      std::vector<Pass> others;
      for (const Pass pass : schedule.order[rank]) {
        ++count[static_cast<std::size_t>(pass.kind)];
        if (!is_end(pass.kind)) others.push_back(pass);
      }
      CHECK(others == plain.order[rank]);
    }
    const std::int32_t back = ways_of(kind).runs_backward ? schedule.micro_batches : 0;
    CHECK(count[static_cast<std::size_t>(PassKind::embedding)] == schedule.micro_batches);
    CHECK(count[static_cast<std::size_t>(PassKind::loss)] == schedule.micro_batches);
    CHECK(count[static_cast<std::size_t>(PassKind::loss_backward)] == back);
    CHECK(count[static_cast<std::size_t>(PassKind::embedding_backward)] == back);
  });
}

TEST_CASE("ends take their time on their ranks and no more: work is conserved, and ends of no length change nothing") {
  test::for_each_schedule([&](ScheduleKind kind, const Schedule& schedule, test::Size size) {
    const Timeline plain = simulate(schedule, test::random_times(schedule, 5));
    CHECK(run(schedule, {}).makespan.value == doctest::Approx(plain.makespan.value));
    const Timeline timeline = run(schedule, some_ends);
    double more = 0;
    for (std::size_t r = 0; r < timeline.busy.size(); ++r) more += (timeline.busy[r] - plain.busy[r]).value;
    const double each = 0.25 + 0.75 + (ways_of(kind).runs_backward ? 1.5 + 0.5 : 0);
    CHECK(more == doctest::Approx(each * size.micro_batches));
    CHECK(timeline.makespan.value <= plain.makespan.value + more + 1e-9);
  });
}

TEST_CASE("apart or within, 1F1B's ends make the same step: each stands beside its stage's pass") {
  const Schedule schedule = test::schedule_of(ScheduleKind::one_f_one_b, {4, 1, 8});
  PassTimes within = test::random_times(schedule, 5);
  within.stages.front().forward += some_ends.embedding;
  within.stages.front().backward_weight += some_ends.embedding_backward;
  within.stages.back().forward += some_ends.loss;
  within.stages.back().backward_weight += some_ends.loss_backward;
  CHECK(run(schedule, some_ends).makespan.value == doctest::Approx(simulate(schedule, within).makespan.value));
}

TEST_CASE("what a rank holds stays as it is, and each pass is found in the index") {
  const Schedule plain = test::schedule_of(ScheduleKind::one_f_one_b, {3, 1, 6}), schedule = with_end_passes(plain);
  const std::vector<double> cost{3, 2, 1};
  CHECK(peak_held(schedule, cost) == peak_held(plain, cost));
  const Timeline timeline = run(plain, some_ends);
  const HeldIndex held = build_held_index(timeline, cost);
  CHECK(held.peaks == peak_held(plain, cost));
  CHECK(held_at(timeline, held, 0, timeline.lane(0).back().end) == 0);
  const TimelineIndex index = build_timeline_index(timeline, {});
  const LaneIndex lane = lane_index(timeline, index, 0);
  const auto bar = find_bar(lane, {PassKind::forward, 0, 2});
  REQUIRE(bar);
  CHECK(lane.bars[*bar].pass.kind == PassKind::forward);
  CHECK(lane.bars[*bar - 1].pass.kind == PassKind::embedding);
}

TEST_CASE("the exchange sees a pass with its ends: the table's gradients are whole behind the embedding's backward") {
  const Timeline timeline = run(test::schedule_of(ScheduleKind::one_f_one_b, {2, 1, 3}), some_ends);
  for (const std::int32_t rank : {0, 1}) {
    const auto lane = timeline.lane(rank);
    const TimeRange last = last_gradient_passes(lane, 1)[0], first = first_forwards(lane, 1)[0];
    CHECK(last.end == lane.back().end);
    CHECK(last.start == lane[lane.size() - 2].start);
    CHECK(first.start == lane[0].start);
    CHECK(first.end == lane[1].end);
  }
}
