#include "core/memory/memory_range.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <vector>

#include "core/measured/compare.h"
#include "tests/core/measured/cases.h"
#include "tests/source_path.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

/// Measured over predicted of every public run whose peak was seen so.
std::vector<double> ratios_seen_as(bool by_allocator) {
  std::ifstream file(source_path("presets/measured/public_runs.json"));
  std::stringstream text;
  text << file.rdbuf();
  const std::vector<MeasuredRun> runs = runs_of(text.str());
  std::vector<double> ratios;
  for (const MeasuredRun& run : runs) {
    const auto& measured = run.measured[index_of(MeasuredField::peak_memory_bytes)];
    const bool outside = run.memory_kind == MemoryKind::device || run.memory_kind == MemoryKind::reserved;
    if (!measured || outside == by_allocator) continue;
    const RunComparison compared = compare_run(run);
    const auto& predicted = compared.predicted[index_of(MeasuredField::peak_memory_bytes)];
    if (predicted) ratios.push_back(*measured / *predicted);
  }
  std::sort(ratios.begin(), ratios.end());
  return ratios;
}

double percentile(const std::vector<double>& sorted, double share) {
  const double at = share * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (at - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

}  // namespace

TEST_CASE("the range is that of the public runs' middle four fifths, by who said the peak") {
  for (const auto& [by_allocator, seen, count] :
       {std::tuple{true, MemorySeen::allocated, 85}, std::tuple{false, MemorySeen::device, 42}}) {
    const std::vector<double> ratios = ratios_seen_as(by_allocator);
    REQUIRE(ratios.size() == static_cast<std::size_t>(count));
    const BytesRange range = memory_range(Bytes{1e9}, seen);
    CHECK(range.low.value / 1e9 == doctest::Approx(percentile(ratios, 0.1)).epsilon(0.001));
    CHECK(range.high.value / 1e9 == doctest::Approx(percentile(ratios, 0.9)).epsilon(0.001));
  }
}

TEST_CASE("a plan is tight where less than a twentieth is left") {
  CHECK(fit_of(Bytes{94}, Bytes{100}) == MemoryFit::fits);
  CHECK(fit_of(Bytes{95.1}, Bytes{100}) == MemoryFit::tight);
  CHECK(fit_of(Bytes{100}, Bytes{100}) == MemoryFit::tight);
  CHECK(fit_of(Bytes{100.1}, Bytes{100}) == MemoryFit::over);
  CHECK(name_of(MemoryFit::tight) == "tight");
}
