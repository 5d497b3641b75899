#include "core/step/kernel_flops.h"

#include "core/hardware/operation_time.h"
#include "core/scenario/plan_counts.h"
#include "core/scenario/plan_schedule.h"
#include "core/transformer/early_stop.h"

namespace shardscope {

BlockFlops block_flops(const Block& block, const Scenario& scenario, bool fully_recomputed) {
  const RedoneShares again(block, scenario, fully_recomputed);
  BlockFlops flops;
  for (std::size_t i = 0; i < block.operations.size(); ++i) {
    const Operation& operation = block.operations[i];
    const Flops forward = operation_flops(operation, Direction::forward);
    flops.forward += forward;
    flops.input += operation_flops(operation, Direction::input_gradient);
    flops.weight += operation_flops(operation, Direction::weight_gradient);
    flops.recompute += forward * again[i];
  }
  return flops;
}

KernelFlops kernel_flops(const Scenario& scenario, const std::vector<StageContent>& layout) {
  Plan even = scenario.plan;
  even.expert_imbalance = 1;
  const bool backward = runs_backward(scenario.plan);
  double embeddings = 0, heads = 0, dense = 0, dense_redone = 0, moe = 0, moe_redone = 0, mtp = 0, mtp_redone = 0;
  for (const StageContent& stage : layout) {
    const RedoneLayers redone = backward ? redone_layers(stage, scenario.plan) : RedoneLayers{};
    dense_redone += redone.dense, dense += static_cast<double>(stage.dense_layers) - redone.dense;
    moe_redone += redone.moe, moe += static_cast<double>(stage.moe_layers) - redone.moe;
    (redone.mtp ? mtp_redone : mtp) += static_cast<double>(stage.mtp_layers);
    embeddings += stage.embedding ? 1 : 0, heads += stage.head ? 1 : 0;
  }
  KernelFlops sum;
  const auto add = [&](BlockKind kind, bool redone, double count) {
    if (count <= 0) return;
    const BlockFlops flops = block_flops(make_block(kind, scenario.model, even), scenario, redone);
    sum.once += (backward ? flops.once() : flops.forward) * count;
    if (backward) sum.again += flops.recompute * count;
  };
  add(BlockKind::embedding, false, embeddings);
  add(BlockKind::dense_layer, false, dense), add(BlockKind::dense_layer, true, dense_redone);
  add(BlockKind::moe_layer, false, moe), add(BlockKind::moe_layer, true, moe_redone);
  add(BlockKind::mtp_layer, false, mtp), add(BlockKind::mtp_layer, true, mtp_redone);
  add(BlockKind::head, false, heads);
  const Plan& plan = scenario.plan;
  return sum * (static_cast<double>(ranks_of_stage(plan)) * static_cast<double>(micro_batches_of(plan)));
}

}  // namespace shardscope
