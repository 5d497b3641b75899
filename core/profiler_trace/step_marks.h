// Which stretches of a trace are its steps, on the GPU's own clock.
#pragma once

#include <vector>

#include "core/profiler_trace/step_profile.h"

namespace shardscope {

struct MarkedSteps {
  StepsBy by = StepsBy::none;
  std::vector<StepMark> steps;  // one after another in time, without overlap, none empty
};

/// The host runs ahead of the GPU, so a step lasts from where the GPU's work of one mark begins to where that of the
/// next does. Where the GPU has no such marks (before PyTorch 2.0), the host's; of those the last ends where it does on
/// the host, or with the work that it left behind. Steps without any kernel count as none.
[[nodiscard]] MarkedSteps marked_steps(const TraceReading& reading, std::int32_t device);

/// The first step that ends after a moment.
[[nodiscard]] std::size_t first_step_after(const std::vector<StepMark>& steps, double moment);

}  // namespace shardscope
