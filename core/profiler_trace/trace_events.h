// One event of a trace while it is read, and what is kept of it.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "core/profiler_trace/trace_reader.h"

namespace shardscope {

/// As the file has it: absent what it doesn't say. Times are in microseconds.
struct TraceEvent {
  std::string category = {}, name = {}, collective = {}, group = {};
  double start = std::numeric_limits<double>::quiet_NaN(), length = std::numeric_limits<double>::quiet_NaN();
  std::int64_t device = 0, group_size = 0;

  [[nodiscard]] bool has_times() const { return std::isfinite(start) && std::isfinite(length) && length >= 0; }
};

/// Sorts events into a reading.
class TraceEvents {
 public:
  void take(const TraceEvent& event);
  [[nodiscard]] TraceReading& reading() { return reading_; }

 private:
  void take_work(const TraceEvent& event, WorkCategory category);
  void take_step(const TraceEvent& event, std::vector<StepMark>& steps);
  [[nodiscard]] double seconds(double microseconds);
  [[nodiscard]] std::optional<std::uint32_t> name_of(const std::string& name);
  [[nodiscard]] std::int32_t group_of(const TraceEvent& event);

  TraceReading reading_;
  std::map<std::string, std::uint32_t, std::less<>> names_;
  std::vector<KernelKind> kinds_;  // of each name, as a kernel
  std::map<TraceGroup, std::int32_t> groups_;
  std::optional<double> origin_;
};

}  // namespace shardscope
