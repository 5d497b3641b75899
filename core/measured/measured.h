// core/measured: training runs that others have measured, beside what the model says of the same scenarios.
// In: JSON of runs (read_runs.h). Out: a Comparison: each run's figures as predicted, the relative errors, and their
// summary by kind, GPU, quality, framework and source (compare.h), beside other programs' figures (rivals.h) and the
// errors on runs that the fit never saw (cross_validation.h); as JSON (comparison_json.h).
// A run that can't be read or predicted stays in every table, with the reason beside it; nothing is dropped.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/problem.h"
#include "core/scenario/scenario.h"

namespace shardscope {

/// What a source may have measured. The order is that of the JSON's keys and of every MeasuredFigures.
enum class MeasuredField {
  step_seconds,
  tokens_per_second_per_gpu,
  model_flops_per_gpu_per_second,
  hardware_flops_per_gpu_per_second,
  mfu,
  hfu,
  peak_memory_bytes
};
inline constexpr std::size_t measured_field_count = 7;
inline constexpr std::array<std::string_view, measured_field_count> measured_field_names = {
    "step_seconds",
    "tokens_per_second_per_gpu",
    "model_flops_per_gpu_per_second",
    "hardware_flops_per_gpu_per_second",
    "mfu",
    "hfu",
    "peak_memory_bytes"};

/// A figure for each field, absent where it isn't known.
using MeasuredFigures = std::array<std::optional<double>, measured_field_count>;

[[nodiscard]] constexpr std::size_t index_of(MeasuredField field) {
  return static_cast<std::size_t>(field);
}

/// Which of a GPU's books the peak was read from: PyTorch's allocated or reserved bytes, or the device's own monitor.
/// `unstated` compares with allocated.
enum class MemoryKind { allocated, reserved, device, unstated };
inline constexpr std::array<std::string_view, 4> memory_kind_names = {"allocated", "reserved", "device", "unstated"};

/// What another program says of the same run, where its authors printed it or it was run on the same configuration.
struct Rival {
  std::string name;
  MeasuredFigures figures;
};

struct MeasuredRun {
  std::string id, source, framework, kind, quality;  // as the file has them; empty where it says nothing
  std::string notes, scale_out;                      // what the source leaves unsaid; its network in words
  std::string gpu;                                   // the preset's name, or what the file calls it
  std::optional<Scenario> scenario;                  // absent where it can't be read
  std::vector<Problem> problems;                     // why
  bool convention_known = true;  // else FLOPs can't be compared: the source counts them in a way of its own
  MeasuredFigures measured;
  MemoryKind memory_kind = MemoryKind::unstated;
  std::optional<Rival> rival;
};

}  // namespace shardscope
