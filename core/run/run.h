// core/run: from a step to the whole training run: days, failures, energy, money.
// In: a scenario with defaults filled, and what the step made. Out: RunReport (run_report.h), each figure absent where
// the scenario doesn't say enough. Every formula and its source is beside its function here: failures.h (renewal,
// checkpoints), power.h, money.h, scaling_law.h; how far it may be off in range.h. What is only made when it is looked
// at: calendar.h (one run drawn at random), curves.h; core/inspect/sensitivity.h, core/inspect/everyday.h.
#pragma once

#include <span>

#include "core/run/run_report.h"
#include "core/scenario/scenario.h"
#include "core/step/communication.h"
#include "core/step/flops/throughput.h"
#include "core/transformer/parameter_counts.h"

namespace shardscope {

/// What the run is made of; those that may be null or empty aren't known.
struct RunInputs {
  const Scenario& scenario;
  const ParameterCounts& parameters;
  Bytes checkpoint;                          // its size, of the whole model
  const Throughput* throughput = nullptr;    // null: only what needs no time is given
  Seconds step = {};                         // with the whole batch
  Seconds busy = {};                         // of it, what grows with the micro-batches
  std::optional<RunRange> time_range = {};   // measured over predicted (range.h)
  std::span<const CarriedByKind> sent = {};  // by one GPU of each pipeline rank in a step
};

/// Seconds and steps that the first `tokens` take while the batch grows from `start` to `whole` sequences, linear in
/// tokens. A step of B sequences takes T - busy·(1 - B/whole), so the time is the integral of that over B·sequence.
struct RampTime {
  double seconds = 0, steps = 0;
};
[[nodiscard]] RampTime ramp_time(double tokens, double start, double whole, double sequence, Seconds step,
                                 Seconds busy);

/// days and gpu_hours count training alone, on all GPUs of the cluster; calendar_days adds what failures and
/// checkpoints take. Energy and money are of the calendar's days. A schedule without backward passes trains nothing: of
/// its run only the GPUs' price and power are known.
[[nodiscard]] RunReport run_of(const RunInputs& inputs);

}  // namespace shardscope
