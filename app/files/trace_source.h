// A profiler's trace as a value: read from a file of any length, and set beside a plan's prediction.
#pragma once

#include <string>

#include "core/profiler_trace/trace_beside.h"

namespace shardscope {

/// Whether the file, gzip or plain, begins as a trace does; a part of it is looked at.
[[nodiscard]] bool is_trace_file(const std::string& file);

[[nodiscard]] Outcome<TraceReading> read_trace_file(const std::string& file);

}  // namespace shardscope
