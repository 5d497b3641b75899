// How near the model comes to training runs that others measured: tests/data/measured_runs.json. A bound is what was
// reached, a little loosened, so that a changed formula or constant that makes it worse fails here.
#include <doctest/doctest.h>

#include <fstream>
#include <span>
#include <sstream>

#include "core/measured/compare.h"
#include "tests/core/measured/cases.h"

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
    {"all", 756, 0.054, 0.189},                              // 4.8%, 17.1%
    {"kind:dense", 628, 0.047, 0.152},                       // 4.2%, 13.7%
    {"kind:moe", 128, 0.128, 0.421},                         // 11.6%, 38.2%
    {"gpu:a100-80", 260, 0.048, 0.163},                      // 4.3%, 14.7%
    {"gpu:h100-sxm", 269, 0.050, 0.146},                     // 4.5%, 13.2%
    {"gpu:gb200", 72, 0.072, 0.394},                         // 6.5%, 35.8%
    {"gpu:gb300", 49, 0.042, 0.122},                         // 3.7%, 11.1%
    {"quality:high", 331, 0.058, 0.191},                     // 5.3%, 17.3%
    {"quality:medium", 409, 0.050, 0.151},                   // 4.5%, 13.7%
    {"origin:NVIDIA/dgxc-benchmarking", 187, 0.048, 0.127},  // 4.3%, 11.5%
    {"origin:VIA-Research/vTrain", 142, 0.050, 0.173},       // 4.5%, 15.7%
    {"origin:mosaicml/llm-foundry", 95, 0.057, 0.147},       // 5.1%, 13.3%
};

constexpr Bound memory_bounds[] = {
    {"all", 127, 0.036, 0.083},                                   // 3.2%, 7.5%
    {"kind:dense", 118, 0.037, 0.083},                            // 3.3%, 7.4%
    {"kind:moe", 9, 0.016, 0.039},                                // 1.4%, 3.5%
    {"origin:Qi", 72, 0.036, 0.064},                              // 3.2%, 5.8%
    {"origin:bigscience-workshop/bigscience", 39, 0.036, 0.066},  // 3.2%, 6.0%
    {"origin:pytorch/torchtitan", 7, 0.087, 0.108},               // 7.9%, 9.7%
    {"origin:MooreThreads/SimuMax", 6, 0.015, 0.020},             // 1.3%, 1.8%
    {"quality:high", 13, 0.020, 0.101},                           // 1.8%, 9.1%
};

const Comparison& all_runs() {
  static const Comparison comparison = [] {
    std::ifstream file(SHARDSCOPE_SOURCE_DIR "/tests/data/measured_runs.json");
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
