// How far measured steps lie from predicted ones: the range that a step's time comes with.
#pragma once

#include "core/report.h"

namespace shardscope {

/// Measured over predicted step time, the 10th and the 90th percentile: four of five runs lie between.
struct StepSpread {
  double low = 1, high = 1;
  bool fitted = false;  // whether the GPU's family has constants that were fitted on runs
};

/// By the GPU's family and the kind of model, from the errors of 786 public runs, each predicted by constants that were
/// fitted without it (six folds; equal model, GPU and size stay together). A family that no runs were fitted on has
/// what the unfitted constants reach on those that were.
[[nodiscard]] StepSpread step_spread(const Gpu& gpu, bool experts);

/// The range of the step's time.
[[nodiscard]] SecondsRange step_range(const Scenario& scenario, Seconds step);

}  // namespace shardscope
