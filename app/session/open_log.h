// A training log that is open beside a scenario, as a value, and the runs that the session's calibration is made of.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/calibration/calibrate.h"
#include "core/logs/log_reader.h"
#include "core/profiler_trace/trace_beside.h"

namespace shardscope {

struct TrainingLog {
  std::string name;  // the file's, without its folder
  LogReading reading;
  std::optional<TracedStep> trace = {};  // of a profiler's trace, which has no lines to read
};

/// A log that is shown; null: none. Shared, so that what is derived of it can be kept by the pointer.
using OpenLog = std::shared_ptr<const TrainingLog>;

/// What the session's calibration is made of: runs on one GPU.
struct OwnRuns {
  Gpu gpu;  // without its calibration
  std::vector<Observation> observations;
};

}  // namespace shardscope
