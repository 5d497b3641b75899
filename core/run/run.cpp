#include "core/run/run.h"

#include <algorithm>
#include <cmath>

#include "core/step/throughput.h"

namespace shardscope {

namespace {

constexpr double seconds_per_hour = 3600;
constexpr double days_per_year = 365.25;
constexpr double hours_per_day = 24;
constexpr double joules_per_kwh = 3.6e6;

/// Failures and checkpoints of a run of so many training days.
void set_failures(RunReport& report, const Scenario& scenario, double gpus) {
  const Run& run = scenario.run;
  const Seconds mean_time{run.mtbf_gpu_hours.value_or(default_mtbf_gpu_hours) * seconds_per_hour / gpus};
  const Seconds checkpoint{run.checkpoint_seconds};
  report.checkpoint_interval = run.checkpoint_interval_seconds ? Seconds{*run.checkpoint_interval_seconds}
                                                               : optimal_checkpoint_interval(checkpoint, mean_time);
  report.goodput = goodput(*report.checkpoint_interval, checkpoint, Seconds{run.restart_seconds}, mean_time);
  if (!report.days || *report.goodput <= 0) return;
  report.calendar_days = *report.days / *report.goodput;
  report.failures = *report.calendar_days * hours_per_day * seconds_per_hour / mean_time.value;
}

void set_energy_and_money(RunReport& report, const Scenario& scenario, double gpus) {
  if (scenario.cluster.gpu.price_usd) report.capital_usd = gpus * *scenario.cluster.gpu.price_usd;
  if (const std::optional<double> watts = watts_per_gpu(scenario.cluster)) report.power_watts = gpus * *watts;
  if (!report.calendar_days) return;
  const double hours = *report.calendar_days * hours_per_day;
  if (report.capital_usd)
    report.amortised_usd =
        *report.capital_usd * *report.calendar_days / (scenario.run.amortisation_years * days_per_year);
  if (scenario.run.gpu_hour_usd) report.rental_usd = gpus * hours * *scenario.run.gpu_hour_usd;
  if (!report.power_watts) return;
  report.energy_joules = *report.power_watts * hours * seconds_per_hour;
  report.energy_usd = *report.energy_joules / joules_per_kwh * scenario.run.electricity_usd_per_kwh;
}

}  // namespace

Seconds optimal_checkpoint_interval(Seconds checkpoint, Seconds mean_time_to_failure) {
  if (checkpoint.value >= mean_time_to_failure.value / 2) return mean_time_to_failure;
  return Seconds{std::sqrt(2 * checkpoint.value * mean_time_to_failure.value)} - checkpoint;
}

double goodput(Seconds interval, Seconds checkpoint, Seconds restart, Seconds mean_time_to_failure) {
  const double m = mean_time_to_failure.value;
  if (interval.value <= 0 || m <= 0) return 0;
  const double wall = m * std::exp(restart.value / m) * std::expm1((interval + checkpoint).value / m);
  return std::isfinite(wall) && wall > 0 ? std::min(1.0, interval.value / wall) : 0;
}

std::optional<double> watts_per_gpu(const Cluster& cluster) {
  if (cluster.watts_per_gpu_all_in) return cluster.watts_per_gpu_all_in;
  if (cluster.gpu.server_watts_per_gpu) return *cluster.gpu.server_watts_per_gpu * cluster.pue;
  return std::nullopt;
}

RunReport run_of(const Scenario& scenario, const ParameterCounts& parameters, const Throughput* throughput) {
  RunReport report;
  const double gpus = static_cast<double>(std::max<std::int64_t>(1, scenario.cluster.gpus));
  const double tokens_a_step = static_cast<double>(std::max<std::int64_t>(1, scenario.plan.global_batch)) *
                               static_cast<double>(std::max<std::int64_t>(1, scenario.plan.sequence_length));
  if (scenario.run.tokens)
    report.total_flops =
        model_flops(scenario, parameters, scenario.flops_convention) * (*scenario.run.tokens / tokens_a_step);
  if (scenario.run.tokens && throughput != nullptr && throughput->tokens_per_second > 0) {
    report.days = *scenario.run.tokens / throughput->tokens_per_second / (seconds_per_hour * hours_per_day);
    report.gpu_hours = *report.days * hours_per_day * gpus;
  }
  set_failures(report, scenario, gpus);
  set_energy_and_money(report, scenario, gpus);
  return report;
}

}  // namespace shardscope
