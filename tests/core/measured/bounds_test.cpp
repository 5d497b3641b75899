// How near the model comes to training runs that others measured: presets/measured/public_runs.json. A bound is what
// was reached, a little loosened, so that a changed formula or constant that makes it worse fails here.
#include <doctest/doctest.h>

#include <fstream>
#include <span>
#include <sstream>
#include <string>

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
    {"all", 802, 0.040, 0.135},                                    // 3.9%, 13.3%
    {"kind:dense", 673, 0.038, 0.122},                             // 3.7%, 11.9%
    {"kind:moe", 129, 0.064, 0.191},                               // 6.2%, 18.7%
    {"gpu:a100-80", 305, 0.035, 0.126},                            // 3.4%, 12.3%
    {"gpu:a100-40", 43, 0.044, 0.123},                             // 4.3%, 12.0%
    {"gpu:h100-sxm", 269, 0.039, 0.101},                           // 3.7%, 9.9%
    {"gpu:b200", 40, 0.089, 0.233},                                // 8.7%, 22.9%
    {"gpu:gb200", 72, 0.041, 0.179},                               // 4.1%, 17.6%
    {"gpu:b300", 9, 0.071, 0.478},                                 // 7.0%, 47.0%
    {"gpu:gb300", 49, 0.040, 0.104},                               // 3.8%, 10.2%
    {"gpu:v100-32", 12, 0.537, 0.596},                             // 53.6%, 58.6%
    {"quality:high", 331, 0.042, 0.122},                           // 4.0%, 11.9%
    {"quality:medium", 455, 0.037, 0.125},                         // 3.7%, 12.2%
    {"origin:NVIDIA/dgxc-benchmarking", 187, 0.035, 0.106},        // 3.3%, 10.3%
    {"origin:NVIDIA-NeMo/Megatron-Bridge", 156, 0.049, 0.156},     // 4.7%, 15.3%
    {"origin:NVIDIA/NeMo", 27, 0.049, 0.087},                      // 4.8%, 8.6%
    {"origin:NVIDIA/Megatron-LM", 11, 0.061, 0.111},               // 6.0%, 10.8%
    {"origin:VIA-Research/vTrain", 142, 0.034, 0.179},             // 3.4%, 17.5%
    {"origin:mosaicml/llm-foundry", 95, 0.038, 0.108},             // 3.7%, 10.5%
    {"origin:Qi", 72, 0.023, 0.053},                               // 2.2%, 5.1%
    {"origin:bigscience-workshop/bigscience", 50, 0.074, 0.548},   // 7.3%, 53.9%
    {"origin:pytorch/torchtitan", 23, 0.078, 0.288},               // 7.6%, 28.3%
    {"origin:mlcommons/training_results_v5.0", 10, 0.022, 0.039},  // 2.1%, 3.7%
    {"origin:mlcommons/training_results_v5.1", 9, 0.044, 0.138},   // 4.2%, 13.7%
    {"origin:MooreThreads/SimuMax", 6, 0.078, 0.111},              // 7.6%, 10.8%
};

constexpr Bound memory_bounds[] = {
    {"all", 127, 0.033, 0.073},                                   // 3.2%, 7.2%
    {"kind:dense", 118, 0.034, 0.073},                            // 3.3%, 7.2%
    {"kind:moe", 9, 0.019, 0.060},                                // 1.8%, 5.9%
    {"origin:Qi", 72, 0.033, 0.060},                              // 3.2%, 5.8%
    {"origin:bigscience-workshop/bigscience", 39, 0.033, 0.061},  // 3.2%, 6.0%
    {"origin:pytorch/torchtitan", 7, 0.072, 0.102},               // 7.1%, 10.0%
    {"origin:MooreThreads/SimuMax", 6, 0.014, 0.019},             // 1.3%, 1.8%
    {"quality:high", 13, 0.019, 0.086},                           // 1.8%, 8.5%
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
    CAPTURE(std::string(bound.group));
    const GroupSummary* group = summary_of(all_runs(), run_group(bound.group));
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
  const GroupSummary* all = summary_of(all_runs(), run_group("all"));
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
    const GroupSummary* group = summary_of(all_runs(), run_group(name));
    REQUIRE(group != nullptr);
    const auto& summary = group->fields[index_of(MeasuredField::step_seconds)];
    REQUIRE(summary.has_value());
    REQUIRE(summary->in_range.has_value());
    CHECK(*summary->in_range > 0.75);
    CHECK(*summary->in_range < 0.92);
  }
}
