// What a run of the training assumes: tokens, failures, checkpoints, prices. Keys and meanings: the scenario's JSON.
// An absent optional is a default that depends on other fields.
#pragma once

#include <cstdint>
#include <optional>

#include "core/base/units.h"
#include "core/scenario/parts/choices.h"

namespace shardscope {

/// How often Llama 3's pre-training stopped in 54 days on 16,384 H100s, on which defaults of failures rest: Llama Team
/// 2024 (arXiv 2407.21783), section 3.3.4.
namespace llama3_log {
inline constexpr double gpus = 16384, days = 54;
inline constexpr int unexpected = 419, planned = 47;
}  // namespace llama3_log

/// GPU-hours between unexpected interruptions.
inline constexpr double default_mtbf_gpu_hours =
    llama3_log::gpus * llama3_log::days * hours_per_day / llama3_log::unexpected;

/// What storage takes per second from each GPU that writes: Llama Team 2024, section 3.3.1, sustains 2 TB/s for 16,384
/// GPUs, 122 MB/s each; BLOOM (2022) wrote 2.3 TB from 384 in 40 s, 150 MB/s each.
inline constexpr double default_storage_bandwidth_per_gpu = 2e12 / llama3_log::gpus;

struct Run {
  std::optional<double> tokens;
  double electricity_usd_per_kwh = 0.08;  // each default's source: core/fields/fields_run.cpp
  double grid_co2_kg_per_kwh = 0.373;
  std::optional<double> mtbf_gpu_hours;   // Llama 3's log, unless nodes' failures are said instead
  std::optional<double> mtbf_node_hours;  // failures that a node adds to its GPUs'
  double planned_stops_per_failure = double{llama3_log::planned} / llama3_log::unexpected;
  CheckpointMode checkpoint_mode = CheckpointMode::synchronous;
  std::optional<double> checkpoint_seconds;  // that training stands: its size / storage_bandwidth
  std::optional<double> storage_bandwidth;   // bytes/s of the whole storage, written
  double detection_seconds = 0;              // before the restart; the 600 s below count it in
  double restart_seconds = 600;
  std::optional<double> checkpoint_interval_seconds;  // "auto": the optimum
  double node_repair_seconds = seconds_per_day;
  double amortisation_years = 4;
  std::optional<double> gpu_hour_usd;     // the GPU's rental price
  std::optional<std::int64_t> slow_rank;  // a pipeline rank whose GPUs are slower; none
  double slow_factor = 1;                 // how many times as long its passes take
  double jitter = 0;                      // standard deviation of a pass's time over its mean
  std::int64_t jitter_seed = 1;
  std::optional<double> critical_batch_tokens;   // from the predicted loss
  std::optional<std::int64_t> batch_ramp_start;  // sequences per step at first
  std::optional<double> batch_ramp_tokens;       // until the batch is whole

  bool operator==(const Run&) const = default;
};

}  // namespace shardscope
