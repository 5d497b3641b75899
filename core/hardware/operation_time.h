// core/hardware: what a GPU can do. In: a Gpu, the plan's precision, the software. Out: its speed, and what an
// operation takes on it. What lies between GPUs is in core/cluster.
//
// Seconds of one operation on one GPU, from its shape: matrix products against tiles, SMs and memory; attention
// kernels; memory-bound operations by the bytes they move; launches. GPU figures come from the GPU's preset
// (Efficiency); what all GPUs share are the cluster's Constants.
#pragma once

#include <optional>

#include "core/base/units.h"
#include "core/scenario/scenario.h"
#include "core/scenario/software_traits.h"
#include "core/transformer/operations.h"

namespace shardscope {

/// Attention's products backward against forward: five against two (Dao 2023, "FlashAttention-2", section 3.1).
inline constexpr double attention_backward_work = 2.5;

enum class Direction { forward, input_gradient, weight_gradient };

/// All that an operation's time needs of GPU, precision and software; made once an evaluation.
struct MachineSpeed {
  FlopsPerSecond peak;               // dense, of the plan's precision
  FlopsPerSecond matrix;             // reached by a large product in the plan's precision
  FlopsPerSecond matrix_16bit;       // and in 16 bits (fp32 or tf32 plans: in theirs): logits, router
  FlopsPerSecond peak_16bit;         // dense
  FlopsPerSecond attention;          // reached by fused attention forward
  FlopsPerSecond attention_unfused;  // reached by its two products when scores are stored
  BytesPerSecond memory_rate;        // reached
  double bytes_per_value = 2;        // of a product's operands
  double result_bytes = 2;           // of a value between products
  double cast_forward_bytes = 0, cast_backward_bytes = 0;  // an 8- or 4-bit recipe's, an element of a product's operand
  bool low_precision = false;
  double multiprocessors = 1;
  Seconds launch;                   // host time of one launch
  Seconds launch_without_graphs;    // the same where no CUDA graph hides it
  double compute_factor = 1;        // framework and its age: multiplies kernels
  double memory_factor = 1;         // the framework's memory-bound kernels
  double cross_entropy_factor = 1;  // of Transformer Engine's bytes
  double clamped_glu_share = 1;     // of what separate calls move
  KernelTraits software;
  Constants constants;
  WorkFactors work;  // the cluster's
};

/// The constant of that name; 1 where there is none.
[[nodiscard]] inline double factor_of(const Constants& constants, double Constants::*name) {
  return name == nullptr ? 1 : constants.*name;
}

/// Nothing where the GPU has no peak for the plan's precision. `experts`: the model is a mixture of experts, whose
/// kernels have aged otherwise than the others.
[[nodiscard]] std::optional<MachineSpeed> machine_speed(const Gpu& gpu, const Plan& plan, const Software& software,
                                                        bool experts = false,
                                                        const Constants& constants = shipped_constants);
[[nodiscard]] std::optional<MachineSpeed> machine_speed(const Scenario& scenario);
/// The same on another GPU.
[[nodiscard]] std::optional<MachineSpeed> machine_speed(const Scenario& scenario, const Gpu& gpu);

/// Kernel seconds, launches not counted. Memory-bound and attention operations have no weight gradient: 0.
[[nodiscard]] Seconds operation_time(const Operation& operation, Direction direction, const MachineSpeed& speed);

/// FLOPs that the hardware executes: 2mnk per product and direction; attention as its kernel does it, 2.5 times
/// backward.
[[nodiscard]] Flops operation_flops(const Operation& operation, Direction direction);

/// Bytes to and from memory that such a kernel moves at least: operands and result once, casts of an 8- or 4-bit
/// recipe, unfused attention's scores as its time counts them.
[[nodiscard]] Bytes operation_bytes(const Operation& operation, Direction direction, const MachineSpeed& speed);

/// Kernel launches of a block's pass. The backward's are all counted for the input gradient.
[[nodiscard]] double operation_launches(const Block& block, Direction direction, const Plan& plan,
                                        const MachineSpeed& speed);

/// Kernels and the launches that feed them, side by side: (gpu^4 + (launches·tau)^4)^(1/4).
[[nodiscard]] Seconds combine_with_launches(Seconds gpu, double launches, const MachineSpeed& speed);

/// What a dropless MoE layer waits for the host: token counts come back, then each local expert's kernels are launched.
[[nodiscard]] Seconds moe_host_seconds(const Block& block, Direction direction, const Plan& plan,
                                       const MachineSpeed& speed);

}  // namespace shardscope
