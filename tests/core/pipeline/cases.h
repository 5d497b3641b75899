// What the tests of core/pipeline and core/schedules share: schedules by their sizes, times for their stages.
#pragma once

#include <doctest/doctest.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "core/pipeline/order_text.h"
#include "core/pipeline/timeline.h"
#include "core/schedules/schedules.h"

namespace shardscope::test {

struct Size {
  std::int32_t ranks, virtual_stages, micro_batches;
};

inline Schedule schedule_of(ScheduleKind kind, Size size) {
  const Outcome<Schedule> outcome = make_schedule({kind, size.ranks, size.virtual_stages, size.micro_batches});
  REQUIRE(succeeded(outcome));
  return value_of(outcome);
}

/// A spread of sizes that the schedule allows, edges included.
inline std::vector<Size> sizes_of(ScheduleKind kind) {
  const ScheduleWays& ways = ways_of(kind);
  const bool two_per_rank = ways.counts.micro_batches_per_rank_min == 2;
  if (ways.counts.even && two_per_rank)
    return {{2, 1, 4}, {2, 1, 10}, {4, 1, 8}, {4, 1, 14}, {6, 1, 12}, {8, 1, 32}, {10, 1, 24}};
  if (ways.counts.even) return {{2, 1, 2}, {2, 1, 6}, {4, 1, 2}, {4, 1, 4}, {4, 1, 10}, {6, 1, 16}, {8, 1, 32}};
  if (two_per_rank) return {{1, 2, 2}, {1, 2, 5}, {2, 2, 4}, {2, 2, 9}, {3, 2, 6}, {5, 2, 10}, {8, 2, 33}};
  if (ways.placement == StagePlacement::v)
    return {{1, 2, 1}, {1, 2, 4}, {2, 2, 1}, {2, 2, 3}, {3, 2, 2}, {3, 2, 7}, {4, 2, 4}, {6, 2, 5}, {8, 2, 33}};
  if (ways.takes_chunks() && !ways.counts.rounds_of_ranks)
    return {{1, 1, 1}, {1, 3, 2}, {2, 1, 3}, {2, 2, 1}, {4, 2, 3}, {4, 3, 9}, {8, 4, 32}, {5, 7, 12}};
  if (ways.takes_chunks())
    return {{1, 2, 1}, {1, 4, 7}, {2, 2, 2}, {2, 3, 4}, {3, 2, 9}, {4, 2, 4}, {4, 3, 16}, {8, 4, 32}, {16, 5, 48}};
  return {{1, 1, 1}, {1, 1, 5}, {2, 1, 1}, {2, 1, 8}, {3, 1, 2}, {4, 1, 3}, {4, 1, 16}, {8, 1, 33}, {16, 1, 64}};
}

/// Each schedule in each of its sizes, which a failure names.
template <class Check>
void for_each_schedule(Check&& check) {
  for (const ScheduleKind kind : known_schedules())
    for (const Size size : sizes_of(kind)) {
      CAPTURE(json_name(kind));
      CAPTURE(size.ranks);
      CAPTURE(size.micro_batches);
      check(kind, schedule_of(kind, size), size);
    }
}

/// Copies of the model that the ranks hold: 2 in mirrored schedules, whose micro-batches take one of them.
inline double copies_of(const Schedule& schedule) {
  return schedule.placement == StagePlacement::mirrored ? 2 : 1;
}

inline bool runs_backward(const Schedule& schedule) {
  return schedule.order.front().front().kind != PassKind::lone_forward;
}

inline PassTimes equal_times(const Schedule& schedule, StageTimes stage, double transfer = 0) {
  return {std::vector<StageTimes>(static_cast<std::size_t>(schedule.stages()), stage), Seconds{transfer}};
}

inline PassTimes random_times(const Schedule& schedule, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> time(0.1, 3);
  PassTimes times;
  for (std::int32_t stage = 0; stage < schedule.stages(); ++stage)
    times.stages.push_back(
        {Seconds{time(random)}, Seconds{time(random) - 0.1}, Seconds{time(random)}, Seconds{time(random)}});
  times.transfer = Seconds{time(random) / 5};
  return times;
}

/// The schedule with each fused backward split into its input pass and, at once after it, its weight pass.
inline Schedule split(Schedule schedule) {
  for (std::vector<Pass>& order : schedule.order) {
    std::vector<Pass> halves;
    for (const Pass pass : order) {
      const bool whole = pass.kind == PassKind::backward;
      halves.push_back(whole ? Pass{PassKind::backward_input, pass.chunk, pass.micro_batch} : pass);
      if (whole) halves.push_back({PassKind::backward_weight, pass.chunk, pass.micro_batch});
    }
    order = halves;
  }
  return schedule;
}

}  // namespace shardscope::test
