#include "core/pipeline/timeline_index.h"

#include <algorithm>
#include <numeric>

#include "tests/core/pipeline/cases.h"
#include "tests/core/pipeline/index_helpers.h"

using namespace shardscope;

namespace {

struct IndexedStep {
  Timeline timeline;
  std::vector<StepEnd> step_ends;
  TimelineIndex index;
};

IndexedStep random_step(ScheduleKind kind, test::Size size, bool split, unsigned seed) {
  const Schedule fused = test::schedule_of(kind, size);
  const Schedule schedule = split ? test::split(fused) : fused;
  IndexedStep step{simulate(schedule, test::random_times(schedule, seed)), {}, {}};
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> time(0, 4);
  for (std::int32_t rank = 0; rank < size.ranks; ++rank) {
    const double start = step.timeline.lane(rank).back().end + time(random), end = start + time(random);
    const double together = end + time(random), stepped = together + time(random), next = stepped + time(random);
    step.step_ends.push_back({{start, end}, {together, stepped}, {next, next + time(random)}});
  }
  step.index = build_timeline_index(step.timeline, step.step_ends);
  return step;
}

// The work in a range, bar by bar.
WorkSums work_by_hand(const IndexedStep& step, std::int32_t rank, TimeRange range) {
  WorkSums work = {};
  double busy = 0;
  const auto add = [&](BarKind kind, double start, double end) {
    const double overlap = std::max(0.0, std::min(end, range.end) - std::max(start, range.start));
    work[static_cast<std::size_t>(kind)] += overlap;
    busy += overlap;
  };
  for (const PassRecord& bar : step.timeline.lane(rank)) {
    if (bar.pass.kind == PassKind::forward) add(BarKind::forward, bar.start, bar.end);
    if (bar.pass.kind == PassKind::backward_weight) add(BarKind::backward_weight, bar.start, bar.end);
    if (role_of(bar.pass.kind) != PassRole::backward) continue;
    const auto chunk = static_cast<std::size_t>(rank * step.timeline.virtual_stages + bar.pass.chunk);
    const double border = bar.start + step.timeline.recompute[chunk].value;
    add(BarKind::recompute, bar.start, border);
    add(BarKind::backward, border, bar.end);
  }
  const StepEnd& step_end = step.step_ends[static_cast<std::size_t>(rank)];
  add(BarKind::gradient_sync, step_end.gradients.start, step_end.gradients.end);
  add(BarKind::optimizer, step_end.optimizer.start, step_end.optimizer.end);
  add(BarKind::parameter_sync, step_end.parameters.start, step_end.parameters.end);
  work[static_cast<std::size_t>(BarKind::idle)] = range.length() - busy;
  return work;
}

const IndexedStep& some_step(bool split) {
  static const IndexedStep steps[] = {random_step(ScheduleKind::interleaved, {4, 3, 40}, false, 11),
                                      random_step(ScheduleKind::one_f_one_b, {4, 1, 100}, true, 12)};
  return steps[split ? 1 : 0];
}

}  // namespace

TEST_CASE("the work in any range equals the sum over its bars, at every zoom") {
  for (const bool split : {false, true}) {
    const IndexedStep& step = some_step(split);
    std::mt19937 random(3);
    for (std::int32_t rank = 0; rank < step.timeline.ranks; ++rank)
      for (double length = step.index.step; length > step.index.step / 2000; length /= 3)
        for (int i = 0; i < 5; ++i) {
          const double start = std::uniform_real_distribution<double>(0, step.index.step - length)(random);
          CAPTURE(rank);
          CAPTURE(start);
          CAPTURE(length);
          const WorkSums work = test::work_in(lane_index(step.timeline, step.index, rank), {start, start + length});
          const WorkSums expected = work_by_hand(step, rank, {start, start + length});
          for (std::size_t kind = 0; kind < bar_kinds; ++kind)
            CHECK(work[kind] == doctest::Approx(expected[kind]).epsilon(1e-6).scale(length));
        }
  }
}

TEST_CASE("each column's shares sum to 1 and equal the work in its stretch") {
  for (const bool split : {false, true}) {
    const IndexedStep& step = some_step(split);
    const TimeRange range{step.index.step * 0.13, step.index.step * 0.97};
    for (const std::size_t count : {1u, 7u, 333u, 4000u}) {
      std::vector<ColumnMix> columns(count);
      const LaneIndex lane = lane_index(step.timeline, step.index, 2);
      mix_columns(lane, range, columns);
      const double width = range.length() / static_cast<double>(count);
      for (std::size_t i = 0; i < count; ++i) {
        CHECK(std::accumulate(columns[i].share.begin(), columns[i].share.end(), 0.0) == doctest::Approx(1));
        const double start = range.start + static_cast<double>(i) * width;
        const WorkSums expected = work_by_hand(step, 2, {start, start + width});
        for (std::size_t kind = 0; kind < bar_kinds; ++kind)
          CHECK(columns[i].share[kind] == doctest::Approx(expected[kind] / width).epsilon(1e-4));
      }
    }
  }
}

TEST_CASE("over the whole step a lane's work is its passes and the step's end") {
  const IndexedStep& step = some_step(false);
  const WorkSums work = test::work_in(lane_index(step.timeline, step.index, 1), {0, step.index.step});
  CHECK(work[0] + work[1] + work[2] + work[3] == doctest::Approx(step.timeline.busy[1].value));
  CHECK(std::accumulate(work.begin(), work.end(), 0.0) == doctest::Approx(step.index.step));
}

TEST_CASE("the step lasts until the last rank's end, and without exchange and optimizer until the last pass's") {
  const IndexedStep& step = some_step(false);
  double last = 0;
  for (const StepEnd& step_end : step.step_ends) last = std::max(last, step_end.parameters.end);
  CHECK(step.index.step == last);
  CHECK(build_timeline_index(step.timeline, {}).step == step.timeline.makespan.value);
}

TEST_CASE("the overview's idle share is the step's") {
  const IndexedStep& step = some_step(true);
  const TimelineIndex bare = build_timeline_index(step.timeline, {});
  double idle = 0;
  for (const ColumnMix& mix : bare.overview) idle += mix.of(BarKind::idle);
  CHECK(idle / TimelineIndex::overview_columns == doctest::Approx(step.timeline.bubble_fraction()).epsilon(1e-4));
}

TEST_CASE("bars_in finds the bars that overlap a range and no others") {
  const IndexedStep& step = some_step(false);
  const LaneIndex lane = lane_index(step.timeline, step.index, 0);
  std::mt19937 random(5);
  std::uniform_real_distribution<double> time(-1, step.index.step + 1);
  for (int i = 0; i < 300; ++i) {
    const double a = time(random), b = time(random);
    const TimeRange range{std::min(a, b), std::max(a, b)};
    const BarSpan span = bars_in(lane, range);
    for (std::size_t bar = 0; bar < lane.bars.size(); ++bar) {
      const bool overlaps = lane.bars[bar].end > range.start && lane.bars[bar].start < range.end;
      CHECK(overlaps == (bar >= span.first && bar < span.last));
    }
  }
}

TEST_CASE("a moment lies in the pass, the step's end or the gap that it names") {
  for (const bool split : {false, true}) {
    const IndexedStep& step = some_step(split);
    for (std::int32_t rank = 0; rank < step.timeline.ranks; ++rank) {
      const LaneIndex lane = lane_index(step.timeline, step.index, rank);
      for (int i = 0; i < 500; ++i) {
        const double time = step.index.step * i / 500;
        const LaneState moment = lane_state_at(lane, time, step.index.step);
        CHECK(moment.range.start <= time);
        CHECK(moment.range.end > time);
        const double hair = (moment.range.end - time) / 1e3;  // short of the next bar and of the next part of this one
        const WorkSums work = work_by_hand(step, rank, {time, time + std::min(hair, 1e-6)});
        CHECK(std::max_element(work.begin(), work.end()) - work.begin() == static_cast<int>(moment.kind));
        if (moment.bar) CHECK(lane.bars[*moment.bar].start == moment.range.start);
      }
    }
  }
}

TEST_CASE("every pass is found where it runs, and passes that aren't there aren't") {
  for (const bool split : {false, true}) {
    const IndexedStep& step = some_step(split);
    for (std::int32_t rank = 0; rank < step.timeline.ranks; ++rank) {
      const LaneIndex lane = lane_index(step.timeline, step.index, rank);
      for (std::size_t i = 0; i < lane.bars.size(); ++i) CHECK(find_bar(lane, lane.bars[i].pass) == i);
      CHECK_FALSE(find_bar(lane, {PassKind::forward, 0, step.timeline.micro_batches}));
      CHECK_FALSE(find_bar(lane, {PassKind::forward, 0, -1}));
      CHECK_FALSE(find_bar(lane, {PassKind::forward, 3, 0}));
      CHECK(find_bar(lane, {PassKind::backward_weight, 0, 0}).has_value() == split);
    }
  }
}

TEST_CASE("gradient exchange beside the last passes isn't counted twice") {
  IndexedStep step = some_step(false);
  const double end = step.timeline.lane(0).back().end;
  step.step_ends[0] = {{end - 2, end + 1}, {end + 1, end + 1.5}, {}};
  step.index = build_timeline_index(step.timeline, step.step_ends);
  const WorkSums work = test::work_in(lane_index(step.timeline, step.index, 0), {0, step.index.step});
  CHECK(work[static_cast<std::size_t>(BarKind::gradient_sync)] == doctest::Approx(1));
  CHECK(std::accumulate(work.begin(), work.end(), 0.0) == doctest::Approx(step.index.step));
}
