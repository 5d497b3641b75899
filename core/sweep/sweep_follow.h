// core/sweep: what a sweep asks: which values a field takes (sweep_values.h), what hangs on it meanwhile (this file),
// which figures are looked at (sweep_figures.h), and the questions that people ask most (sweep_questions.h).
// In: a Scenario. Out: settings and scenarios; nothing is evaluated here.
//
// What follows a varied field.
#pragma once

#include "core/base/choice.h"
#include "core/scenario/scenario.h"

namespace shardscope {

// clang-format off
#define SHARDSCOPE_SWEEP_FOLLOW(choice) \
  choice(alone, "alone", "All else", "Nothing else moves: each value stands in the scenario as it is.") \
  choice(gpus, "gpus", "GPUs", \
         "The cluster stays as large; data parallelism follows, and the batch goes to the nearest multiple, as in " \
         "the panel.") \
  choice(batch, "batch", "Batch", "The global batch stays; GPUs and replicas follow each other: strong scaling.") \
  choice(share, "share", "Share", \
         "Every replica keeps its share of the batch, which grows with them; GPUs and replicas follow each other: " \
         "weak scaling.")
// clang-format on
SHARDSCOPE_CHOICES(SweepFollow, SHARDSCOPE_SWEEP_FOLLOW)

/// `varied`, which is `unvaried` with the varied fields set, after what hangs on them has followed.
[[nodiscard]] Scenario after_varying(const Scenario& unvaried, const Scenario& varied, SweepFollow follow);

}  // namespace shardscope
