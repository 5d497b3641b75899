#include "core/scenario/stage_placement.h"

#include <doctest/doctest.h>

#include <set>

#include "core/scenario/plan.h"

using namespace shardscope;

TEST_CASE("each stage has one rank, and that rank one chunk that is the stage") {
  for (const StagePlacement placement : {StagePlacement::loop, StagePlacement::v})
    for (const std::int64_t ranks : {1, 2, 5, 8}) {
      std::set<std::int64_t> stages;
      for (std::int64_t rank = 0; rank < ranks; ++rank)
        for (std::int64_t chunk = 0; chunk < 2; ++chunk) {
          const std::int64_t stage = stage_of(placement, rank, chunk, ranks);
          CHECK(rank_of(placement, stage, ranks) == rank);
          stages.insert(stage);
        }
      CHECK(stages.size() == static_cast<std::size_t>(2 * ranks));
      CHECK(*stages.begin() == 0);
      CHECK(*stages.rbegin() == 2 * ranks - 1);
    }
}

TEST_CASE("in a V the first and the last stage are on rank 0, and the turn stays on the last rank") {
  CHECK(stage_of(StagePlacement::v, 0, 1, 4) == 7);
  CHECK(stage_of(StagePlacement::v, 3, 0, 4) == 3);
  CHECK(stage_of(StagePlacement::v, 3, 1, 4) == 4);
}

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

TEST_CASE("V and mirrored schedules have two chunks a rank, the others as many as are asked for") {
  CHECK(chunks_a_rank(ScheduleKind::v_min, 1) == 2);
  CHECK(chunks_a_rank(ScheduleKind::chimera, 1) == 2);
  CHECK(chunks_a_rank(ScheduleKind::interleaved, 3) == 3);
}
