// Damaged traces of a profiler: whatever their bytes, packed or not, the reader ends, and what comes out is finite and
// adds up.
#include <doctest/doctest.h>

#include <cmath>
#include <fstream>
#include <random>
#include <sstream>

#include "core/profiler_trace/step_profile.h"
#include "tests/core/profiler_trace/gzip_text.h"
#include "tests/fuzz/damage.h"
#include "tests/source_path.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

std::string whole_trace() {
  std::ifstream stream(source_path("tests/data/traces/two_steps.json"), std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::string damaged_trace(std::string text, std::mt19937& random) {
  constexpr std::string_view signs = "{}[]\",:.eE+-0189 \\\n\t\xff";
  constexpr std::string_view numbers[] = {"1e308", "-1e308", "1e999", "18446744073709551615", "-0.0", "null", "\"7\""};
  for (std::size_t times = random() % 5 + 1; times > 0 && !text.empty(); --times) {
    const std::size_t at = random() % text.size();
    const auto kind = static_cast<unsigned>(random() % (damage_kinds + 2));
    if (kind < damage_kinds)
      damage_at(text, at, kind, 60, signs, random);
    else if (const std::size_t number = text.find(": ", at); kind == damage_kinds && number != std::string::npos)
      text.replace(number + 2, text.find_first_of(",}", number) - number - 2, numbers[random() % std::size(numbers)]);
    else
      text.resize(at);
  }
  return text;
}

/// Whether it was read.
bool check_trace(const std::string& bytes) {
  std::istringstream in(bytes);
  const Outcome<TraceReading> reading = read_trace(in);
  if (!succeeded(reading)) return false;
  const std::optional<StepProfile> profile = step_profile(value_of(reading));
  if (!profile) return true;
  double sum = 0;
  for (const Seconds each : profile->seconds) {
    CHECK((std::isfinite(each.value) && each.value >= 0));
    sum += each.value;
  }
  CHECK(std::isfinite(profile->step.value));
  CHECK(sum == doctest::Approx(profile->step.value).epsilon(1e-6));
  return true;
}

}  // namespace

TEST_CASE("a damaged trace is read as far as it goes, and nothing that isn't finite comes out") {
  const std::string whole = whole_trace();
  std::mt19937 random(5);
  int read = 0;
  for (int i = 0; i < 1'500; ++i) {
    const std::string text = damaged_trace(whole, random);
    CAPTURE(text);
    read += check_trace(text) ? 1 : 0;
  }
  CHECK(read > 1'000);
}

TEST_CASE("a damaged gzip file is read as far as it unpacks") {
  const std::string packed = tests::gzip_text(whole_trace());
  std::mt19937 random(6);
  for (int i = 0; i < 300; ++i) {
    std::string bytes = packed;
    bytes[random() % bytes.size()] = static_cast<char>(random());
    if (i % 3 == 0) bytes.resize(random() % bytes.size());
    CAPTURE(i);
    (void)check_trace(bytes);
  }
}
