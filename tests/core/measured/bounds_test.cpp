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
    {"all", 802, 0.040, 0.132},                                    // 3.9%, 12.9%
    {"kind:dense", 673, 0.038, 0.123},                             // 3.7%, 12.0%
    {"kind:moe", 129, 0.069, 0.202},                               // 6.8%, 19.7%
    {"gpu:a100-80", 305, 0.034, 0.126},                            // 3.3%, 12.3%
    {"gpu:a100-40", 43, 0.044, 0.124},                             // 4.3%, 12.1%
    {"gpu:h100-sxm", 269, 0.040, 0.105},                           // 3.9%, 10.2%
    {"gpu:b200", 40, 0.079, 0.310},                                // 7.8%, 30.3%
    {"gpu:gb200", 72, 0.041, 0.179},                               // 4.0%, 17.5%
    {"gpu:b300", 9, 0.067, 0.486},                                 // 6.6%, 47.6%
    {"gpu:gb300", 49, 0.041, 0.099},                               // 4.0%, 9.7%
    {"gpu:v100-32", 12, 0.537, 0.598},                             // 53.6%, 58.6%
    {"quality:high", 331, 0.042, 0.123},                           // 4.1%, 12.1%
    {"quality:medium", 455, 0.037, 0.125},                         // 3.6%, 12.2%
    {"origin:NVIDIA/dgxc-benchmarking", 187, 0.036, 0.108},        // 3.5%, 10.6%
    {"origin:NVIDIA-NeMo/Megatron-Bridge", 156, 0.052, 0.194},     // 5.1%, 18.9%
    {"origin:NVIDIA/NeMo", 27, 0.039, 0.086},                      // 3.8%, 8.4%
    {"origin:NVIDIA/Megatron-LM", 11, 0.061, 0.111},               // 6.0%, 10.8%
    {"origin:VIA-Research/vTrain", 142, 0.034, 0.179},             // 3.3%, 17.5%
    {"origin:mosaicml/llm-foundry", 95, 0.038, 0.111},             // 3.7%, 10.8%
    {"origin:Qi", 72, 0.023, 0.053},                               // 2.2%, 5.1%
    {"origin:bigscience-workshop/bigscience", 50, 0.074, 0.551},   // 7.3%, 53.9%
    {"origin:pytorch/torchtitan", 23, 0.082, 0.289},               // 8.1%, 28.3%
    {"origin:mlcommons/training_results_v5.0", 10, 0.034, 0.041},  // 3.3%, 4.0%
    {"origin:mlcommons/training_results_v5.1", 9, 0.050, 0.134},   // 4.9%, 13.1%
    {"origin:MooreThreads/SimuMax", 6, 0.102, 0.141},              // 10.1%, 13.8%
};

constexpr Bound memory_bounds[] = {
    {"all", 127, 0.033, 0.077},                                   // 3.2%, 7.5%
    {"kind:dense", 118, 0.034, 0.076},                            // 3.3%, 7.4%
    {"kind:moe", 9, 0.019, 0.061},                                // 1.8%, 5.9%
    {"origin:Qi", 72, 0.033, 0.060},                              // 3.2%, 5.8%
    {"origin:bigscience-workshop/bigscience", 39, 0.034, 0.062},  // 3.2%, 6.0%
    {"origin:pytorch/torchtitan", 7, 0.072, 0.102},               // 7.1%, 10.0%
    {"origin:MooreThreads/SimuMax", 6, 0.014, 0.019},             // 1.3%, 1.8%
    {"quality:high", 13, 0.019, 0.087},                           // 1.8%, 8.5%
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
