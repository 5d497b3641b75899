#include "core/step/optimizer_step.h"

#include <algorithm>

#include "core/cluster/collectives.h"
#include "core/memory/held_parameters.h"
#include "core/memory/state.h"
#include "core/scenario/parts/optimizer.h"
#include "core/transformer/operations.h"

namespace shardscope {

namespace {

constexpr double iterations = 5;

/// Of the matrices of one block, dense and of experts apart: their shard groups differ.
struct BlockWork {
  Seconds dense, experts;
  Seconds largest_dense, largest_expert;  // one matrix

  BlockWork& operator+=(const BlockWork& other) {
    dense += other.dense;
    experts += other.experts;
    largest_dense = max(largest_dense, other.largest_dense);
    largest_expert = max(largest_expert, other.largest_expert);
    return *this;
  }
};

Seconds iterate(double rows, double columns, const MachineSpeed& speed) {
  const double r = std::min(rows, columns), c = std::max(rows, columns);
  const auto product = [&](double m, double n, double k) {
    Operation operation;
    operation.m = m, operation.n = n, operation.k = k;
    return operation_time(operation, Direction::forward, speed);
  };
  return (product(r, r, c) + product(r, r, r) + product(r, c, r)) * iterations;
}

BlockWork work_of(BlockKind kind, double count, const Scenario& scenario, const MachineSpeed& speed) {
  BlockWork work;
  if (count <= 0) return work;
  const Block block = make_block(kind, scenario.model, scenario.plan);
  for (const Operation& operation : block.operations) {
    const bool grouped = operation.kind == OperationKind::grouped_matrix;
    if (!operation.in_layer || (!grouped && operation.kind != OperationKind::matrix)) continue;
    const Seconds one = iterate(operation.k, operation.n, speed);
    const Seconds all = one * (operation.count * count);
    (grouped ? work.experts : work.dense) += all;
    Seconds& largest = grouped ? work.largest_expert : work.largest_dense;
    largest = max(largest, one);
  }
  return work;
}

}  // namespace

OptimizerTraffic optimizer_traffic(const Scenario& scenario) {
  const BytesPerParameter bytes = bytes_per_parameter(scenario.model, scenario.plan, scenario.software);
  const double master = bytes.master.bytes;
  const double weights =
      bytes.master == fp32_value ? 2 * master + bytes.weight.bytes : 2 * (master + bytes.shard.bytes);
  const double reads = facts_of(scenario.plan.optimizer).gradient_reads, gradient = bytes.gradient.bytes;
  return {2 * bytes.state.bytes + weights + reads * gradient, 2 * gradient};
}

GradientNorm gradient_norm(const Scenario& scenario) {
  const double read = bytes_per_parameter(scenario.model, scenario.plan, scenario.software).gradient.bytes;
  constexpr Bytes figure{4};
  const RankSet all = map_ranks(scenario.plan, scenario.cluster)
                          .dense.group(along({GroupKind::tp, GroupKind::cp, GroupKind::dp, GroupKind::pp}), 0);
  const GroupSpan group = span_of(all, scenario.cluster, scenario.plan);
  return {read, collective_cost(Collective::all_reduce, figure, group, scenario.cluster).time};
}

Seconds orthogonalisation_time(const Scenario& scenario, const StageContent& held, const MachineSpeed& machine) {
  const Plan& plan = scenario.plan;
  if (!facts_of(plan.optimizer).orthogonalises) return Seconds{};
  MachineSpeed speed = machine;
  speed.work = {};  // its products are the optimizer's work
  const auto all_of = [&](BlockKind kind, std::int64_t layers) {
    return work_of(kind, static_cast<double>(layers), scenario, speed);
  };
  BlockWork work = all_of(BlockKind::dense_layer, held.dense_layers);
  work += all_of(BlockKind::moe_layer, held.moe_layers);
  work += all_of(BlockKind::mtp_layer, held.mtp_layers);
  if (!shards_optimizer(plan)) return work.dense + work.experts;
  const ShardGroups shards = shard_groups(plan);
  return max(work.dense * (1 / std::max(1.0, shards.dense)), work.largest_dense) +
         max(work.experts * (1 / std::max(1.0, shards.experts)), work.largest_expert);
}

}  // namespace shardscope
