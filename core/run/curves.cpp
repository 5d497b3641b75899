#include "core/run/curves.h"

#include "core/base/elementary.h"

namespace shardscope {

std::vector<double> geometric_steps(double low, double high, int count) {
  std::vector<double> steps;
  for (int i = 0; i < count; ++i)
    steps.push_back(low * power(high / low, count > 1 ? static_cast<double>(i) / (count - 1) : 0));
  return steps;
}

std::vector<CurvePoint> goodput_over_interval(const FailureModel& model, Seconds low, Seconds high, int count) {
  std::vector<CurvePoint> curve;
  for (const double interval : geometric_steps(low.value, high.value, count))
    curve.push_back({interval, goodput(model, Seconds{interval})});
  return curve;
}

std::vector<CurvePoint> goodput_over_gpus(const Run& run, const Cluster& cluster, Bytes checkpoint, double low,
                                          double high, int count) {
  std::vector<CurvePoint> curve;
  for (const double gpus : geometric_steps(low, high, count)) {
    const FailureModel model = failure_model(run, cluster, checkpoint, gpus);
    const Seconds interval =
        run.checkpoint_interval_seconds ? Seconds{*run.checkpoint_interval_seconds} : optimal_interval(model);
    curve.push_back({gpus, goodput(model, interval)});
  }
  return curve;
}

}  // namespace shardscope
