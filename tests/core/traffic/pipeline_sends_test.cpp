#include "core/traffic/pipeline_sends.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "core/scenario/plan_schedule.h"

using namespace shardscope;

namespace {

Plan plan_of(ScheduleKind schedule, std::int64_t ranks, std::int64_t chunks) {
  Plan plan;
  plan.schedule = schedule;
  plan.pp = ranks;
  plan.virtual_stages = chunks;
  return plan;
}

}  // namespace

TEST_CASE("a rank's messages are those of its chunks to the chunks before and behind on other ranks") {
  struct Case {
    ScheduleKind schedule;
    std::int64_t ranks, chunks;
  };
  for (const Case& each : {Case{ScheduleKind::one_f_one_b, 2, 1},
                           {ScheduleKind::one_f_one_b, 4, 1},
                           {ScheduleKind::interleaved, 2, 2},
                           {ScheduleKind::interleaved, 4, 3},
                           {ScheduleKind::zb_v, 2, 2},
                           {ScheduleKind::zb_v, 4, 2},
                           {ScheduleKind::v_half, 3, 2}}) {
    CAPTURE(json_name(each.schedule));
    CAPTURE(each.ranks);
    const Plan plan = plan_of(each.schedule, each.ranks, each.chunks);
    const std::int64_t stages = each.ranks * each.chunks;
    std::vector<std::int64_t> rank_of(static_cast<std::size_t>(stages));
    for (std::int64_t rank = 0; rank < each.ranks; ++rank)
      for (const std::size_t stage : stages_of_rank(plan, rank, each.ranks, static_cast<std::size_t>(stages)))
        rank_of[stage] = rank;
    std::vector<double> sent(static_cast<std::size_t>(each.ranks));
    for (std::size_t stage = 0; stage + 1 < rank_of.size(); ++stage)
      if (rank_of[stage] != rank_of[stage + 1]) {
        ++sent[static_cast<std::size_t>(rank_of[stage])];      // activations on
        ++sent[static_cast<std::size_t>(rank_of[stage + 1])];  // gradients back
      }
    double most = 0;
    for (std::size_t rank = 0; rank < sent.size(); ++rank) {
      CHECK(pipeline_sends(plan, rank).total() == sent[rank]);
      most = std::max(most, sent[rank]);
    }
    CHECK(most_pipeline_sends(plan) == most);
  }
}

TEST_CASE("without a backward pass nothing goes back, and without stages nothing is sent") {
  const Plan forward = plan_of(ScheduleKind::forward_only, 4, 1);
  CHECK(pipeline_sends(forward, 0).total() == 1);
  CHECK(pipeline_sends(forward, 2).before == 0);
  CHECK(pipeline_sends(forward, 3).total() == 0);
  CHECK(most_pipeline_sends(plan_of(ScheduleKind::one_f_one_b, 1, 1)) == 0);
}
