#include "core/profiler_trace/trace_beside.h"

#include "core/evaluate/evaluate.h"
#include "tests/core/profiler_trace/cases.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("a kind that takes no time in either is left out, and copies to the host have no prediction") {
  TraceBeside trace = beside_report(
      traced_step(trace_reading({gpu_event("gemm", 0, 40), gpu_event("Memcpy HtoD", 40, 10, "", "gpu_memcpy")})),
      nullptr);
  CHECK(kinds_beside(trace).size() == 2);
  trace.predicted.emplace();
  trace.predicted->seconds[index_of(KernelKind::attention)] = Seconds{0.05};
  const std::vector<KindBeside> kinds = kinds_beside(trace);
  REQUIRE(kinds.size() == 3);
  CHECK(kinds[0].predicted.has_value());
  CHECK(kinds[1].kind == KernelKind::attention);
  CHECK(kinds[1].measured.value == 0);
  CHECK_FALSE(kinds[2].predicted.has_value());
  CHECK(kinds_beside({}).empty());
}

TEST_CASE("a plan that can't run leaves the trace alone, with its problems") {
  Scenario scenario = shardscope::preset_scenario("gpt4-25k-a100");
  scenario.plan.tp = 7;
  const Report report = evaluate(scenario);
  const TraceBeside trace = beside_report(traced_step(trace_reading({gpu_event("gemm", 0, 40)})), &report);
  CHECK(trace.traced.profile.has_value());
  CHECK_FALSE(trace.predicted);
  CHECK_FALSE(trace.problems.empty());
}
