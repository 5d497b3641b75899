#include "core/plan_search/bounds/rank_shapes.h"

#include <algorithm>

#include "core/base/saturating.h"

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

RankShapes rank_shapes(const Model& model, std::int64_t pp, std::int64_t chunks) {
  if (saturating_product({pp, chunks}) > model.num_hidden_layers) return {};
  Plan plan;
  plan.pp = pp, plan.virtual_stages = chunks;
  const std::vector<StageContent> layout = stage_layout(model, plan);
  const auto ranks = static_cast<std::size_t>(pp);
  RankShapes shapes;
  shapes.ranks.resize(ranks);
  for (std::size_t stage = 0; stage < layout.size(); ++stage) {
    const BlockNumbers numbers = numbers_of_blocks(layout[stage]);
    combine(shapes.ranks[stage % ranks], numbers, [](double a, double b) { return a + b; });
    if (stage < ranks) shapes.first_chunks.push_back(numbers);
  }
  shapes.least_chunks = shapes.first_chunks;
  for (std::size_t stage = ranks; stage < layout.size(); ++stage)
    combine(shapes.least_chunks[stage % ranks], numbers_of_blocks(layout[stage]),
            [](double a, double b) { return std::min(a, b); });
  return shapes;
}

}  // namespace shardscope
