#include "core/profiler_trace/step_bars.h"

#include "core/profiler_trace/step_profile.h"
#include "tests/core/profiler_trace/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

double total(const StepBars& traced, KernelKind kind) {
  double seconds = 0;
  for (const TracedBar& bar : traced.bars[index_of(kind)]) seconds += bar.end - bar.start;
  return seconds * 1e6;
}

}  // namespace

TEST_CASE("the step in the middle is charted, its kernels cut to it and counted from its start") {
  // Steps of 100, 60 and 80: the last is the median.
  const std::vector<std::string> events = {step_event(1, 0, 100, host_mark),
                                           step_event(2, 100, 60, host_mark),
                                           step_event(3, 160, 80, host_mark),
                                           gpu_event("gemm_a", 0, 150),
                                           gpu_event("gemm_b", 150, 40),
                                           gpu_event("flash_fwd", 200, 10),
                                           gpu_event("ncclDevKernel_AllGather", 205, 20),
                                           gpu_event("gemm_a", 235, 5)};
  const std::optional<StepBars> step = typical_step_bars(trace_reading(events));
  REQUIRE(step);
  CHECK(step->number == 3);
  CHECK(step->length * 1e6 == doctest::Approx(80));
  const std::vector<TracedBar>& products = step->bars[index_of(KernelKind::products)];
  REQUIRE(products.size() == 2);
  CHECK(products[0].start == doctest::Approx(0));
  CHECK(products[0].end * 1e6 == doctest::Approx(30));
  CHECK(step->names[products[0].name] == "gemm_b");
  CHECK(step->names[products[1].name] == "gemm_a");
  CHECK(total(*step, KernelKind::attention) == doctest::Approx(10));
  CHECK(total(*step, KernelKind::communication) == doctest::Approx(20));
  CHECK(total(*step, KernelKind::idle) == doctest::Approx(10 + 10));  // from 30 to 40 and from 65 to 75
}

TEST_CASE("where nothing runs is idle for as long as the profile of that step says") {
  const std::vector<std::string> events = {step_event(7, 0, 100, host_mark), gpu_event("gemm", 10, 20),
                                           gpu_event("ncclDevKernel_AllReduce", 25, 30), gpu_event("gemm", 90, 5)};
  const TraceReading reading = trace_reading(events);
  const std::optional<StepBars> step = typical_step_bars(reading);
  const std::optional<StepProfile> profile = step_profile(reading);
  REQUIRE(step);
  REQUIRE(profile);
  CHECK(step->length == doctest::Approx(profile->step.value));
  CHECK(total(*step, KernelKind::idle) == doctest::Approx(profile->seconds[index_of(KernelKind::idle)].value * 1e6));
}

TEST_CASE("a trace without kernels has no bars") {
  CHECK(!typical_step_bars(trace_reading({step_event(1, 0, 100, host_mark)})));
}

TEST_CASE("a trace whose steps nothing marks isn't charted as one") {
  CHECK(!typical_step_bars(trace_reading({gpu_event("gemm", 0, 40), gpu_event("gemm", 100, 40)})));
}
