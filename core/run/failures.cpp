#include "core/run/failures.h"

#include <algorithm>
#include <cmath>

#include "core/base/elementary.h"
#include "core/base/saturating.h"

namespace shardscope {

namespace {

Seconds mean_time_of(const Run& run, double gpus, double nodes) {
  const bool nodes_alone = run.mtbf_node_hours && !run.mtbf_gpu_hours;
  double rate = nodes_alone ? 0 : gpus / run.mtbf_gpu_hours.value_or(default_mtbf_gpu_hours);
  if (run.mtbf_node_hours) rate += nodes / *run.mtbf_node_hours;
  return Seconds{seconds_per_hour / rate};
}

}  // namespace

FailureModel failure_model(const Run& run, const Cluster& cluster, Bytes checkpoint) {
  return failure_model(run, cluster, checkpoint, degree(cluster.gpus));
}

FailureModel failure_model(const Run& run, const Cluster& cluster, Bytes checkpoint, double gpus) {
  const double nodes = std::ceil(gpus / degree(cluster.gpus_per_node));
  FailureModel model;
  model.mean_time = mean_time_of(run, gpus, nodes);
  model.restart = Seconds{run.detection_seconds + run.restart_seconds};
  model.planned_stops = run.planned_stops_per_failure;
  const Seconds write =
      checkpoint / BytesPerSecond{run.storage_bandwidth.value_or(default_storage_bandwidth_per_gpu * gpus)};
  const Bytes share = checkpoint / gpus;
  if (run.checkpoint_mode == CheckpointMode::synchronous) {
    model.stall = write;
  } else {
    // Where the host's link is unknown it is taken as fast as the network: the checkpoint leaves through that anyway.
    model.stall = share / BytesPerSecond{cluster.gpu.host_link_bandwidth.value_or(cluster.scale_out_bandwidth)};
    model.lag = run.checkpoint_mode == CheckpointMode::asynchronous
                    ? write
                    : share / BytesPerSecond{cluster.scale_out_bandwidth};
  }
  if (run.checkpoint_seconds) model.stall = Seconds{*run.checkpoint_seconds};
  return model;
}

namespace {

Seconds kept_apart(const FailureModel& model, Seconds interval) {
  return max(interval, model.lag - model.stall);
}

}  // namespace

double planned_share(const FailureModel& model) {
  const double restart = model.restart.value / model.mean_time.value;
  return model.planned_stops * restart * exponential(-restart);
}

Seconds expected_segment(const FailureModel& model, Seconds interval) {
  const double m = model.mean_time.value;
  const Seconds t = kept_apart(model, interval);
  return Seconds{m * exponential((model.restart + model.lag).value / m) *
                 exponential_minus_one((t + model.stall).value / m)};
}

double goodput(const FailureModel& model, Seconds interval) {
  const double m = model.mean_time.value;
  const Seconds t = kept_apart(model, interval);
  if (!(t.value > 0) || !(m > 0)) return 0;
  const double wall = expected_segment(model, t).value * (1 + planned_share(model));
  return std::isfinite(wall) && wall > 0 ? std::min(1.0, t.value / wall) : 0;
}

TimeShares time_shares(const FailureModel& model, Seconds interval) {
  const double m = model.mean_time.value;
  const Seconds t = kept_apart(model, interval);
  const Seconds segment = expected_segment(model, t);
  TimeShares shares;
  shares.training = t;
  shares.checkpoints = model.stall;
  // A restart that failures interrupt takes M·(e^(R/M) - 1), and failures come at rate 1/M of the time at work.
  shares.restarts = segment * -exponential_minus_one(-model.restart.value / m);
  shares.lost = max(Seconds{0}, segment - shares.restarts - t - model.stall);
  shares.planned = segment * planned_share(model);
  return shares;
}

Seconds young_interval(const FailureModel& model) {
  return Seconds{std::sqrt(2 * model.stall.value * model.mean_time.value)};
}

Seconds daly_interval(const FailureModel& model) {
  const double c = model.stall.value, m = model.mean_time.value;
  if (c >= 2 * m) return model.mean_time;
  const double ratio = c / (2 * m);
  return Seconds{std::sqrt(2 * c * m) * (1 + std::sqrt(ratio) / 3 + ratio / 9) - c};
}

Seconds optimal_interval(const FailureModel& model, Seconds shortest) {
  const double c = model.stall.value / model.mean_time.value;
  double low = 0, high = 1;  // of t/M; the condition falls from e^c - 1 to -1 between them
  for (int i = 0; i < 50; ++i) {
    const double middle = (low + high) / 2;
    (exponential(middle + c) * (1 - middle) > 1 ? low : high) = middle;
  }
  const Seconds best = model.mean_time * ((low + high) / 2);
  return max(max(best, shortest), model.lag - model.stall);
}

double spares_for(double mean_nodes_out) {
  if (!(mean_nodes_out > 0) || !std::isfinite(mean_nodes_out)) return 0;
  constexpr double normal_above = 500;  // there the normal distribution is the Poisson one within a node in a thousand
  constexpr double normal_quantile_99 = 2.3263;
  if (mean_nodes_out > normal_above) return std::ceil(mean_nodes_out + normal_quantile_99 * std::sqrt(mean_nodes_out));
  double term = exponential(-mean_nodes_out), sum = term, spares = 0;
  while (sum < 0.99 && spares < 4 * normal_above) {
    spares += 1;
    term *= mean_nodes_out / spares;
    sum += term;
  }
  return spares;
}

}  // namespace shardscope
