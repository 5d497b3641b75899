#include "core/traffic/pipeline_sends.h"

#include <algorithm>

#include "core/scenario/plan_schedule.h"

namespace shardscope {

namespace {

double chunks_on_the_way(const Plan& plan) {
  return static_cast<double>(ways_of(plan).chunks_of_model(plan.virtual_stages));
}

}  // namespace

PipelineSends pipeline_sends(const Plan& plan, std::size_t rank) {
  if (plan.pp <= 1) return {};
  const double chunks = chunks_on_the_way(plan), around = ways_of(plan).goes_round() ? chunks - 1 : 0;
  const bool last = rank + 1 == static_cast<std::size_t>(plan.pp);
  const double before = rank == 0 ? around : chunks;
  return {last ? around : chunks, runs_backward(plan) ? before : 0};
}

double most_pipeline_sends(const Plan& plan) {
  double most = 0;
  for (std::int64_t rank = 0; rank < plan.pp; ++rank)
    most = std::max(most, pipeline_sends(plan, static_cast<std::size_t>(rank)).total());
  return most;
}

double pipeline_sends_one_way(const Plan& plan) {
  const double chunks = chunks_on_the_way(plan);
  return ways_of(plan).goes_round() && runs_backward(plan) ? 2 * chunks - 1 : chunks;
}

}  // namespace shardscope
