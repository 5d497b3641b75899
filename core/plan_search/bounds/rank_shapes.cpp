#include "core/plan_search/bounds/rank_shapes.h"

#include <algorithm>

#include "core/scenario/plan_schedule.h"

namespace shardscope {

namespace {

BlockNumbers numbers_of_blocks(const StageContent& stage) {
  return {stage.embedding ? 1.0 : 0.0, static_cast<double>(stage.dense_layers), static_cast<double>(stage.moe_layers),
          static_cast<double>(stage.mtp_layers), stage.head ? 1.0 : 0.0};
}

template <class Combine>
void combine(BlockNumbers& into, const BlockNumbers& other, Combine with) {
  into.embedding = with(into.embedding, other.embedding), into.dense = with(into.dense, other.dense);
  into.moe = with(into.moe, other.moe), into.mtp = with(into.mtp, other.mtp), into.head = with(into.head, other.head);
}

}  // namespace

RankShapes rank_shapes(const Model& model, ScheduleKind schedule, std::int64_t pp, std::int64_t chunks) {
  Plan plan;
  plan.schedule = schedule, plan.pp = pp, plan.virtual_stages = chunks;
  const ScheduleWays& ways = ways_of(schedule);
  if (ways.copies_of_model() != 1 || ways.stages(pp, chunks) > model.num_hidden_layers) return {};
  const std::vector<StageContent> layout = stage_layout(model, plan);
  RankShapes shapes;
  for (std::int64_t rank = 0; rank < pp; ++rank) {
    const StagesOfRank stages = stages_of_rank(plan, rank, pp, layout.size());
    BlockNumbers all = numbers_of_blocks(layout[stages[0]]), least = all;
    shapes.first_chunks.push_back(all);
    for (std::size_t chunk = 1; chunk < stages.size(); ++chunk) {
      const BlockNumbers numbers = numbers_of_blocks(layout[stages[chunk]]);
      combine(all, numbers, [](double a, double b) { return a + b; });
      combine(least, numbers, [](double a, double b) { return std::min(a, b); });
    }
    shapes.ranks.push_back(all), shapes.least_chunks.push_back(least);
  }
  return shapes;
}

RankShapes model_on_one_rank(const Model& model) {
  return rank_shapes(model, default_schedule(1), 1, 1);
}

}  // namespace shardscope
