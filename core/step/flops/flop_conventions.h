// A step's FLOPs under each convention by name. Sources count differently: attention in full or half of it, logits and
// embeddings in or out, what is computed again in or out. Their names: SHARDSCOPE_FLOPS_CONVENTION
// (core/scenario/parts/choices.h). How each counts, and by which source: a value of that name in flop_conventions.cpp,
// without which it doesn't compile.
#pragma once

#include <array>
#include <string_view>

#include "core/base/units.h"
#include "core/scenario/scenario.h"
#include "core/transformer/parameter_counts.h"

namespace shardscope {

/// What the kernels of all GPUs at work multiply in a step (core/step/kernel_flops.h).
struct KernelFlops {
  Flops once;   // forward and backward
  Flops again;  // what recomputation runs a second time

  [[nodiscard]] Flops all() const { return once + again; }
  [[nodiscard]] KernelFlops operator*(double times) const { return {once * times, again * times}; }
};

/// Model FLOPs of a step of the whole plan, what is computed again left out.
[[nodiscard]] Flops model_flops(const Scenario& scenario, const ParameterCounts& parameters,
                                FlopsConvention convention);

/// Of every convention, indexed by it.
[[nodiscard]] std::array<Flops, flops_convention_count> model_flops_by_convention(const Scenario& scenario,
                                                                                  const ParameterCounts& parameters);

/// What the convention takes the model for where it is another, in words ("assumes GPT's shapes: …"); else nothing. Its
/// figure is then a way to compare with that source, not a count of this model.
[[nodiscard]] std::string_view assumes_otherwise(const Model& model, FlopsConvention convention);

/// Whether the scenario's convention has a formula of its own for what its plan computes again.
[[nodiscard]] bool counts_again_itself(const Scenario& scenario, const ParameterCounts& parameters);

/// Model FLOPs and what is computed again: by the convention's own formula where it has one, else as kernels run it. Of
/// what runs once the more counts: kernels run more than causal conventions count (fused attention's scores once more
/// backward), and skip half of the attention that others count in full.
[[nodiscard]] Flops hardware_flops(const Scenario& scenario, const ParameterCounts& parameters,
                                   const KernelFlops& kernels);

}  // namespace shardscope
