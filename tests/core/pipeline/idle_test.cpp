#include "core/pipeline/idle.h"

#include <algorithm>

#include "tests/core/pipeline/cases.h"

using namespace shardscope;

TEST_CASE("the parts of a rank's idle time are at least zero and sum to makespan less busy") {
  test::for_each_schedule([&](ScheduleKind, const Schedule& schedule, test::Size size) {
    const Timeline timeline = simulate(schedule, test::random_times(schedule, 13), {0, 1.2, 0.1, 5});
    const std::vector<IdleSplit> ranks = idle_split(timeline);
    REQUIRE(ranks.size() == static_cast<std::size_t>(size.ranks));
    for (std::size_t r = 0; r < ranks.size(); ++r) {
      const IdleSplit& idle = ranks[r];
      for (const Seconds part : {idle.warm_up, idle.waiting, idle.steady, idle.cool_down}) CHECK(part.value >= 0);
      CHECK(idle.total().value ==
            doctest::Approx((timeline.makespan - timeline.busy[r]).value).epsilon(1e-9).scale(timeline.makespan.value));
    }
  });
}

TEST_CASE("1F1B with equal stages waits at its ends and while it fills and drains, never in its steady phase") {
  // p 4, m 8, F 1, B 2: rank r starts after r forwards, has (p-1-r)·3 between its last warm-up forward and the first
  // gradient and while it drains, and ends r backwards before rank 0.
  const Schedule schedule = test::schedule_of(ScheduleKind::one_f_one_b, {4, 1, 8});
  const Timeline timeline =
      simulate(schedule, test::equal_times(schedule, {Seconds{1}, Seconds{0}, Seconds{1}, Seconds{1}}));
  const std::vector<IdleSplit> ranks = idle_split(timeline);
  for (std::int32_t r = 0; r < 4; ++r) {
    CAPTURE(r);
    const IdleSplit& idle = ranks[static_cast<std::size_t>(r)];
    CHECK(idle.warm_up.value == r);
    CHECK(idle.cool_down.value == 2 * r);
    CHECK(idle.steady.value == 0);
    CHECK(idle.waiting.value == 3 * (3 - r));
  }
}

TEST_CASE("an uneven pipeline waits in its steady phase too") {
  const Schedule schedule = test::schedule_of(ScheduleKind::one_f_one_b, {2, 1, 8});
  const PassTimes times{
      {{Seconds{1}, Seconds{0}, Seconds{1}, Seconds{1}}, {Seconds{2}, Seconds{0}, Seconds{2}, Seconds{2}}}, Seconds{0}};
  const std::vector<IdleSplit> ranks = idle_split(simulate(schedule, times));
  CHECK(ranks[0].steady.value > 0);
  CHECK(ranks[1].steady.value == 0);
}

TEST_CASE("GPipe has no steady phase") {
  const Schedule schedule = test::schedule_of(ScheduleKind::gpipe, {4, 1, 8});
  for (const IdleSplit& idle : idle_split(simulate(schedule, test::random_times(schedule, 1))))
    CHECK(idle.steady == Seconds{});
}

TEST_CASE("by the moment of so much idle time all ranks have waited for so long") {
  test::for_each_schedule([&](ScheduleKind, const Schedule& schedule, test::Size size) {
    const Timeline timeline = simulate(schedule, test::random_times(schedule, 29));
    Seconds all;
    for (const IdleSplit& rank : idle_split(timeline)) all += rank.total();
    if (!(all.value > 0)) return;
    const auto waited_until = [&](double moment) {
      double busy = 0;
      for (std::int32_t rank = 0; rank < size.ranks; ++rank)
        for (const PassRecord& record : timeline.lane(rank))
          busy += std::max(0.0, std::min(record.end, moment) - std::min(record.start, moment));
      return size.ranks * moment - busy;
    };
    for (const double share : {0.1, 0.5, 0.9}) {
      const Seconds wanted = all * share;
      CHECK(waited_until(moment_of_idle(timeline, wanted).value) == doctest::Approx(wanted.value).epsilon(1e-9));
    }
    CHECK(moment_of_idle(timeline, all * 2) == timeline.makespan);
  });
}
