// What one step of the optimizer costs a GPU: the bytes that it moves and, for Muon, the products that it computes.
#pragma once

#include "core/hardware/operation_time.h"
#include "core/scenario/scenario.h"
#include "core/transformer/layout.h"

namespace shardscope {

/// Bytes moved for one parameter.
struct OptimizerTraffic {
  double of_shard = 0;  // where the optimizer steps: its states and master copy read and written, the gradient read
                        // (by Adafactor twice: for the sums, then for the update), the weight written
  double of_local = 0;  // every gradient that the GPU accumulates: read for the norm, cleared for the next step
};
/// By the bytes of weight, gradient, master copy and states that the memory model holds (core/memory/state.h). Adam in
/// mixed precision: 2·(4 + 8) + 4 + 2 = 30 and 8.
[[nodiscard]] OptimizerTraffic optimizer_traffic(const Scenario& scenario);

/// Muon's Newton-Schulz iteration over the matrices of the layers of one pipeline rank (`held`: all its chunks): five
/// times A = X·Xᵀ, A·A and B·X for X of r x c, r <= c, in 16 bits. Jordan et al. 2024, "Muon: An optimizer for hidden
/// layers in neural networks". Each GPU takes its tensor-parallel part of a matrix as a matrix of its own; under ZeRO
/// the shard group shares the matrices out, and no GPU has less than a whole one. 0 for other optimizers.
[[nodiscard]] Seconds orthogonalisation_time(const Scenario& scenario, const StageContent& held,
                                             const MachineSpeed& speed);

/// Before it steps, every GPU reads the gradients of its shard for their norm and sums one fp32 figure with all others
/// for the clip (Pascanu et al. 2013, section 3.2; Megatron's clip_grads.py, torch.nn.utils.clip_grad_norm_): by a tree
/// over all ranks of the plan. Nothing for a plan of one GPU but the reading.
struct GradientNorm {
  double bytes_read = 0;  // of one parameter's gradient
  Seconds sum;            // of the figure over all ranks

  [[nodiscard]] Seconds time(double shard_parameters, const MachineSpeed& speed) const {
    return Bytes{bytes_read * shard_parameters} / speed.memory_rate + sum;
  }
};
[[nodiscard]] GradientNorm gradient_norm(const Scenario& scenario);

}  // namespace shardscope
