#include "core/memory/held_parameters.h"

#include <algorithm>
#include <cmath>

#include "core/base/saturating.h"
#include "core/scenario/parts/optimizer.h"
#include "core/scenario/plan_counts.h"
#include "core/scenario/plan_schedule.h"
#include "core/scenario/software_traits.h"
#include "core/transformer/dimensions.h"

namespace shardscope {

namespace {

/// What `values` lack to a whole share for each of `ranks`, as one rank's part of it.
double lacking(double values, double ranks) {
  return std::ceil(values / ranks) - values / ranks;
}

/// A block's parameters on one GPU, in all, its vectors, and the rows and columns of its matrices.
struct HeldBlock {
  ShardedCount all, vectors, rows_and_columns;
  ShardedCount padding;
  ShardedCount quantised;
  double products = 0;

  [[nodiscard]] GatheredUnit unit() const { return {all.dense, all.experts, quantised.dense, quantised.experts}; }
};

/// What the plan's optimizer and recipe need to know of each block.
struct Counting {
  const Plan& plan;
  bool vectors = false, rows_and_columns = false, products = false, low_precision = false;
  ShardUnit unit = ShardUnit::none;
  ShardGroups groups = {};
  double experts_here = 0;
  LetterSizes sizes = {};

  Counting(const Model& model, const Plan& of, const Software& software) : plan(of), groups(shard_groups(of)) {
    if (shards_weights(of)) unit = state_traits_of(software).shard_unit;
    vectors = tells_vectors(facts_of(of.optimizer));
    rows_and_columns = facts_of(of.optimizer).sums;
    experts_here = static_cast<double>(std::max<std::int64_t>(model.num_experts, 0)) / degree(of.ep);
    products = facts_of(of.precision).scaling == Scaling::delayed;
    low_precision = quantises(of.precision);
    if (rows_and_columns || unit == ShardUnit::rows) sizes = letter_sizes(model, of);
  }

  /// Of one parameter's rows on this GPU: a linear layer's are its outputs, a table's its entries, experts' the experts
  /// (torchtitan shards another dimension, evenly, where there are fewer experts than ranks).
  void pad_rows(HeldBlock& held, const ParameterGroup& group, double local) const {
    if (local <= 0) return;
    const std::vector<double> shape = numbers_of(group.shape, sizes);
    if (group.traits().sharding == Sharding::expert) {
      const double rows = shape.front() / degree(plan.ep);
      if (rows >= groups.experts) held.padding.experts += lacking(rows, groups.experts) * local / rows;
      return;
    }
    const bool table = group.traits().component == Component::embedding;
    const bool splits = group.traits().sharding == Sharding::tensor && (table || !group.traits().splits_rows);
    const double rows = (table ? shape.front() : shape.back()) / (splits ? degree(plan.tp) : 1);
    held.padding.dense += lacking(rows, groups.dense) * local / rows;
  }

  [[nodiscard]] HeldBlock block(const ParameterGroups& parameters) const {
    HeldBlock held;
    held.all = on_one_gpu(parameters, plan);
    if (unit == ShardUnit::layer)
      held.padding = {lacking(held.all.dense, groups.dense), lacking(held.all.experts, groups.experts)};
    if (!vectors && !low_precision && unit != ShardUnit::rows) return held;
    for (const ParameterGroup& group : parameters) {
      const ShardedCount local = on_one_gpu({group}, plan);
      if (low_precision && is_quantised(group))
        held.quantised.dense += local.dense, held.quantised.experts += local.experts;
      if (vectors && is_vector(group)) held.vectors.dense += local.dense, held.vectors.experts += local.experts;
      if (unit == ShardUnit::rows) pad_rows(held, group, local.dense + local.experts);
      const bool expert = group.traits().sharding == Sharding::expert;
      if (rows_and_columns)
        (expert ? held.rows_and_columns.experts : held.rows_and_columns.dense) +=
            shardscope::rows_and_columns(group, plan, sizes);
      // Keys' and values' projection is one product with the queries'.
      const bool product = !is_vector(group) && group.traits().component != Component::router &&
                           group.name != ParameterName::k_v_projection;
      if (products && product) held.products += expert ? experts_here : 1;
    }
    return held;
  }
};

void add(double& dense, double& experts, const ShardedCount& count, double times) {
  dense += times * count.dense;
  experts += times * count.experts;
}

void add_layers(StageParameters& rank, const HeldBlock& block, double times, bool mtp) {
  if (times <= 0) return;
  add(mtp ? rank.mtp : rank.layers, mtp ? rank.mtp_experts : rank.experts, block.all, times);
  HeldSizes& vectors = rank.vectors;
  add(mtp ? vectors.mtp : vectors.layers, mtp ? vectors.mtp_experts : vectors.experts, block.vectors, times);
  HeldSizes& sums = rank.rows_and_columns;
  add(mtp ? sums.mtp : sums.layers, mtp ? sums.mtp_experts : sums.experts, block.rows_and_columns, times);
  rank.quantised_products += times * block.products;
  add(rank.dense_padding, rank.expert_padding, block.padding, times);
  HeldSizes& quantised = rank.quantised;
  add(mtp ? quantised.mtp : quantised.layers, mtp ? quantised.mtp_experts : quantised.experts, block.quantised, times);
  if (block.unit().total() > rank.layer.total()) rank.layer = block.unit();
}

void add_to(GatheredUnit& sum, const GatheredUnit& unit, double times) {
  sum.dense += times * unit.dense, sum.experts += times * unit.experts;
  sum.quantised_dense += times * unit.quantised_dense, sum.quantised_experts += times * unit.quantised_experts;
}

void add_end(double& all, double& vectors, double& sums, const HeldBlock& block) {
  all += block.all.dense;
  vectors += block.vectors.dense;
  sums += block.rows_and_columns.dense;
}

}  // namespace

bool is_vector(const ParameterGroup& group) {
  return group.traits().component == Component::norms || group.traits().bias || group.shape.dimensions < 2;
}

bool is_quantised(const ParameterGroup& group) {
  const Component component = group.traits().component;
  return !is_vector(group) && component != Component::router && component != Component::embedding &&
         component != Component::head && group.name != ParameterName::shared_experts_gate;
}

double rows_and_columns(const ParameterGroup& group, const Plan& plan, const LetterSizes& sizes) {
  const std::vector<double> shape = numbers_of(group.shape, sizes);
  if (shape.size() < 2 || is_vector(group)) return 0;
  const bool expert = group.traits().sharding == Sharding::expert;
  const double tensor = degree(expert ? expert_tensor_of(plan) : plan.tp);
  const double split = group.traits().sharding == Sharding::replicated ? 1 : tensor;
  double rows = shape[shape.size() - 2], columns = shape.back(), matrices = 1;
  for (std::size_t i = 0; i + 2 < shape.size(); ++i) matrices *= shape[i];
  (group.traits().splits_rows ? rows : columns) /= split;
  if (expert) matrices /= degree(plan.ep);
  return matrices * (rows + columns);
}

ShardGroups shard_groups(const Plan& plan) {
  const auto replicas = static_cast<double>(gradient_ranks(plan));
  const double group = plan.shard_group ? std::min(degree(*plan.shard_group), replicas) : replicas;
  const double expert_replicas = degree(plan.tp) * replicas / (degree(plan.ep) * degree(expert_tensor_of(plan)));
  const auto copies = static_cast<double>(ways_of(plan).copies_of_model());
  return {copies * group, std::max(copies * expert_replicas * group / replicas, 1.0)};
}

double stepped_parameters(const ShardedCount& held, const Plan& plan) {
  const ShardGroups groups = shards_optimizer(plan) ? shard_groups(plan) : ShardGroups{};
  return held.dense / groups.dense + held.experts / groups.experts;
}

std::vector<StageParameters> parameters_of_ranks(const Model& model, const Plan& plan,
                                                 const std::vector<StageContent>& layout, const Software& software) {
  const std::size_t ranks = ranks_with_stages(plan, layout.size());
  const std::int64_t vocabulary = trained_vocabulary(model, plan);
  const Counting counting(model, plan, software);
  const HeldBlock dense = counting.block(layer_parameters(model, false));
  const HeldBlock moe = counting.block(layer_parameters(model, true));
  const HeldBlock mtp = counting.block(mtp_parameters(model));
  const HeldBlock embedding = counting.block(embedding_parameters(model, vocabulary));
  const HeldBlock head = counting.block(head_parameters(model, vocabulary, copies_tied_table(plan)));

  std::vector<StageParameters> result(ranks);
  for (std::size_t r = 0; r < ranks; ++r) {
    StageParameters& rank = result[r];
    const auto stages = held_by_rank(plan, r, ranks, layout);
    for (const StageContent& stage : stages) {
      add_layers(rank, dense, static_cast<double>(stage.dense_layers), false);
      add_layers(rank, moe, static_cast<double>(stage.moe_layers), false);
      add_layers(rank, mtp, static_cast<double>(stage.mtp_layers), true);
      GatheredUnit chunk;
      add_to(chunk, dense.unit(), static_cast<double>(stage.dense_layers));
      add_to(chunk, moe.unit(), static_cast<double>(stage.moe_layers));
      add_to(chunk, mtp.unit(), static_cast<double>(stage.mtp_layers));
      if (stage.embedding) add_to(chunk, embedding.unit(), 1);
      if (stage.head) add_to(chunk, head.unit(), 1);
      if (chunk.total() > rank.chunk.total()) rank.chunk = chunk;
    }
    const RankEnds ends = ends_of_rank(model, stages);
    if (ends.has_table()) add_end(rank.embedding, rank.vectors.embedding, rank.rows_and_columns.embedding, embedding);
    if (ends.head) add_end(rank.head, rank.vectors.head, rank.rows_and_columns.head, head);
    const bool one_table = model.tie_word_embeddings && ends.embedding && ends.head && !copies_tied_table(plan);
    if (ends.has_table()) (one_table ? rank.at_loss : rank.table) = embedding.unit();
    if (ends.head) rank.at_loss.dense += head.all.dense;
    if (ends.has_table()) rank.dense_padding += embedding.padding.dense;
    if (ends.head) rank.dense_padding += head.padding.dense;
  }
  return result;
}

}  // namespace shardscope
