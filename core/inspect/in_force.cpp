#include "core/inspect/in_force.h"

#include <algorithm>
#include <iterator>

#include "core/base/saturating.h"

namespace shardscope {

namespace {

std::optional<double> seconds_of(const std::optional<Seconds>& time) {
  return time ? std::optional(time->value) : std::nullopt;
}

/// A field of the run that a plan may leave open, and what the report counts in its place.
struct Filled {
  std::string_view path;
  std::optional<double> (*value)(const Report&);
};

constexpr Filled filled_fields[] = {
    {"run.mtbf_gpu_hours",
     [](const Report& report) {
       const Run& run = report.scenario.run;
       const bool nodes_alone = run.mtbf_node_hours && !run.mtbf_gpu_hours;
       return nodes_alone ? std::nullopt : std::optional(run.mtbf_gpu_hours.value_or(default_mtbf_gpu_hours));
     }},
    {"run.storage_bandwidth",
     [](const Report& report) {
       const auto gpus = degree(report.scenario.cluster.gpus);
       return std::optional(report.scenario.run.storage_bandwidth.value_or(default_storage_bandwidth_per_gpu * gpus));
     }},
    {"run.checkpoint_seconds", [](const Report& report) { return seconds_of(report.run.checkpoint_stall); }},
    {"run.checkpoint_interval_seconds",
     [](const Report& report) { return seconds_of(report.run.checkpoint_interval); }},
    {"run.critical_batch_tokens", [](const Report& report) { return report.run.critical_batch_tokens; }},
    {"run.batch_ramp_start", [](const Report& report) {
       const Scenario& scenario = report.scenario;
       return std::optional(static_cast<double>(scenario.run.batch_ramp_start.value_or(scenario.plan.global_batch)));
     }}};

}  // namespace

std::optional<double> run_value_in_force(std::string_view path, const Report& report) {
  const auto* filled = std::find_if(std::begin(filled_fields), std::end(filled_fields),
                                    [&](const Filled& each) { return each.path == path; });
  return filled == std::end(filled_fields) ? std::nullopt : filled->value(report);
}

}  // namespace shardscope
