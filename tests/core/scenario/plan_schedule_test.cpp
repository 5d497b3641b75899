#include "core/scenario/plan_schedule.h"

#include <doctest/doctest.h>

#include <limits>

#include "core/base/limits.h"
#include "core/scenario/parts/plan.h"

using namespace shardscope;

static std::vector<std::size_t> listed(const StagesOfRank& stages) {
  std::vector<std::size_t> list;
  for (const std::size_t stage : stages) list.push_back(stage);
  return list;
}

TEST_CASE("mirrored schedules hold each stage twice, on opposite ranks") {
  Plan plan;
  plan.schedule = ScheduleKind::dualpipe, plan.pp = 4;
  CHECK(listed(stages_of_rank(plan, 0, 4, 4)) == std::vector<std::size_t>{0, 3});
  CHECK(listed(stages_of_rank(plan, 2, 4, 4)) == std::vector<std::size_t>{2, 1});
}

TEST_CASE("a rank's stages follow the plan's schedule, and loop where their count doesn't fit it") {
  Plan plan;
  plan.pp = 4, plan.virtual_stages = 2;
  CHECK(listed(stages_of_rank(plan, 1, 4, 8)) == std::vector<std::size_t>{1, 5});
  plan.schedule = ScheduleKind::zb_v;
  CHECK(listed(stages_of_rank(plan, 1, 4, 8)) == std::vector<std::size_t>{1, 6});
  CHECK(listed(stages_of_rank(plan, 1, 4, 12)) == std::vector<std::size_t>{1, 5, 9});
}

TEST_CASE("one pipeline rank runs whole backwards whatever the schedule") {
  Plan plan;
  plan.schedule = ScheduleKind::zb_h1;
  CHECK_FALSE(splits_backward(plan));
  plan.pp = 2;
  CHECK(splits_backward(plan));
  plan.schedule = ScheduleKind::one_f_one_b;
  CHECK_FALSE(splits_backward(plan));
}

TEST_CASE("zb-auto holds as much as 1F1B unless the plan says") {
  Plan plan;
  plan.pp = 4, plan.schedule = ScheduleKind::zb_auto;
  CHECK(schedule_request(plan).memory_limit == 4);
  plan.schedule_memory_limit = 6;
  CHECK(schedule_request(plan).memory_limit == 6);
}

TEST_CASE("a schedule is asked for with counts of at least 1, and no more than are simulated") {
  Plan plan;
  plan.pp = 0, plan.virtual_stages = -1, plan.micro_batch = 1;
  const ScheduleRequest least = schedule_request(plan);
  CHECK(least.ranks == 1);
  CHECK(least.virtual_stages == 1);
  CHECK(least.micro_batches == 1);
  plan.global_batch = std::numeric_limits<std::int64_t>::max();
  CHECK(schedule_request(plan).micro_batches == limits::passes_max);
}
