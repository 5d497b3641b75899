#include "core/inspect/in_force.h"

#include <algorithm>

#include "core/base/saturating.h"
#include "core/run/failures.h"

namespace shardscope {

namespace {

std::optional<double> seconds_of(const std::optional<Seconds>& time) {
  return time ? std::optional(time->value) : std::nullopt;
}

}  // namespace

std::optional<double> run_value_in_force(std::string_view path, const Report& report) {
  const Run& run = report.scenario.run;
  const auto gpus = degree(report.scenario.cluster.gpus);
  const bool nodes_alone = run.mtbf_node_hours && !run.mtbf_gpu_hours;
  if (path == "run.mtbf_gpu_hours" && !nodes_alone) return run.mtbf_gpu_hours.value_or(default_mtbf_gpu_hours);
  if (path == "run.storage_bandwidth") return run.storage_bandwidth.value_or(default_storage_bandwidth_per_gpu * gpus);
  if (path == "run.checkpoint_seconds") return seconds_of(report.run.checkpoint_stall);
  if (path == "run.checkpoint_interval_seconds") return seconds_of(report.run.checkpoint_interval);
  if (path == "run.critical_batch_tokens") return report.run.critical_batch_tokens;
  if (path == "run.batch_ramp_start")
    return static_cast<double>(run.batch_ramp_start.value_or(report.scenario.plan.global_batch));
  return std::nullopt;
}

}  // namespace shardscope
