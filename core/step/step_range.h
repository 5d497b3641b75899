// The range that a step's time comes with: each constant has a stated spread, and what it governs of the step says how
// much of that reaches the step. Errors of different constants are taken as independent, each as small against the
// step, so that their effects on log(step) add in squares (the law of propagation of uncertainty, JCGM 100:2008,
// section 5.1.2), longer and shorter apart.
#pragma once

#include "core/scenario/scenario.h"
#include "core/step/time_report.h"

namespace shardscope {

/// Of all constants.
struct ConstantSpreads {
  std::array<ConstantSpread, constant_kind_count> of_kind;  // indexed by ConstantKind
  ConstantSpread software;
};

/// Whether the spreads were fitted on runs of the GPU's family.
[[nodiscard]] bool has_fitted_spread(const Cluster& cluster);

/// The products' spreads are those of the GPU's family; where no runs were fitted on, all are those of families unseen;
/// the software's is that of dense models or of mixtures of experts, as their constants are.
[[nodiscard]] ConstantSpreads constant_spreads(const Cluster& cluster, bool experts);

/// What each kind of constant governs of a step whose critical rank runs kernels of these parts. Waits for other ranks
/// are made of what passes are made of. All together are the step.
[[nodiscard]] GovernedSeconds governed_seconds(const StepBreakdown& step, const GovernedSeconds& kernels);

[[nodiscard]] RangeParts range_parts_of(const GovernedSeconds& governed, const ConstantSpreads& spreads);

/// The parts that govern anything, those that make most of the range first.
[[nodiscard]] std::vector<RangePart> by_effect(const RangeParts& parts);
/// Of these those of at least a third of what the first makes.
[[nodiscard]] std::vector<RangePart> largest_of(const RangeParts& parts);

/// Of the seconds that traffic shows, those of groups within a scale-up domain.
[[nodiscard]] double scale_up_share(const std::vector<Communication>& rows);

/// What a calibration leaves of the spreads, each by itself; `scale_up_share`: of the network's seconds those within
/// the scale-up domain.
[[nodiscard]] RangeParts narrowed(RangeParts parts, const Calibration& calibration, double scale_up_share);

/// The range of a step.
[[nodiscard]] SecondsRange step_range(Seconds step, const RangeParts& parts);
/// The same where a calibration stands: what it leaves of the constants' spreads hangs together, as where only the sum
/// of two was seen. `parts` have the public spreads.
[[nodiscard]] SecondsRange step_range(Seconds step, const RangeParts& parts, const Calibration& calibration,
                                      double scale_up_share);

}  // namespace shardscope
