#include "core/profiler_trace/profile_json.h"

#include <nlohmann/json.hpp>

#include "core/evaluate/evaluate.h"
#include "tests/core/profiler_trace/cases.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("a trace's JSON has its kinds, collectives and kernels, and what is predicted where a plan is known") {
  const TracedStep traced = traced_step(trace_reading(
      {gpu_event("gemm", 0, 40), gpu_event("ncclDevKernel_AllGather_RING_LL", 30, 40), gpu_event("add", 80, 20)}));
  const nlohmann::ordered_json alone = profile_json("trace.json", beside_report(traced, nullptr));
  CHECK(alone["file"] == "trace.json");
  CHECK(alone["trace"] == true);
  CHECK(alone["rank"] == 3);
  CHECK(alone["iterations"] == 1);
  CHECK(alone["steps_by"] == "none");
  CHECK(alone["predicted"].is_null());
  REQUIRE(alone["kinds"].size() == kernel_kind_count);
  CHECK(alone["kinds"][0]["kind"] == "products");
  CHECK(alone["kinds"][0]["predicted_seconds"].is_null());
  CHECK(alone["collectives"][0]["group"].is_null());
  CHECK(alone["kernels"].size() == 3);

  const Report report = evaluate(preset_scenario("gpt4-25k-a100"));
  REQUIRE(report.time);
  const nlohmann::ordered_json beside = profile_json("trace.json", beside_report(traced, &report));
  CHECK(beside["predicted"]["step_seconds"] == report.time->step.value);
  CHECK(beside["kinds"][0]["predicted_seconds"] > 0);
}

TEST_CASE("a trace without kernels says so by what it lacks") {
  const TracedStep none = traced_step(trace_reading({step_event(1, 0, 100, host_mark)}));
  CHECK_FALSE(profile_json("x", beside_report(none, nullptr)).contains("kinds"));
}
