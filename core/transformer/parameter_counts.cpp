#include "core/transformer/parameter_counts.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "core/base/saturating.h"
#include "core/scenario/plan_schedule.h"
#include "core/transformer/dimensions.h"

namespace shardscope {

namespace {

constexpr std::size_t components = count_of<Component>;

void add(std::int64_t& sum, std::int64_t count) {
  sum = saturating_sum(sum, count);
}

/// Of a matrix, what one token uses: of routed experts, as many as it is routed to.
std::int64_t active_of(const ParameterGroup& group, const Dimensions& size) {
  if (group.traits().component != Component::experts || size.experts <= 0) return group.count;
  return saturating_product({group.count / size.experts, size.routed});
}

/// A kind of block: its matrices, and their sums.
struct BlockCount {
  ParameterGroups groups;
  std::int64_t total = 0, active = 0;
  std::array<std::int64_t, components> by_component = {};
};

BlockCount block_count(ParameterGroups groups, const Dimensions& size) {
  BlockCount block;
  for (const ParameterGroup& group : groups) {
    add(block.total, group.count);
    add(block.active, active_of(group, size));
    add(block.by_component[static_cast<std::size_t>(group.traits().component)], group.count);
  }
  block.groups = std::move(groups);
  return block;
}

/// Puts `times` blocks' matrices to the parts, a matrix of one name and size once.
void list_parts(std::vector<ParameterPart>& parts, const BlockCount& block, const Dimensions& size,
                std::int64_t times) {
  if (times <= 0) return;
  for (const ParameterGroup& group : block.groups) {
    auto part = std::find_if(parts.begin(), parts.end(), [&](const ParameterPart& known) {
      return known.group.name == group.name && known.group.count == group.count;
    });
    if (part == parts.end()) part = parts.insert(parts.end(), {group, 0, 0, 0});
    part->times += times;
    add(part->total, saturating_product({group.count, times}));
    add(part->active, saturating_product({active_of(group, size), times}));
  }
}

/// What each pipeline rank holds, all its chunks together.
struct RankSums {
  ParameterCounts& counts;
  std::size_t rank = 0;

  void hold(const BlockCount& block, std::int64_t times) const {
    if (times == 0) return;
    add(counts.per_stage[rank], saturating_product({block.total, times}));
    add(counts.active_per_stage[rank], saturating_product({block.active, times}));
    for (std::size_t c = 0; c < components; ++c)
      add(counts.per_stage_by_component[rank][c], saturating_product({block.by_component[c], times}));
  }
};

/// The sums over the model that the parts give.
void sum_parts(ParameterCounts& counts) {
  counts.by_component.assign(components, 0);
  counts.active_by_component.assign(components, 0);
  for (const ParameterPart& part : counts.parts) {
    const auto component = static_cast<std::size_t>(part.group.traits().component);
    add(counts.total, part.total);
    add(counts.active, part.active);
    add(counts.by_component[component], part.total);
    add(counts.active_by_component[component], part.active);
    if (part.group.traits().bias) add(counts.biases, part.total);
    if (part.group.name == ParameterName::token_table) add(counts.embedding, part.total);
    if (part.group.name == ParameterName::output_matrix) add(counts.lm_head, part.total);
  }
  for (const ParameterPart& part : counts.mtp_parts) {
    add(counts.mtp, part.total);
    add(counts.active_mtp, part.active);
  }
}

/// The blocks that a plan's model is made of, its vocabulary as trained.
struct BlockCountsOfModel {
  BlockCount dense, moe, mtp, embedding, head;
};

/// What each rank holds: its stages' layers, and the tables that go with them.
void count_ranks(ParameterCounts& counts, const Model& model, const Plan& plan, const std::vector<StageContent>& layout,
                 const BlockCountsOfModel& blocks, std::size_t ranks) {
  counts.per_stage.assign(ranks, 0);
  counts.active_per_stage.assign(ranks, 0);
  counts.per_stage_by_component.assign(ranks, std::vector<std::int64_t>(components, 0));
  for (std::size_t r = 0; r < ranks; ++r) {
    const RankSums rank{counts, r};
    const auto stages = held_by_rank(plan, r, ranks, layout);
    for (const StageContent& stage : stages) {
      rank.hold(blocks.dense, stage.dense_layers);
      rank.hold(blocks.moe, stage.moe_layers);
      rank.hold(blocks.mtp, stage.mtp_layers);
    }
    const RankEnds ends = ends_of_rank(model, stages);
    if (ends.has_table()) rank.hold(blocks.embedding, 1);
    if (ends.head) rank.hold(blocks.head, 1);
  }
}

}  // namespace

ParameterCounts count_parameters(const Model& model, const Plan& plan, const std::vector<StageContent>& layout) {
  const Dimensions size = dimensions_of(model);
  const std::int64_t padded = trained_vocabulary(model, plan);
  const std::size_t ranks = ranks_with_stages(plan, layout.size());
  const BlockCountsOfModel blocks{
      block_count(layer_parameters(model, false), size), block_count(layer_parameters(model, true), size),
      block_count(mtp_parameters(model), size), block_count(embedding_parameters(model, padded), size),
      block_count(head_parameters(model, padded, copies_tied_table(plan)), size)};
  ParameterCounts counts;
  const auto layers =
      static_cast<std::size_t>(std::max<std::int64_t>(layout.back().first_layer + layout.back().layers(), 0));
  counts.per_layer.reserve(layers), counts.active_per_layer.reserve(layers);
  std::int64_t dense_layers = 0, moe_layers = 0;
  for (const StageContent& stage : layout) {
    for (std::int64_t i = 0; i < stage.layers(); ++i) {
      const bool moe = stage.dense_layers == 0 || (stage.moe_layers > 0 && is_moe_layer(model, stage.first_layer + i));
      const BlockCount& layer = moe ? blocks.moe : blocks.dense;
      counts.per_layer.push_back(layer.total);
      counts.active_per_layer.push_back(layer.active);
    }
    dense_layers += stage.dense_layers;
    moe_layers += stage.moe_layers;
  }
  count_ranks(counts, model, plan, layout, blocks, ranks);
  const BlockCount table = block_count(embedding_parameters(model, model.vocab_size), size);
  const BlockCount output = block_count(head_parameters(model, model.vocab_size, false), size);
  list_parts(counts.parts, table, size, 1);
  list_parts(counts.parts, blocks.dense, size, dense_layers);
  list_parts(counts.parts, blocks.moe, size, moe_layers);
  list_parts(counts.parts, output, size, 1);
  list_parts(counts.mtp_parts, blocks.mtp, size, model.num_nextn_predict_layers);
  sum_parts(counts);
  const BlockCount whole_output = block_count(head_parameters(model, padded, false), size);
  counts.padding = std::max<std::int64_t>(blocks.embedding.total - table.total, 0) +
                   std::max<std::int64_t>(whole_output.total - output.total, 0);
  return counts;
}

}  // namespace shardscope
