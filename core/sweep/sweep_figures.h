// The figures that a sweep is drawn over: every scalar of a report that a plan moves.
#pragma once

#include <optional>
#include <string_view>

#include "core/base/choice.h"
#include "core/base/unit.h"

namespace shardscope {

/// Powers of the number of GPUs.
struct GpuPowers {
  int strong = 0, weak = 0;
};

struct SweepFigureEntry {
  std::string_view path;   // of a report's JSON
  std::string_view label;  // "Step"
  Unit unit = Unit::none;
  bool less_is_better = true;
  // As a power of the GPUs: what it would be if nothing were lost, with the batch as it is and with it in proportion.
  std::optional<GpuPowers> ideal = {};
};

// clang-format off
#define SHARDSCOPE_SWEEP_FIGURE(entry) \
  entry(step, "time.step_seconds", "Step", Unit::seconds, true, GpuPowers{-1, 0}) \
  entry(tokens, "throughput.tokens_per_second", "Tokens/s", Unit::tokens_per_second, false, GpuPowers{1, 1}) \
  entry(tokens_per_gpu, "throughput.tokens_per_second_per_gpu", "Tokens/s per GPU", Unit::tokens_per_second, false, \
        GpuPowers{}) \
  entry(mfu, "throughput.mfu", "MFU", Unit::share, false, GpuPowers{}) \
  entry(memory, "memory.peak_bytes", "Memory per GPU", Unit::bytes) \
  entry(bubble, "pipeline.bubble_share_of_step", "Bubble", Unit::share) \
  entry(exposed, "time.exposed_communication_seconds", "Exposed communication", Unit::seconds) \
  entry(days, "run.calendar_days", "Days", Unit::days, true, GpuPowers{-1, -1}) \
  entry(rental, "run.rental_usd", "Rental", Unit::dollars, true, GpuPowers{}) \
  entry(goodput, "run.goodput", "Goodput", Unit::share, false, GpuPowers{}) \
  entry(energy, "run.energy_joules", "Energy", Unit::joules, true, GpuPowers{}) \
  entry(hfu, "throughput.hfu", "HFU", Unit::share, false, GpuPowers{}) \
  entry(model_flops, "throughput.model_flops_per_gpu_per_second", "Model FLOP/s per GPU", Unit::flops_per_second, false, \
        GpuPowers{}) \
  entry(hardware_flops, "throughput.hardware_flops_per_gpu_per_second", "Hardware FLOP/s per GPU", \
        Unit::flops_per_second, false, GpuPowers{}) \
  entry(compute, "time.breakdown_seconds.compute", "Computation", Unit::seconds, true, GpuPowers{-1, 0}) \
  entry(recompute, "time.breakdown_seconds.recompute", "Recomputation", Unit::seconds, true, GpuPowers{-1, 0}) \
  entry(tensor_exposed, "time.breakdown_seconds.tp_comm", "Tensor traffic, exposed", Unit::seconds) \
  entry(context_exposed, "time.breakdown_seconds.cp_comm", "Context traffic, exposed", Unit::seconds) \
  entry(expert_exposed, "time.breakdown_seconds.ep_comm", "Expert traffic, exposed", Unit::seconds) \
  entry(pipeline_exposed, "time.breakdown_seconds.pp_comm", "Pipeline transfers, exposed", Unit::seconds) \
  entry(gradients_exposed, "time.breakdown_seconds.dp_comm", "Gradients, exposed", Unit::seconds) \
  entry(bubble_seconds, "time.breakdown_seconds.bubble", "Bubble, seconds", Unit::seconds) \
  entry(optimizer_seconds, "time.breakdown_seconds.optimizer", "Optimizer step", Unit::seconds) \
  entry(bubble_fraction, "pipeline.bubble_fraction", "Bubble fraction of all ranks", Unit::share) \
  entry(checkpoint, "memory.checkpoint_bytes", "Checkpoint", Unit::bytes) \
  entry(gpu_hours, "run.gpu_hours", "GPU-hours", Unit::hours, true, GpuPowers{}) \
  entry(failures, "run.failures", "Failures", Unit::none) \
  entry(lost_days, "run.lost_days", "Days of lost work", Unit::days) \
  entry(checkpoint_interval, "run.checkpoint_interval_seconds", "Checkpoint interval", Unit::seconds, false) \
  entry(checkpoint_days, "run.checkpoint_days", "Days of checkpoints", Unit::days) \
  entry(power, "run.power_watts", "Power", Unit::watts, true, GpuPowers{1, 1}) \
  entry(electricity, "run.energy_usd", "Electricity", Unit::dollars, true, GpuPowers{}) \
  entry(amortised, "run.amortised_usd", "Amortised hardware", Unit::dollars, true, GpuPowers{}) \
  entry(carbon, "run.co2_kg", "CO2", Unit::kilograms, true, GpuPowers{}) \
  entry(active_parameters, "parameters.active", "Active parameters", Unit::none, false) \
  entry(parameters, "parameters.total", "Parameters", Unit::none, false)
// clang-format on
SHARDSCOPE_TABLE(SweepFigure, SweepFigureEntry, SHARDSCOPE_SWEEP_FIGURE)

/// What a sweep prints of a report where nobody says the fields.
inline constexpr const char* sweep_headline =
    "fits,time.step_seconds,throughput.tokens_per_second,throughput.mfu,memory.peak_bytes";

}  // namespace shardscope
