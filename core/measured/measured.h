// core/measured: training runs that others have measured, beside what the model says of the same scenarios.
// In: JSON of runs (read_runs.h). Out: a Comparison: each run's figures as predicted, the relative errors, and their
// summary by kind, GPU, quality, framework and source (compare.h), beside other programs' figures (rivals.h) and the
// errors on runs that the fit never saw (cross_validation.h); as JSON (comparison_json.h).
// A run that can't be read or predicted stays in every table, with the reason beside it; nothing is dropped.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/choice.h"
#include "core/base/problem.h"
#include "core/scenario/scenario.h"

namespace shardscope {

/// What a source may have measured. The order is that of the JSON's keys and of every MeasuredFigures.
#define SHARDSCOPE_MEASURED_FIELD(name)                                                   \
  name(step_seconds) name(tokens_per_second_per_gpu) name(model_flops_per_gpu_per_second) \
      name(hardware_flops_per_gpu_per_second) name(mfu) name(hfu) name(peak_memory_bytes)
SHARDSCOPE_NAMED(MeasuredField, SHARDSCOPE_MEASURED_FIELD)
inline constexpr std::size_t measured_field_count = count_of<MeasuredField>;
inline constexpr std::span<const std::string_view> measured_field_names = table_of<MeasuredField>;

/// A figure for each field, absent where it isn't known.
using MeasuredFigures = std::array<std::optional<double>, measured_field_count>;

/// Which of a GPU's books the peak was read from: PyTorch's allocated or reserved bytes, or the device's own monitor.
/// `unstated` compares with allocated.
#define SHARDSCOPE_MEMORY_KIND(name) name(allocated) name(reserved) name(device) name(unstated)
SHARDSCOPE_NAMED(MemoryKind, SHARDSCOPE_MEMORY_KIND)
inline constexpr std::span<const std::string_view> memory_kind_names = table_of<MemoryKind>;

/// What kind of model a run trains, and how far its figures can be trusted, as the file says; empty where it says
/// nothing.
#define SHARDSCOPE_RUN_KIND(entry) entry(unstated, "") entry(dense, "dense") entry(moe, "moe")
SHARDSCOPE_TABLE(RunKind, std::string_view, SHARDSCOPE_RUN_KIND)
#define SHARDSCOPE_RUN_QUALITY(entry) entry(unstated, "") entry(high, "high") entry(medium, "medium") entry(low, "low")
SHARDSCOPE_TABLE(RunQuality, std::string_view, SHARDSCOPE_RUN_QUALITY)

/// What another program says of the same run, where its authors printed it or it was run on the same configuration.
struct Rival {
  std::string name;
  MeasuredFigures figures;
};

struct MeasuredRun {
  std::string id, source, framework;  // as the file has them; empty where it says nothing
  RunKind kind = RunKind::unstated;
  RunQuality quality = RunQuality::unstated;
  std::string notes, scale_out;      // what the source leaves unsaid; its network in words
  std::string gpu;                   // the preset's name, or what the file calls it
  std::optional<Scenario> scenario;  // absent where it can't be read
  std::vector<Problem> problems;     // why
  bool convention_known = true;      // else FLOPs can't be compared: the source counts them in a way of its own
  MeasuredFigures measured;
  MemoryKind memory_kind = MemoryKind::unstated;
  std::optional<Rival> rival;
};

}  // namespace shardscope
