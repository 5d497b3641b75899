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
    {"all", 802, 0.040, 0.134},                                    // 3.9%, 13.1%
    {"kind:dense", 673, 0.037, 0.121},                             // 3.6%, 11.7%
    {"kind:moe", 129, 0.073, 0.192},                               // 7.2%, 18.9%
    {"gpu:a100-80", 305, 0.035, 0.127},                            // 3.4%, 12.3%
    {"gpu:a100-40", 43, 0.044, 0.125},                             // 4.3%, 12.2%
    {"gpu:h100-sxm", 269, 0.040, 0.105},                           // 3.9%, 10.1%
    {"gpu:b200", 40, 0.081, 0.307},                                // 8.0%, 30.3%
    {"gpu:gb200", 72, 0.045, 0.179},                               // 4.4%, 17.6%
    {"gpu:b300", 9, 0.062, 0.471},                                 // 6.1%, 46.8%
    {"gpu:gb300", 49, 0.044, 0.098},                               // 4.3%, 9.5%
    {"gpu:v100-32", 12, 0.528, 0.579},                             // 52.7%, 57.6%
    {"quality:high", 331, 0.042, 0.124},                           // 4.1%, 12.1%
    {"quality:medium", 455, 0.037, 0.125},                         // 3.6%, 12.2%
    {"origin:NVIDIA/dgxc-benchmarking", 187, 0.037, 0.104},        // 3.5%, 10.0%
    {"origin:NVIDIA-NeMo/Megatron-Bridge", 156, 0.052, 0.184},     // 5.1%, 18.0%
    {"origin:NVIDIA/NeMo", 27, 0.030, 0.088},                      // 2.9%, 8.5%
    {"origin:NVIDIA/Megatron-LM", 11, 0.061, 0.112},               // 6.0%, 10.8%
    {"origin:VIA-Research/vTrain", 142, 0.035, 0.179},             // 3.3%, 17.5%
    {"origin:mosaicml/llm-foundry", 95, 0.038, 0.112},             // 3.7%, 10.8%
    {"origin:Qi", 72, 0.023, 0.055},                               // 2.2%, 5.1%
    {"origin:bigscience-workshop/bigscience", 50, 0.074, 0.534},   // 7.3%, 53.1%
    {"origin:pytorch/torchtitan", 23, 0.088, 0.286},               // 8.7%, 28.3%
    {"origin:mlcommons/training_results_v5.0", 10, 0.027, 0.034},  // 2.6%, 3.0%
    {"origin:mlcommons/training_results_v5.1", 9, 0.074, 0.134},   // 7.1%, 13.0%
    {"origin:MooreThreads/SimuMax", 6, 0.105, 0.144},              // 10.4%, 14.0%
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
    CAPTURE(std::string(bound.group));
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
