// What the tests of core/profiler_trace share: traces put together from events, as PyTorch's profiler writes them.
#pragma once

#include <doctest/doctest.h>

#include <sstream>
#include <string>

#include "core/profiler_trace/trace_reader.h"

namespace shardscope::tests {

/// An event of a GPU: microseconds; `arguments` are more of its JSON: R"("stream": 7)".
inline std::string gpu_event(const std::string& name, double start, double length, const std::string& arguments = "",
                             const std::string& category = "kernel") {
  std::ostringstream text;
  text << R"({"ph": "X", "cat": ")" << category << R"(", "name": ")" << name << R"(", "ts": )" << start
       << R"(, "dur": )" << length << R"(, "args": {"device": 0)" << (arguments.empty() ? "" : ", ") << arguments
       << "}}";
  return text.str();
}

/// ProfilerStep#NUMBER, of the host's program or as the GPU's own mark.
inline std::string step_event(int number, double start, double length, const std::string& category) {
  return gpu_event("ProfilerStep#" + std::to_string(number), start, length, "", category);
}
inline constexpr const char* host_mark = "user_annotation";
inline constexpr const char* gpu_mark = "gpu_user_annotation";

/// The whole file of such events, of rank 3 of 16.
inline std::string trace_text(const std::vector<std::string>& events) {
  std::string text = R"({"schemaVersion": 1, "deviceProperties": [{"id": 0, "name": "NVIDIA H100 80GB HBM3"}],
"distributedInfo": {"backend": "nccl", "rank": 3, "world_size": 16}, "traceEvents": [
)";
  for (std::size_t i = 0; i < events.size(); ++i) text += (i > 0 ? ",\n" : "") + events[i];
  return text + "]}\n";
}

inline Outcome<TraceReading> read_text(const std::string& text) {
  std::istringstream in(text);
  return read_trace(in);
}

inline TraceReading trace_reading(const std::vector<std::string>& events) {
  const Outcome<TraceReading> reading = read_text(trace_text(events));
  REQUIRE(succeeded(reading));
  return value_of(reading);
}

}  // namespace shardscope::tests
