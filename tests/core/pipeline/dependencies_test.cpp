#include "core/pipeline/dependencies.h"

#include <algorithm>

#include "tests/core/pipeline/cases.h"

using namespace shardscope;

namespace {

struct LinkedCase {
  Schedule schedule;
  Timeline timeline;
  TimelineIndex index;
};

LinkedCase linked_case(const Schedule& schedule, const PassTimes& times, const Stragglers& stragglers = {}) {
  LinkedCase made{schedule, simulate(schedule, times, stragglers), {}};
  made.index = build_timeline_index(made.timeline, {});
  return made;
}

const PassRecord& record_of(const LinkedCase& made, PassAt at) {
  return made.timeline.lane(at.rank)[at.bar];
}

// Calls check(made, at, record) for every pass of all schedules at all sizes, with jitter and without.
template <class Check>
void for_all_passes(const Check& check) {
  for (const ScheduleKind kind : known_schedules())
    for (const test::Size size : test::sizes_of(kind)) {
      if (size.ranks * size.micro_batches * size.virtual_stages > 1000) continue;
      const Schedule schedule = test::schedule_of(kind, size);
      const double jitter = size.ranks % 2 == 0 ? 0.1 : 0;
      const LinkedCase made = linked_case(schedule, test::random_times(schedule, 21), {0, 1.1, jitter, 3});
      CAPTURE(json_name(kind));
      CAPTURE(size.ranks);
      CAPTURE(size.micro_batches);
      for (std::int32_t rank = 0; rank < size.ranks; ++rank)
        for (std::size_t bar = 0; bar < made.timeline.lane(rank).size(); ++bar)
          check(made, PassAt{rank, bar}, made.timeline.lane(rank)[bar]);
    }
}

}  // namespace

TEST_CASE("every pass starts the moment its latest dependency is there, and at 0 where it has none") {
  for_all_passes([](const LinkedCase& made, PassAt at, const PassRecord& record) {
    const auto waited = waited_for(made.timeline, made.index, at);
    CHECK(record.start == (waited ? waited->ready : 0));
    for (const Dependency& dependency : dependencies_of(made.timeline, made.index, at))
      if (record.pass.kind != PassKind::overlapped_backward || dependency.kind == DependencyKind::order)
        CHECK(dependency.ready <= record.start);
  });
}

TEST_CASE("a pass depends on what its role and stage say: neighbours, what is kept, and its rank's order") {
  for_all_passes([](const LinkedCase& made, PassAt at, const PassRecord& record) {
    const auto all = dependencies_of(made.timeline, made.index, at);
    const std::int32_t stage = made.schedule.stage_of(at.rank, record.pass.chunk);
    const auto count = [&](DependencyKind kind) {
      return std::count_if(all.begin(), all.end(), [&](const Dependency& d) { return d.kind == kind; });
    };
    CHECK(count(DependencyKind::order) == (at.bar > 0 ? 1 : 0));
    if (record.pass.kind == PassKind::overlapped_forward) return;  // with its partner's besides
    const bool last = stage + 1 == made.schedule.stages();
    switch (role_of(record.pass.kind)) {
      case PassRole::forward:
        CHECK(count(DependencyKind::input) == (stage > 0 ? 1 : 0));
        CHECK(count(DependencyKind::kept) == 0);
        break;
      case PassRole::backward:
        CHECK(count(DependencyKind::input) == 1);
        CHECK(count(DependencyKind::kept) == (last ? 0 : 1));
        break;
      case PassRole::weight:
        CHECK(count(DependencyKind::input) == 0);
        CHECK(count(DependencyKind::kept) == 1);
        break;
    }
    for (const Dependency& dependency : all) {
      if (dependency.kind == DependencyKind::order) continue;
      const Pass other = record_of(made, dependency.pass).pass;
      CHECK(other.micro_batch == record.pass.micro_batch);
      const std::int32_t other_stage = made.schedule.stage_of(dependency.pass.rank, other.chunk);
      const bool apart =
          dependency.kind == DependencyKind::input && !(role_of(record.pass.kind) == PassRole::backward && last);
      const std::int32_t step = role_of(record.pass.kind) == PassRole::forward ? -1 : 1;
      CHECK(other_stage == (apart ? stage + step : stage));
      CHECK((dependency.transfer > 0) == (dependency.pass.rank != at.rank));
    }
  });
}

TEST_CASE("what depends on a pass are the passes that have it as a dependency") {
  for_all_passes([](const LinkedCase& made, PassAt at, const PassRecord&) {
    for (const Dependency& dependent : dependents_of(made.timeline, made.index, at)) {
      const auto back = dependencies_of(made.timeline, made.index, dependent.pass);
      const auto same = std::find_if(back.begin(), back.end(), [&](const Dependency& d) {
        return d.pass == at && d.kind == dependent.kind && d.ready == dependent.ready;
      });
      CHECK(same != back.end());
    }
    for (const Dependency& dependency : dependencies_of(made.timeline, made.index, at)) {
      const auto forth = dependents_of(made.timeline, made.index, dependency.pass);
      const auto same =
          std::find_if(forth.begin(), forth.end(), [&](const Dependency& d) { return d.kind == dependency.kind; });
      CHECK(same != forth.end());
    }
  });
}

TEST_CASE("transfers that differ by sender are those of the sender, forth and back") {
  const Schedule schedule = test::schedule_of(ScheduleKind::one_f_one_b, {3, 1, 4});
  PassTimes times = test::equal_times(schedule, {Seconds{1}, Seconds{0}, Seconds{1}, Seconds{1}});
  times.transfer_from = {Seconds{0.1}, Seconds{0.2}, Seconds{0.3}};
  const LinkedCase made = linked_case(schedule, times);
  const auto forward = waited_for(made.timeline, made.index, {1, 0});
  REQUIRE(forward.has_value());
  CHECK(forward->transfer == 0.1);
  CHECK(forward->kind == DependencyKind::input);
  const auto backward = find_bar(lane_index(made.timeline, made.index, 1), {PassKind::backward, 0, 0});
  REQUIRE(backward.has_value());
  CHECK(waited_for(made.timeline, made.index, {1, *backward})->transfer == 0.3);
}
