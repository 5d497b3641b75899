// core/step: one training step in seconds. In: blocks (core/transformer), the speed of GPU and network (core/hardware),
// a schedule (core/pipeline). Out: the cost of a pass on each stage (stage_cost.h), the timeline with its tail and
// where the step's seconds go (step.h), FLOPs under each convention and rates (throughput.h). Constants are named where
// they are used, with what they were fitted on; GPU figures come from the GPU's preset.
//
// This file: what one micro-batch costs one stage, split by what the time is spent on.
#pragma once

#include <array>
#include <vector>

#include "core/base/units.h"
#include "core/hardware/operation_time.h"
#include "core/pipeline/exchange.h"
#include "core/scenario/scenario.h"
#include "core/step/constant_kinds.h"
#include "core/transformer/layout.h"
#include "core/transformer/operations.h"

namespace shardscope {

/// Seconds of one pass of one stage and micro-batch; communication is what stays exposed.
struct PassCost {
  Seconds kernels;  // operations, launches and waits for the host
  Seconds tp, cp, ep;
  Seconds gather;  // of a stage: ZeRO-3's parameters and gradients beyond what hides under the kernels

  [[nodiscard]] Seconds total() const { return kernels + tp + cp + ep + gather; }
  PassCost& operator+=(const PassCost& other);
};
[[nodiscard]] PassCost operator*(double times, PassCost cost);

/// Time that communication takes whether hidden or not, forward and backward together.
struct CommunicationCost {
  Seconds tp, cp, ep, gather;
  Seconds gather_once;                               // of `gather` the weights' for one pass; they are gathered twice
  Bytes tp_bytes, cp_bytes, ep_bytes, gather_bytes;  // sent by one GPU

  CommunicationCost& operator+=(const CommunicationCost& other);
};
[[nodiscard]] CommunicationCost operator*(double times, CommunicationCost cost);

struct StageCost {
  PassCost forward, recompute, backward_input, backward_weight;
  Flops model_flops;                  // executed by this GPU: forward and backward without recomputation
  Flops recompute_flops;              // executed again
  Flops forward_flops, weight_flops;  // of the model's: the forward's and the weight gradients'
  CommunicationCost communication;
  GovernedSeconds parts{};  // of the kernels of all passes

  StageCost& operator+=(const StageCost& other);
  [[nodiscard]] StageTimes times() const;
  [[nodiscard]] Flops input_flops() const { return model_flops - forward_flops - weight_flops; }
};
[[nodiscard]] StageCost operator*(double times, StageCost cost);

/// One block on one GPU for one micro-batch.
[[nodiscard]] StageCost block_cost(const Block& block, const Scenario& scenario, const MachineSpeed& speed,
                                   bool fully_recomputed);

/// Kinds of traffic that an exchange meets on the links that set its pace (shared_links.h).
struct LinksShared {
  bool tp = false, cp = false, ep = false, pp = false;
  bool gathers = false;  // ZeRO-3's own, where replicas of shards exchange beside them
  double share = 1;      // of the exchange's time that it is on such links, else on the fibre between sites
};

/// The blocks that a layout is made of, each costed once; those of recomputed layers apart. What the layout hasn't is
/// 0.
struct BlockCosts {
  StageCost embedding, dense, dense_redone, moe, moe_redone, mtp, head;
  LinksShared beside_gathers;
};
[[nodiscard]] BlockCosts block_costs(const Scenario& scenario, const std::vector<StageContent>& layout,
                                     const MachineSpeed& speed);
/// Of a GPU that computes and exchanges at once, as measured: passes take 1.19 times as long (Lee et al. 2025,
/// "Characterizing Compute-Communication Overlap", 18.9% on average over A100, H100, MI210 and MI250), the exchange 1.3
/// times (Miao et al. 2022, "Galvatron", section 3.4.1). Neither is fitted to a run.
inline constexpr Contention exchange_contention{1.189, 1.3};

/// Whether weights are gathered for each pass: ZeRO-3 with replicas.
[[nodiscard]] bool gathers_in_passes(const Plan& plan);

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

/// How many of a stage's layers run their forward pass again whole: its first ones, those of an MoE model being its
/// dense ones; and whether its MTP layers do.
struct RedoneLayers {
  double dense = 0, moe = 0;
  bool mtp = false;
};
[[nodiscard]] RedoneLayers redone_layers(const StageContent& stage, const Plan& plan);

/// A stage of such blocks.
[[nodiscard]] StageCost stage_cost(const StageContent& stage, const BlockCosts& blocks, const Plan& plan);

/// One entry a stage, in the layout's order.
[[nodiscard]] std::vector<StageCost> stage_costs(const Scenario& scenario, const std::vector<StageContent>& layout,
                                                 const MachineSpeed& speed);
[[nodiscard]] std::vector<StageCost> stage_costs(const BlockCosts& blocks, const std::vector<StageContent>& layout,
                                                 const Plan& plan);

/// A forward of one stage beside a whole backward of another on the same GPU: the experts' all-to-alls run beside the
/// rest of both, which slows both down. DeepSeek-AI 2024, "DeepSeek-V3 Technical Report", section 3.2.1.
[[nodiscard]] Seconds overlapped_time(const StageCost& forward, const StageCost& backward);

/// Time from one pipeline rank to the next for one micro-batch: the slice of [s/cp, b, h] that a tensor-parallel rank
/// owns.
struct TransferCost {
  Seconds time;
  Bytes bytes;
};
[[nodiscard]] TransferCost transfer_cost(const Scenario& scenario);

}  // namespace shardscope
