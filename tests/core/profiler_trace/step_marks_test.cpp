#include "core/profiler_trace/step_marks.h"

#include "tests/core/profiler_trace/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

double in_microseconds(double seconds) {
  return seconds * 1e6;
}

}  // namespace

TEST_CASE("a step lasts from where the GPU's work of its mark begins to where that of the next does") {
  const MarkedSteps marked =
      marked_steps(trace_reading({step_event(7, 0, 90, host_mark), step_event(8, 90, 100, host_mark),
                                  step_event(7, 40, 80, gpu_mark), step_event(8, 150, 70, gpu_mark),
                                  gpu_event("gemm", 40, 80), gpu_event("gemm", 150, 70)}),
                   0);
  CHECK(marked.by == StepsBy::gpu);
  REQUIRE(marked.steps.size() == 2);
  CHECK(in_microseconds(marked.steps[0].end - marked.steps[0].start) == doctest::Approx(110));
  CHECK(in_microseconds(marked.steps[1].end - marked.steps[1].start) == doctest::Approx(70));
}

TEST_CASE("without the GPU's marks the host's count, the last with the work that it left behind") {
  const MarkedSteps marked =
      marked_steps(trace_reading({step_event(1, 0, 100, host_mark), step_event(2, 100, 100, host_mark),
                                  gpu_event("gemm", 10, 80), gpu_event("gemm", 110, 130)}),
                   0);
  CHECK(marked.by == StepsBy::host);
  REQUIRE(marked.steps.size() == 2);
  CHECK(in_microseconds(marked.steps[1].end - marked.steps[1].start) == doctest::Approx(140));
}

TEST_CASE("a mark without any kernel is no step, and without marks all work is one") {
  const MarkedSteps idle = marked_steps(
      trace_reading({step_event(1, 0, 100, host_mark), step_event(2, 300, 50, host_mark), gpu_event("gemm", 10, 80)}),
      0);
  REQUIRE(idle.steps.size() == 1);
  CHECK(idle.steps[0].number == 1);
  const MarkedSteps none = marked_steps(trace_reading({gpu_event("gemm", 10, 80), gpu_event("gemm", 200, 10)}), 0);
  CHECK(none.by == StepsBy::none);
  REQUIRE(none.steps.size() == 1);
  CHECK(in_microseconds(none.steps[0].end - none.steps[0].start) == doctest::Approx(200));
}

TEST_CASE("the step after a moment is found among many") {
  const std::vector<StepMark> steps = {{0, 0, 1}, {1, 1, 2}, {2, 2, 3}};
  CHECK(first_step_after(steps, -1) == 0);
  CHECK(first_step_after(steps, 0.5) == 0);
  CHECK(first_step_after(steps, 1) == 1);
  CHECK(first_step_after(steps, 3) == 3);
}
