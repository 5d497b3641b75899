// core/run: from a step to the whole training run: days, failures, energy, money.
// In: a scenario with defaults filled, and the step's throughput. Out: RunReport, each figure absent where the scenario
// doesn't say enough. Every formula and its source is beside its function here.
#pragma once

#include "core/report.h"

namespace shardscope {

/// GPU-hours between unexpected interruptions: Llama 3 (2024, section 3.3.4) counts 419 in 54 days on 16,384 H100s.
inline constexpr double default_mtbf_gpu_hours = 16384.0 * 54 * 24 / 419;

/// Time between checkpoints that loses least: Daly 2006, "A higher order estimate of the optimum checkpoint interval",
/// eq. 20's leading term sqrt(2·C·M) - C for C < M/2, else M. C writes a checkpoint, M is the mean time to failure.
[[nodiscard]] Seconds optimal_checkpoint_interval(Seconds checkpoint, Seconds mean_time_to_failure);

/// Share of the time that is training, with exponential failures: Daly 2006, eq. 13: t / (M·e^(R/M)·(e^((t+C)/M) - 1)).
[[nodiscard]] double goodput(Seconds interval, Seconds checkpoint, Seconds restart, Seconds mean_time_to_failure);

/// Watts a GPU takes with its share of host, network and cooling: watts_per_gpu_all_in, else the GPU's server watts
/// times the building's PUE; absent where neither is known.
[[nodiscard]] std::optional<double> watts_per_gpu(const Cluster& cluster);

/// `throughput` may be null where the step isn't known: then only what needs no time is given.
/// days and gpu_hours count training alone, on all GPUs of the cluster; calendar_days adds what failures and
/// checkpoints take. Energy and money are of the calendar's days.
[[nodiscard]] RunReport run_of(const Scenario& scenario, const ParameterCounts& parameters,
                               const Throughput* throughput);

}  // namespace shardscope
