// Goodput as a curve: over the time between checkpoints, and over the size of the cluster. Made when it is looked at.
#pragma once

#include <vector>

#include "core/run/failures.h"

namespace shardscope {

struct CurvePoint {
  double x = 0, y = 0;
};

/// `count` values from low to high, each a constant factor from the last.
[[nodiscard]] std::vector<double> geometric_steps(double low, double high, int count);

/// Goodput of the model at intervals of low to high seconds.
[[nodiscard]] std::vector<CurvePoint> goodput_over_interval(const FailureModel& model, Seconds low, Seconds high,
                                                            int count);

/// Goodput of the same run on `low` to `high` GPUs, each size with its own best interval unless the run says one.
[[nodiscard]] std::vector<CurvePoint> goodput_over_gpus(const Run& run, const Cluster& cluster, Bytes checkpoint,
                                                        double low, double high, int count);

}  // namespace shardscope
