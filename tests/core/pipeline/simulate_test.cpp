#include <algorithm>
#include <map>
#include <tuple>

#include "core/pipeline/totals.h"
#include "tests/core/pipeline/cases.h"

using namespace shardscope;

namespace {

constexpr unsigned seeds = 5;

// Calls check(schedule, times, timeline) for each known schedule, size and seed, fused and split.
template <class Check>
void for_simulated_steps(const Check& check) {
  for (const ScheduleKind kind : known_schedules())
    for (const test::Size size : test::sizes_of(kind))
      for (unsigned seed = 1; seed <= seeds; ++seed)
        for (const bool split : {false, true}) {
          CAPTURE(static_cast<int>(kind));
          CAPTURE(size.ranks);
          CAPTURE(size.virtual_stages);
          CAPTURE(size.micro_batches);
          CAPTURE(seed);
          CAPTURE(split);
          const Schedule fused = test::schedule_of(kind, size);
          const Schedule schedule = split ? test::split(fused) : fused;
          const PassTimes times = test::random_times(schedule, seed);
          check(schedule, times, simulate(schedule, times));
        }
}

using Ends = std::map<std::tuple<PassRole, std::int32_t, std::int32_t>, std::pair<std::int32_t, double>>;

// When both of an overlapped pair have ended, else the pass itself.
double end_of(std::span<const PassRecord> lane, std::size_t i) {
  return lane[i].pass.kind == PassKind::overlapped_forward ? lane[i + 1].end : lane[i].end;
}

// Rank and end of each pass, by role, stage and micro-batch.
Ends ends_of(const Schedule& schedule, const Timeline& timeline) {
  Ends ends;
  for (std::int32_t rank = 0; rank < timeline.ranks; ++rank) {
    const auto lane = timeline.lane(rank);
    for (std::size_t i = 0; i < lane.size(); ++i) {
      const Pass pass = lane[i].pass;
      ends[{role_of(pass.kind), schedule.stage_of(rank, pass.chunk), pass.micro_batch}] = {rank, end_of(lane, i)};
    }
  }
  return ends;
}

// The earliest moment at which a pass's input has arrived at its rank.
double ready_at(const Schedule& schedule, const PassTimes& times, const Ends& ends, std::int32_t rank, Pass pass) {
  const std::int32_t stage = schedule.stage_of(rank, pass.chunk);
  const auto arrival = [&](PassRole role, std::int32_t from) {
    const auto& [sender, end] = ends.at({role, from, pass.micro_batch});
    return end + (sender == rank ? 0 : times.transfer.value);
  };
  const PassRole role = role_of(pass.kind);
  if (role == PassRole::weight) return arrival(PassRole::backward, stage);
  if (role == PassRole::forward) return stage == 0 ? 0 : arrival(PassRole::forward, stage - 1);
  const double own = arrival(PassRole::forward, stage);
  return stage + 1 == schedule.stages() ? own : std::max(own, arrival(PassRole::backward, stage + 1));
}

}  // namespace

TEST_CASE("a step of two ranks by hand, transfer included") {
  // Rank 0: F0 0-1, F1 1-2. Rank 1: F0 from 1.5 for 2, its backward for 4 to 7.5, F1 to 9.5, its backward to 13.5.
  // Rank 0: backward of 0 at 8 for 3, of 1 at 14 for 3.
  const Schedule schedule = test::schedule_of(ScheduleKind::one_f_one_b, {2, 1, 2});
  const PassTimes times{
      {{Seconds{1}, Seconds{0}, Seconds{2}, Seconds{1}}, {Seconds{2}, Seconds{1}, Seconds{1}, Seconds{2}}},
      Seconds{0.5}};
  const Timeline timeline = simulate(schedule, times);
  const auto starts = [&](std::int32_t rank) {
    std::vector<double> all;
    for (const PassRecord& record : timeline.lane(rank)) all.push_back(record.start);
    return all;
  };
  CHECK(starts(0) == std::vector<double>{0, 1, 8, 14});
  CHECK(starts(1) == std::vector<double>{1.5, 3.5, 7.5, 9.5});
  CHECK(timeline.makespan == Seconds{17});
  CHECK(timeline.busy == std::vector<Seconds>{Seconds{8}, Seconds{12}});
  CHECK(timeline.bubble_fraction() == doctest::Approx(1 - 20.0 / 34));
}

TEST_CASE("a stopped walk gives passes no times, and one that may be stopped the same as one that may not") {
  const Schedule schedule = test::schedule_of(ScheduleKind::one_f_one_b, {4, 1, 8});
  const PassTimes times{std::vector<StageTimes>(4, {Seconds{1}, Seconds{0}, Seconds{1}, Seconds{1}}), Seconds{0.5}};
  std::stop_source stop;
  CHECK(simulate(schedule, times, {}, nullptr, stop.get_token()).makespan == simulate(schedule, times).makespan);
  stop.request_stop();
  const Timeline stopped = simulate(schedule, times, {}, nullptr, stop.get_token());
  CHECK(stopped.makespan == Seconds{});
  CHECK(stopped.busy.empty());
}

TEST_CASE("without overlap both ends of a transfer stand still, in both directions at once") {
  // Rank 0: F0 0-1, sends to 1.5, F1 to 2.5, sends to 3. Rank 1: F0 from 1.5 for 2, its backward for 4 to 7.5, then its
  // gradient goes and F1's input comes: F1 8 to 10, its backward to 14. Rank 0: backward of 0 at 8 for 3, of 1 at 14.5.
  const Schedule schedule = test::schedule_of(ScheduleKind::one_f_one_b, {2, 1, 2});
  PassTimes times{{{Seconds{1}, Seconds{0}, Seconds{2}, Seconds{1}}, {Seconds{2}, Seconds{1}, Seconds{1}, Seconds{2}}},
                  Seconds{0.5}};
  times.transfers_block = true;
  const Timeline timeline = simulate(schedule, times);
  const auto starts = [&](std::int32_t rank) {
    std::vector<double> all;
    for (const PassRecord& record : timeline.lane(rank)) all.push_back(record.start);
    return all;
  };
  CHECK(starts(0) == std::vector<double>{0, 1.5, 8, 14.5});
  CHECK(starts(1) == std::vector<double>{1.5, 3.5, 8, 10});
  CHECK(timeline.makespan == Seconds{17.5});
  CHECK(timeline.busy == std::vector<Seconds>{Seconds{8}, Seconds{12}});
}

TEST_CASE("transfers that block never shorten the step, and cost nothing where they take no time") {
  for_simulated_steps([](const Schedule& schedule, const PassTimes& times, const Timeline& timeline) {
    PassTimes blocking = times;
    blocking.transfers_block = true;
    CHECK(simulate(schedule, blocking).makespan >= timeline.makespan);
    PassTimes free = times;
    free.transfer = Seconds{};
    const Seconds beside = simulate(schedule, free).makespan;
    free.transfers_block = true;
    CHECK(simulate(schedule, free).makespan == beside);
  });
}

TEST_CASE("no rank runs two passes at once, and each runs its order") {
  for_simulated_steps([](const Schedule& schedule, const PassTimes&, const Timeline& timeline) {
    for (std::int32_t rank = 0; rank < timeline.ranks; ++rank) {
      const auto lane = timeline.lane(rank);
      const auto& order = schedule.order[static_cast<std::size_t>(rank)];
      REQUIRE(lane.size() == order.size());
      for (std::size_t i = 0; i < lane.size(); ++i) {
        CHECK(lane[i].pass == order[i]);
        CHECK(lane[i].start >= (i == 0 ? 0 : lane[i - 1].end));
      }
    }
  });
}

TEST_CASE("every pass starts as soon as its input is there and its rank is free, and not before") {
  for_simulated_steps([](const Schedule& schedule, const PassTimes& times, const Timeline& timeline) {
    const Ends ends = ends_of(schedule, timeline);
    for (std::int32_t rank = 0; rank < timeline.ranks; ++rank) {
      const auto lane = timeline.lane(rank);
      double free_at = 0;
      for (std::size_t i = 0; i < lane.size(); ++i) {
        double ready = ready_at(schedule, times, ends, rank, lane[i].pass);
        const bool pair = lane[i].pass.kind == PassKind::overlapped_forward;
        if (pair) ready = std::max(ready, ready_at(schedule, times, ends, rank, lane[i + 1].pass));
        CHECK(lane[i].start == std::max(free_at, ready));
        if (pair) CHECK(lane[i + 1].start == lane[i].end);
        if (pair) ++i;
        free_at = lane[i].end;
      }
    }
  });
}

TEST_CASE("work is conserved: each rank is busy for the sum of its stages' times, split or not") {
  for_simulated_steps([](const Schedule& schedule, const PassTimes& times, const Timeline& timeline) {
    for (std::int32_t rank = 0; rank < timeline.ranks; ++rank) {
      Seconds work;
      for (std::int32_t chunk = 0; chunk < schedule.virtual_stages; ++chunk) {
        const StageTimes& stage = times.stages[static_cast<std::size_t>(schedule.stage_of(rank, chunk))];
        const Seconds back = stage.recompute + stage.backward_input + stage.backward_weight;
        work += static_cast<double>(schedule.micro_batches) / test::copies_of(schedule) *
                (stage.forward + (test::runs_backward(schedule) ? back : Seconds{}));
      }
      double drawn = 0;
      for (const PassRecord& record : timeline.lane(rank)) drawn += record.end - record.start;
      CHECK(timeline.busy[static_cast<std::size_t>(rank)].value == doctest::Approx(work.value));
      CHECK(drawn == doctest::Approx(work.value));
    }
  });
}

TEST_CASE("the makespan lies between the busiest rank and the sum of all work and transfers") {
  for_simulated_steps([](const Schedule& schedule, const PassTimes& times, const Timeline& timeline) {
    Seconds busiest, sum;
    for (const Seconds busy : timeline.busy) {
      busiest = max(busiest, busy);
      sum += busy;
    }
    const double transfers = 2.0 * schedule.stages() * schedule.micro_batches;
    CHECK(timeline.makespan.value >= busiest.value * (1 - 1e-12));
    CHECK(timeline.makespan.value <= (sum + transfers * times.transfer).value * (1 + 1e-12));
  });
}

TEST_CASE("a slower stage or transfer never shortens the step") {
  for_simulated_steps([](const Schedule& schedule, const PassTimes& times, const Timeline& timeline) {
    std::mt19937 random(static_cast<unsigned>(schedule.stages()));
    PassTimes slower = times;
    StageTimes& stage = slower.stages[random() % slower.stages.size()];
    stage.forward *= 1.25;
    CHECK(simulate(schedule, slower).makespan >= timeline.makespan);
    stage.backward_input *= 1.5;
    CHECK(simulate(schedule, slower).makespan >= timeline.makespan);
    slower = times;
    slower.transfer *= 2;
    CHECK(simulate(schedule, slower).makespan >= timeline.makespan);
  });
}

TEST_CASE("a split backward lets the stage before start earlier than a fused one does") {
  const Schedule fused = test::schedule_of(ScheduleKind::one_f_one_b, {4, 1, 8});
  const PassTimes times = test::equal_times(fused, {Seconds{1}, Seconds{0}, Seconds{1}, Seconds{1}});
  CHECK(simulate(test::split(fused), times).makespan < simulate(fused, times).makespan);
}

TEST_CASE("ranks that hold one stage may each have its own times, as a mirrored schedule's two do") {
  const Schedule schedule = test::schedule_of(ScheduleKind::dualpipe, {2, 1, 4});
  PassTimes times = test::equal_times(schedule, {Seconds{1}, Seconds{0}, Seconds{1}, Seconds{1}});
  const Timeline alike = simulate(schedule, times);
  const StageTimes quick = times.stages[0], slow{Seconds{3}, Seconds{0}, Seconds{3}, Seconds{3}};
  times.of_chunks = {quick, quick, slow, slow};
  const Timeline timeline = simulate(schedule, times);
  CHECK(timeline.busy[0] == alike.busy[0]);
  CHECK(timeline.busy[1].value == doctest::Approx(3 * alike.busy[1].value));
  times.of_chunks.pop_back();
  CHECK_THROWS(simulate(schedule, times));
}

TEST_CASE("an order that waits for itself, and times for other stages, are broken promises") {
  Schedule schedule = test::schedule_of(ScheduleKind::one_f_one_b, {2, 1, 2});
  CHECK_THROWS(simulate(schedule, PassTimes{{{}, {}, {}}, {}}));
  std::swap(schedule.order[1][0], schedule.order[1][1]);  // backward before its forward
  CHECK_THROWS(simulate(schedule, test::equal_times(schedule, {})));
}

TEST_CASE("the totals are those of the passes written down, with jitter, a slow rank and transfers that block too") {
  for_simulated_steps([](const Schedule& schedule, PassTimes times, const Timeline&) {
    for (const bool blocks : {false, true})
      for (const double jitter : {0.0, 0.1}) {
        times.transfers_block = blocks;
        Stragglers stragglers;
        stragglers.jitter = jitter;
        const Timeline timeline = simulate(schedule, times, stragglers);
        const StepTotals totals = simulate_totals(schedule, times, stragglers);
        CHECK(totals.makespan == timeline.makespan);
        CHECK(totals.busy == timeline.busy);
        double last = 0;
        for (const PassRecord& record : timeline.records) last = std::max(last, record.end);
        CHECK(totals.makespan.value == last);
      }
  });
}
