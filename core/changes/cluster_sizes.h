// The same run on smaller and larger clusters: how far more GPUs help, and what they cost. Each size is a whole
// evaluation with its own bubble, exposed communication and failures; made when it is looked at.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "core/report/report.h"

namespace shardscope {

/// The sizes of a curve are up to so many times smaller and larger than the plan.
inline constexpr double cluster_sizes_span = 16;

struct SizePoint {
  double gpus = 0;
  double calendar_days = 0;
  std::array<std::optional<double>, cost_way_count> cost_usd = {};  // by CostWay
  std::optional<double> bubble, goodput;
  double batch_tokens = 0;  // a step
  double more_tokens = 1;   // than the plan's own batch needs to the same loss
};

struct SizeCurve {
  std::vector<SizePoint> points;          // in order of GPUs
  std::optional<std::size_t> fastest;     // of the points
  std::optional<double> half_lost_above;  // GPUs beyond which half of what is added is lost
  // The limits of strong scaling: GPUs from which on the batch has to grow, passes the critical batch, and the pipeline
  // idles for more than half of the time; absent where no size reaches them.
  std::optional<double> batch_grows_from, critical_from, bubble_half_from;
};

/// The scenario on about so many GPUs: data parallelism follows, the global batch stays as long as every replica has a
/// micro-batch, then grows with it. Nothing where the plan can't be cut to that size.
[[nodiscard]] std::optional<Scenario> on_cluster_of(const Scenario& filled, double gpus);

/// One size's step, and how much of it idles.
struct SizedStep {
  Report report;  // without the passes of its timeline
  double batch_tokens = 0;
  std::optional<double> bubble;
};
/// The steps of all sizes: what takes long of a curve. They stay the same while nothing but the run's tokens changes.
struct SizedSteps {
  Scenario of;  // without its tokens
  int count = 0;
  std::vector<SizedStep> steps;
};

/// At most `count` sizes from a sixteenth to sixteen times the report's cluster, those at which the batch can stay what
/// it is or must grow, without those that train for less than a hundredth of the time (or a tenth of the plan's own
/// goodput where that is less): nobody would wait for them. A larger batch needs more tokens to the same loss:
/// 1 + batch / critical batch, McCandlish et al. 2018, against the plan's own.
/// `kept` is made anew where it is of another scenario.
[[nodiscard]] SizeCurve over_cluster_sizes(const Report& report, int count, SizedSteps& kept);

}  // namespace shardscope
