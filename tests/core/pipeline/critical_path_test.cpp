#include "core/pipeline/critical_path.h"

#include <algorithm>
#include <array>

#include "tests/core/pipeline/cases.h"
#include "tests/core/pipeline/index_helpers.h"

using namespace shardscope;

namespace {

struct PathCase {
  Timeline timeline;
  TimelineIndex index;
  CriticalPath path;
};

PathCase path_case(const Schedule& schedule, const PassTimes& times, const Stragglers& stragglers = {}) {
  PathCase made{simulate(schedule, times, stragglers), {}, {}};
  made.index = build_timeline_index(made.timeline, {});
  made.path = critical_path(made.timeline, made.index);
  return made;
}

void check_path(const PathCase& made) {
  double now = 0, transfers = 0;
  for (const CriticalStep& step : made.path.steps) {
    const PassRecord& record = made.timeline.lane(step.pass.rank)[step.pass.bar];
    CHECK(record.start == now + step.transfer);
    CHECK(test::is_on_path(made.path, step.pass));
    now = record.end;
    transfers += step.transfer > 0 ? 1 : 0;
  }
  CHECK(now == made.timeline.makespan.value);
  CHECK((made.path.passes + made.path.transfers).value == doctest::Approx(now));
  CHECK(transfers == made.path.transfer_count);
}

}  // namespace

TEST_CASE("the critical path runs without a gap from second 0 to the makespan, in every schedule") {
  for (const ScheduleKind kind : known_schedules())
    for (const test::Size size : test::sizes_of(kind))
      for (unsigned seed = 1; seed <= 3; ++seed)
        for (const bool blocking : {false, true}) {
          CAPTURE(json_name(kind));
          CAPTURE(size.ranks);
          CAPTURE(size.micro_batches);
          CAPTURE(blocking);
          const Schedule schedule = test::schedule_of(kind, size);
          PassTimes times = test::random_times(schedule, seed);
          times.transfers_block = blocking;
          check_path(path_case(schedule, times, {0, 1, 0.1 * (seed - 1), seed}));
        }
}

TEST_CASE("a second more on the path's pass is a second more of the step; less elsewhere gains nothing") {
  const Schedule schedule = test::schedule_of(ScheduleKind::one_f_one_b, {4, 1, 8});
  const PassTimes times = test::random_times(schedule, 2);
  const PathCase made = path_case(schedule, times);
  for (std::size_t stage = 0; stage < 4; ++stage) {
    CAPTURE(stage);
    double forwards = 0;
    for (const CriticalStep& step : made.path.steps) {
      const Pass pass = made.timeline.lane(step.pass.rank)[step.pass.bar].pass;
      if (step.pass.rank == static_cast<std::int32_t>(stage) && pass.kind == PassKind::forward) ++forwards;
    }
    PassTimes longer = times;
    longer.stages[stage].forward += Seconds{0.5};
    CHECK(simulate(schedule, longer).makespan.value >= made.timeline.makespan.value + 0.5 * forwards - 1e-9);
  }
}

TEST_CASE("with equal stages 1F1B's path goes down the pipeline, through the last rank, and back") {
  const Schedule schedule = test::schedule_of(ScheduleKind::one_f_one_b, {4, 1, 8});
  const PathCase made =
      path_case(schedule, test::equal_times(schedule, {Seconds{1}, Seconds{0}, Seconds{1}, Seconds{1}}, 0.1));
  CHECK(made.path.transfer_count >= 6);
  CHECK(made.path.steps.front().pass == PassAt{0, 0});
  CHECK(made.path.steps.back().pass == PassAt{0, 15});
  CHECK(made.path.transfers.value == doctest::Approx(0.1 * static_cast<double>(made.path.transfer_count)));
}

TEST_CASE("what isn't on the path isn't critical") {
  const Schedule schedule = test::schedule_of(ScheduleKind::one_f_one_b, {4, 1, 8});
  const PathCase made = path_case(schedule, test::random_times(schedule, 8));
  std::size_t critical = 0;
  for (std::int32_t rank = 0; rank < 4; ++rank)
    for (std::size_t bar = 0; bar < made.timeline.lane(rank).size(); ++bar)
      critical += test::is_on_path(made.path, {rank, bar}) ? 1 : 0;
  CHECK(critical == made.path.steps.size());
  CHECK(critical < made.timeline.records.size());
}

TEST_CASE("with exchange and optimizer the path goes on to the step's end") {
  const Schedule schedule = test::schedule_of(ScheduleKind::one_f_one_b, {4, 1, 8});
  const Timeline timeline = simulate(schedule, test::random_times(schedule, 2));
  std::vector<StepEnd> step_ends;
  double exchanged = 0;
  const std::array<double, 4> exposed = {0.5, 0.1, 60, 0.2}, optimizer = {1, 3, 1, 1};  // rank 2's exchange is the last
  for (std::int32_t rank = 0; rank < 4; ++rank)
    exchanged = std::max(exchanged, timeline.lane(rank).back().end + exposed[static_cast<std::size_t>(rank)]);
  for (std::int32_t rank = 0; rank < 4; ++rank) {
    const auto r = static_cast<std::size_t>(rank);
    const double end = timeline.lane(rank).back().end;
    step_ends.push_back(
        {{end, end + exposed[r]}, {exchanged, exchanged + optimizer[r]}, {exchanged + 3, exchanged + 3.5}});
  }
  const TimelineIndex index = build_timeline_index(timeline, step_ends);
  const CriticalPath path = critical_path(timeline, index);
  CHECK(path.steps.back().pass.rank == 2);
  REQUIRE(path.step_end.size() == 3);
  CHECK(path.step_end[0].rank == 2);
  CHECK(path.step_end[1].rank == 1);
  double now = (path.passes + path.transfers).value;
  for (const CriticalEnd& part : path.step_end) {
    CHECK(part.range.start == doctest::Approx(now));
    now = part.range.end;
  }
  CHECK(now == doctest::Approx(index.step));
}
