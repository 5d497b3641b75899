#include "core/scenario/plan_schedule.h"

#include <doctest/doctest.h>

#include "core/scenario/plan.h"

using namespace shardscope;

TEST_CASE("mirrored schedules hold each stage twice, on opposite ranks") {
  Plan plan;
  plan.schedule = ScheduleKind::dualpipe, plan.pp = 4;
  CHECK(stages_of_rank(plan, 0, 4, 4) == std::vector<std::size_t>{0, 3});
  CHECK(stages_of_rank(plan, 2, 4, 4) == std::vector<std::size_t>{2, 1});
}

TEST_CASE("a rank's stages follow the plan's schedule, and loop where their count doesn't fit it") {
  Plan plan;
  plan.pp = 4, plan.virtual_stages = 2;
  CHECK(stages_of_rank(plan, 1, 4, 8) == std::vector<std::size_t>{1, 5});
  plan.schedule = ScheduleKind::zb_v;
  CHECK(stages_of_rank(plan, 1, 4, 8) == std::vector<std::size_t>{1, 6});
  CHECK(stages_of_rank(plan, 1, 4, 12) == std::vector<std::size_t>{1, 5, 9});
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
