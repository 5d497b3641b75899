#include "app/files/trace_source.h"

#include <filesystem>
#include <fstream>

#include "core/profiler_trace/gunzip.h"

namespace shardscope {

bool is_trace_file(const std::string& file) {
  constexpr std::size_t looked_at = std::size_t{1} << 18;
  std::error_code failure;
  if (!std::filesystem::is_regular_file(file, failure)) return false;  // a pipe can't be read twice
  std::ifstream stream(file, std::ios::binary);
  return stream && is_trace(unpacked_beginning(stream, looked_at));
}

Outcome<TraceReading> read_trace_file(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return std::vector<Problem>{{Severity::error, "", "there is no such trace to read", ""}};
  return read_trace(stream);
}

}  // namespace shardscope
