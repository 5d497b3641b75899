// How near the model comes to training runs that others measured: presets/measured/public_runs.json. A bound is what
// was reached, a little loosened, so that a changed formula or constant that makes it worse fails here.
#include <doctest/doctest.h>

#include <fstream>
#include <span>
#include <sstream>

#include "core/measured/compare.h"
#include "tests/core/measured/cases.h"
#include "tests/source_path.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

struct Bound {
  const char* group;
  std::size_t count;  // runs that have the figure, none of them left out
  double median, p90;
};

// Beside each bound what was reached: median and 90th percentile.
constexpr Bound step_bounds[] = {
    {"all", 802, 0.043, 0.153},                              // 3.9%, 13.9%
    {"kind:dense", 673, 0.039, 0.132},                       // 3.5%, 12.0%
    {"kind:moe", 129, 0.089, 0.227},                         // 8.1%, 20.7%
    {"gpu:a100-80", 305, 0.035, 0.138},                      // 3.2%, 12.6%
    {"gpu:h100-sxm", 269, 0.040, 0.120},                     // 3.7%, 10.9%
    {"gpu:gb200", 72, 0.055, 0.214},                         // 5.0%, 19.5%
    {"gpu:gb300", 49, 0.056, 0.105},                         // 5.1%, 9.5%
    {"quality:high", 331, 0.048, 0.149},                     // 4.4%, 13.5%
    {"quality:medium", 455, 0.038, 0.138},                   // 3.4%, 12.6%
    {"origin:NVIDIA/dgxc-benchmarking", 187, 0.039, 0.112},  // 3.5%, 10.2%
    {"origin:VIA-Research/vTrain", 142, 0.034, 0.193},       // 3.0%, 17.5%
    {"origin:mosaicml/llm-foundry", 95, 0.041, 0.119},       // 3.8%, 10.8%
};

constexpr Bound memory_bounds[] = {
    {"all", 127, 0.036, 0.083},                                   // 3.2%, 7.5%
    {"kind:dense", 118, 0.037, 0.083},                            // 3.3%, 7.4%
    {"kind:moe", 9, 0.020, 0.064},                                // 1.8%, 5.9%
    {"origin:Qi", 72, 0.036, 0.064},                              // 3.2%, 5.8%
    {"origin:bigscience-workshop/bigscience", 39, 0.036, 0.066},  // 3.2%, 6.0%
    {"origin:pytorch/torchtitan", 7, 0.087, 0.108},               // 7.9%, 9.7%
    {"origin:MooreThreads/SimuMax", 6, 0.015, 0.020},             // 1.3%, 1.8%
    {"quality:high", 13, 0.020, 0.101},                           // 1.8%, 9.1%
};

const Comparison& all_runs() {
  static const Comparison comparison = [] {
    std::ifstream file(source_path("presets/measured/public_runs.json"));
    std::stringstream text;
    text << file.rdbuf();
    return compare_runs(runs_of(text.str()));
  }();
  return comparison;
}

void check_bounds(MeasuredField field, std::span<const Bound> bounds) {
  for (const Bound& bound : bounds) {
    CAPTURE(bound.group);
    const GroupSummary* group = group_named(all_runs(), bound.group);
    REQUIRE(group != nullptr);
    const auto& summary = group->fields[index_of(field)];
    REQUIRE(summary.has_value());
    CHECK(summary->count >= bound.count);
    CHECK(summary->median_absolute_error <= bound.median);
    CHECK(summary->p90_absolute_error <= bound.p90);
  }
}

}  // namespace

TEST_CASE("every measured run can be read and is valid") {
  const GroupSummary* all = group_named(all_runs(), "all");
  CHECK(all->runs == 819);
  CHECK(all->invalid == 0);
}

TEST_CASE("step times keep the bounds reached") {
  check_bounds(MeasuredField::step_seconds, step_bounds);
}

TEST_CASE("peak memory keeps the bounds reached") {
  check_bounds(MeasuredField::peak_memory_bytes, memory_bounds);
}

TEST_CASE("about four of five measured steps lie in the range that the step comes with") {
  for (const char* name : {"quality:high", "quality:medium", "kind:dense", "kind:moe", "gpu:h100-sxm", "gpu:a100-80"}) {
    CAPTURE(name);
    const GroupSummary* group = group_named(all_runs(), name);
    REQUIRE(group != nullptr);
    const auto& summary = group->fields[index_of(MeasuredField::step_seconds)];
    REQUIRE(summary.has_value());
    REQUIRE(summary->in_range.has_value());
    CHECK(*summary->in_range > 0.75);
    CHECK(*summary->in_range < 0.92);
  }
}
