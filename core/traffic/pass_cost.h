// What one micro-batch costs one stage, kernels and traffic apart: the sums that traffic (layer_traffic.h) and step
// (core/step/stage_cost.h) are made in.
#pragma once

#include "core/base/units.h"
#include "core/cluster/carried.h"
#include "core/constants/constant_kinds.h"
#include "core/pipeline/pass_times.h"

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
  Seconds gather_once;     // of `gather` the weights' for one pass; they are gathered twice
  Bytes gather_once_sent;  // the same of gather_sent
  Seconds expert_rows;     // of `tp` what experts that are split over etp take
  Carried tp_sent, cp_sent, ep_sent, gather_sent;
  Carried expert_rows_sent;  // of tp_sent

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
  [[nodiscard]] PassCost all_passes() const;
  [[nodiscard]] Flops input_flops() const { return model_flops - forward_flops - weight_flops; }
};
[[nodiscard]] StageCost operator*(double times, StageCost cost);

}  // namespace shardscope
