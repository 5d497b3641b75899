#include "core/step/kernel_flops.h"

#include "core/hardware/operation_time.h"
#include "core/scenario/plan_counts.h"
#include "core/scenario/plan_schedule.h"
#include "core/step/stage_cost.h"
#include "core/transformer/early_stop.h"

namespace shardscope {

namespace {

/// One block on one GPU for one micro-batch.
Flops flops_of_block(BlockKind kind, bool fully_recomputed, const Scenario& scenario, const Plan& even) {
  const Block block = make_block(kind, scenario.model, even);
  const bool backward = runs_backward(scenario.plan);
  const std::size_t redone = fully_recomputed ? operations_redone(block, scenario) : block.operations.size();
  Flops sum;
  for (std::size_t i = 0; i < block.operations.size(); ++i) {
    const Operation& operation = block.operations[i];
    const Flops forward = operation_flops(operation, Direction::forward);
    sum += forward;
    if (!backward) continue;
    sum +=
        operation_flops(operation, Direction::input_gradient) + operation_flops(operation, Direction::weight_gradient);
    if (i < redone) sum += forward * recomputed_share(operation, scenario.plan, fully_recomputed);
  }
  return sum;
}

}  // namespace

Flops kernel_flops(const Scenario& scenario, const std::vector<StageContent>& layout) {
  Plan even = scenario.plan;
  even.expert_imbalance = 1;
  double embeddings = 0, heads = 0, dense = 0, dense_redone = 0, moe = 0, moe_redone = 0, mtp = 0, mtp_redone = 0;
  for (const StageContent& stage : layout) {
    const RedoneLayers redone = runs_backward(scenario.plan) ? redone_layers(stage, scenario.plan) : RedoneLayers{};
    dense_redone += redone.dense, dense += static_cast<double>(stage.dense_layers) - redone.dense;
    moe_redone += redone.moe, moe += static_cast<double>(stage.moe_layers) - redone.moe;
    (redone.mtp ? mtp_redone : mtp) += static_cast<double>(stage.mtp_layers);
    embeddings += stage.embedding ? 1 : 0, heads += stage.head ? 1 : 0;
  }
  Flops sum;
  const auto add = [&](BlockKind kind, bool redone, double count) {
    if (count > 0) sum += flops_of_block(kind, redone, scenario, even) * count;
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
