// core/traffic: what a step sends and how much of it passes hide: layers' collectives, ZeRO's gathers, pipeline sends,
// what crosses sites, and links that several kinds share. In: blocks, plan, the speed of GPU and network. Out: seconds
// and bytes, in the sums of pass_cost.h.
//
// What a layer exchanges over tp, cp and ep for one micro-batch, and how much of it kernels hide:
// - tensor-parallel gathers and scatters travel in tp chunks beside the product that they feed or that feeds them where
//   plan.overlap.tp says so (Wang et al. 2023, "Overlap Communication with Dependent Computation via Decomposition",
//   section 3; Transformer Engine's userbuffers). A chunk of one is there from the start: (tp-1)/tp of the product
//   hides.
// - Without it Megatron still hides what leaves a branch's first product in the backward pass beside that product's
//   weight gradient (LinearWithGradAccumulationAndAsyncCommunication, since 2022; a split backward has it in a pass of
//   its own).
// - Keys and values travel a ring beside attention in cp chunks (Liu et al. 2023, "Ring Attention", section 3).
// - Experts' all-to-alls wait for nothing and all wait for them, but with plan.overlap.ep they run beside the other
//   pass of another micro-batch (Megatron-Core's overlap_moe_expert_parallel_comm).
// What hides is what the kernels take up of their pass (hiding_time.h). Kernels and traffic beside each other slow down
// as exchange_contention says. Nothing here is fitted.
#pragma once

#include "core/cluster/collectives.h"
#include "core/hardware/operation_time.h"
#include "core/scenario/scenario.h"
#include "core/traffic/hiding_time.h"
#include "core/traffic/pass_cost.h"
#include "core/transformer/operations.h"

namespace shardscope {

/// Whether tensor and context parallel ranks exchange within it: all blocks but the embedding and the head.
[[nodiscard]] bool is_layer(const Block& block);

/// Of a block's passes; the backward's with recomputation, and the weight gradients where they are in the same pass.
struct LayerHidingTime {
  HidingTime forward, backward;
};

/// Adds to `cost`, whose kernels are there already, what shows to its passes and what travels to its communication.
void add_layer_traffic(StageCost& cost, const Block& block, const Scenario& scenario, const MachineSpeed& speed,
                       LayerHidingTime hiding, bool fully_recomputed);

/// One gather or scatter of a block over tp, one of its split experts' rows over etp.
[[nodiscard]] CollectiveCost tensor_collective(const Block& block, const Scenario& scenario);
[[nodiscard]] CollectiveCost split_experts_collective(const Block& block, const Scenario& scenario);

/// What keys and values take around the ring of cp, and they with their gradients on the way back. Requires cp > 1.
struct ContextRings {
  Seconds forward, backward;
};
[[nodiscard]] ContextRings context_rings(const Block& block, const Scenario& scenario);

/// Of a stage's passes, those with no pass of another micro-batch beside them under overlap_moe_expert_parallel_comm:
/// warm-up and cool-down of interleaved 1F1B. Megatron-Core's schedules.py, get_pp_rank_microbatches: rank r warms up
/// with 2(p-r-1) + (v-1)·group + 1 of n·v, the one for this overlap; on the mean of the ranks, in groups of p as by
/// default, with (p-1) + (v-1)p + 1.
[[nodiscard]] double passes_alone(const Plan& plan);

}  // namespace shardscope
