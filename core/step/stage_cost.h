// core/step: one training step in seconds. In: blocks (core/transformer), the speed of a GPU (core/hardware) and of the
// network (core/cluster), a schedule (core/pipeline). Out: the cost of a pass on each stage (stage_cost.h), the
// timeline with its step's end and where the step's seconds go (step.h), FLOPs under each convention and rates
// (flops/throughput.h). Constants stand in core/constants; GPU figures come from the GPU's preset.
//
// This file: what one micro-batch costs one stage, split by what the time is spent on.
#pragma once

#include <array>
#include <vector>

#include "core/hardware/operation_time.h"
#include "core/scenario/scenario.h"
#include "core/traffic/layer_traffic.h"
#include "core/traffic/pass_cost.h"
#include "core/traffic/shared_links.h"
#include "core/traffic/unit_gathers.h"
#include "core/transformer/layout.h"

namespace shardscope {

/// One block on one GPU for one micro-batch.
[[nodiscard]] StageCost block_cost(const Block& block, const Scenario& scenario, const MachineSpeed& speed,
                                   bool fully_recomputed);

/// What the block's passes have for traffic to hide in, of which none is taken.
[[nodiscard]] LayerHidingTime layer_hiding_time(const Block& block, const Scenario& scenario, const MachineSpeed& speed,
                                                bool fully_recomputed);

/// The blocks that a layout is made of, each costed once; those of recomputed layers apart; 0 where the layout has
/// none.
struct BlockCosts {
  StageCost embedding, dense, dense_redone, moe, moe_redone, mtp, head;
  LinksShared beside_gathers;
};
[[nodiscard]] BlockCosts block_costs(const Scenario& scenario, const std::vector<StageContent>& layout,
                                     const MachineSpeed& speed);
/// The same with the scenario's blocks at hand.
[[nodiscard]] BlockCosts block_costs(const Scenario& scenario, const std::vector<StageContent>& layout,
                                     const MachineSpeed& speed, MadeBlocks& made);
/// Blocks of one cost in a row.
struct BlockRun {
  BlockKind kind = BlockKind::dense_layer;
  const StageCost* cost = nullptr;  // of one
  double count = 0;
};
inline constexpr std::size_t block_runs_max = 7;
/// A stage's blocks in the order of the model. Points into `blocks`.
[[nodiscard]] std::array<BlockRun, block_runs_max> block_runs(const StageContent& stage, const BlockCosts& blocks,
                                                              const Plan& plan);

/// The runs as ZeRO-3's gathers see them: of a whole pass, or of the input gradients where the backward is split; and
/// those of its weight gradients' own pass, beside which the scatters then hide.
struct StageUnits {
  std::array<UnitRun, block_runs_max> main, weights;
};
[[nodiscard]] StageUnits stage_units(const std::array<BlockRun, block_runs_max>& runs, const Plan& plan);

/// A stage of such blocks.
[[nodiscard]] StageCost stage_cost(const StageContent& stage, const BlockCosts& blocks, const Plan& plan);

/// One entry per stage, in the layout's order.
[[nodiscard]] std::vector<StageCost> stage_costs(const Scenario& scenario, const std::vector<StageContent>& layout,
                                                 const MachineSpeed& speed);
[[nodiscard]] std::vector<StageCost> stage_costs(const BlockCosts& blocks, const std::vector<StageContent>& layout,
                                                 const Plan& plan);

/// A forward of one stage beside a whole backward of another on the same GPU: the experts' all-to-alls run beside the
/// rest of both, which slows both down. DeepSeek-AI 2024, "DeepSeek-V3 Technical Report", section 3.2.1.
[[nodiscard]] Seconds overlapped_time(const StageCost& forward, const StageCost& backward,
                                      const Contention& contention);

/// Time from one pipeline rank to the next for one micro-batch: the slice of [s/cp, b, h] that a tensor-parallel rank
/// owns.
struct TransferCost {
  Seconds time;
  Bytes bytes;
  Carried carried;
};
[[nodiscard]] TransferCost transfer_cost(const Scenario& scenario);

}  // namespace shardscope
