// A traced step as `shardscope measured --json` prints it, beside what is predicted.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/profiler_trace/trace_beside.h"

namespace shardscope {

/// The object of a log (shared keys: file, framework, iterations, step_seconds) with the kinds of kernels beside.
[[nodiscard]] nlohmann::ordered_json profile_json(const std::string& file, const TraceBeside& trace);

}  // namespace shardscope
