// The excerpts of tests/data/logs, one a quirk, and their reading.
#pragma once

#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "core/logs/measured_log.h"
#include "tests/source_path.h"

namespace shardscope::tests {

inline constexpr double any_flops = 1e300;

inline std::string log_text(const std::string& name) {
  std::ifstream file(source_path("tests/data/logs/" + name), std::ios::binary);
  REQUIRE_MESSAGE(file, name);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// Fed in blocks of that many bytes.
inline LogReading reading_of(const std::string& text, std::size_t block = std::size_t{1} << 20) {
  LogReader reader;
  for (std::size_t at = 0; at < text.size(); at += block) reader.feed(std::string_view(text).substr(at, block));
  return reader.finish();
}

inline MeasuredLog log_of(const std::string& text, std::size_t block = std::size_t{1} << 20) {
  return measured_log(reading_of(text, block), any_flops);
}

}  // namespace shardscope::tests
