#include "app/output/runs/trace_page.h"

#include <doctest/doctest.h>

#include "core/evaluate/evaluate.h"
#include "tests/core/profiler_trace/cases.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

TracedStep traced_of(const std::vector<std::string>& events) {
  return traced_step(trace_reading(events));
}

std::string page_text(const TraceBeside& trace) {
  return text_of(trace_page("trace.json", trace));
}

bool has(const std::string& text, std::string_view words) {
  return text.find(words) != std::string::npos;
}

}  // namespace

TEST_CASE("a trace's page says whose it is, where the step went, and what would set a prediction beside it") {
  const std::string page = page_text(beside_report(
      traced_of({gpu_event("gemm", 0, 400), gpu_event("ncclDevKernel_AllGather_RING_LL", 300, 400,
                                                      R"("Process Group Description": "mesh_dp", "Group size": 8)")}),
      nullptr));
  CHECK(has(page, "NVIDIA H100 80GB HBM3, rank 3 of 16"));
  CHECK(has(page, "no steps are marked"));
  CHECK(has(page, "Matrix products"));
  CHECK(has(page, "57.1 %"));
  CHECK(has(page, "all-gather within mesh_dp of 8"));
  CHECK(has(page, "--scenario"));
  CHECK_FALSE(has(page, "Predicted"));
}

TEST_CASE("beside a plan the page has what is predicted of each kind and of the step, or why nothing is") {
  TracedStep traced = traced_of({gpu_event("gemm", 0, 400)});
  Scenario scenario = shardscope::preset_scenario("gpt4-25k-a100");
  const Report report = evaluate(scenario);
  const std::string page = page_text(beside_report(traced, &report));
  CHECK(has(page, "Measured less predicted"));
  CHECK(has(page, "The trace is of a run on 16 GPUs, the plan of 24,960"));
  traced.facts.world_size.reset();
  CHECK(has(page_text(beside_report(traced, &report)), "the trace doesn't say which of the plan's ranks it is"));
  scenario.plan.tp = 7;
  const Report wrong = evaluate(scenario);
  CHECK(has(page_text(beside_report(traced, &wrong)), "No prediction: "));
}

TEST_CASE("what counts for nothing in a trace is said") {
  TracedStep traced = traced_of({gpu_event("gemm", 0, -3), step_event(1, 0, 10, host_mark)});
  traced.facts.cut = true;
  const std::string page = page_text(beside_report(traced, nullptr));
  CHECK(has(page, "No kernel of a GPU is in it"));
  CHECK(has(page, "ends before its JSON does"));
  CHECK(has(page, "1 kernel has no start and length"));
}

TEST_CASE("a kernel's short name is its own, without what C++ writes around it, and no longer than a line") {
  CHECK(short_kernel_name("void flash::flash_fwd_kernel<Traits<128, 64>, false>(Flash_fwd_params)") ==
        "flash_fwd_kernel");
  CHECK(short_kernel_name("void at::native::(anonymous namespace)::multi_tensor_apply_kernel<X<4>>(int)") ==
        "multi_tensor_apply_kernel");
  CHECK(short_kernel_name("Memcpy HtoD (Pinned -> Device)") == "Memcpy HtoD (Pinned -> Device)");
  CHECK(short_kernel_name("nvjet_tst_64x64") == "nvjet_tst_64x64");
  CHECK(short_kernel_name("(lambda)") == "(lambda)");
  CHECK(short_kernel_name(std::string(300, 'x')).size() < 70);
}
