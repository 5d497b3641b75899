#include "core/profiler_trace/step_profile.h"

#include <random>

#include "tests/core/profiler_trace/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

double microseconds(const StepProfile& profile, KernelKind kind) {
  return profile.seconds[index_of(kind)].value * 1e6;
}

StepProfile profile_of(const std::vector<std::string>& events) {
  const std::optional<StepProfile> profile = step_profile(trace_reading(events));
  REQUIRE(profile);
  return *profile;
}

}  // namespace

TEST_CASE("each moment counts once: what computes hides what travels, and where nothing runs the GPU is idle") {
  // A step of 100: a product from 0 to 40, a gather from 30 to 70, attention from 60 to 65, a copy from 68 to 80.
  const StepProfile profile =
      profile_of({step_event(1, 0, 100, gpu_mark), step_event(1, 0, 100, host_mark), gpu_event("gemm", 0, 40),
                  gpu_event("ncclDevKernel_AllGather_RING_LL", 30, 40), gpu_event("flash_fwd", 60, 5),
                  gpu_event("Memcpy HtoD (Pinned -> Device)", 68, 12, "", "gpu_memcpy")});
  CHECK(profile.steps == 1);
  CHECK(profile.step.value == doctest::Approx(100e-6));
  CHECK(microseconds(profile, KernelKind::products) == doctest::Approx(40));
  CHECK(microseconds(profile, KernelKind::attention) == doctest::Approx(5));
  CHECK(microseconds(profile, KernelKind::communication) == doctest::Approx(25));
  CHECK(microseconds(profile, KernelKind::host_copies) == doctest::Approx(10));
  CHECK(microseconds(profile, KernelKind::idle) == doctest::Approx(20));
  CHECK(profile.hidden_communication().value == doctest::Approx(15e-6));
  REQUIRE(profile.collectives.size() == 1);
  CHECK(profile.collectives[0].collective == "all-gather");
  CHECK(profile.collectives[0].running.value == doctest::Approx(40e-6));
  CHECK(profile.collectives[0].exposed.value == doctest::Approx(25e-6));
}

TEST_CASE("several steps are averaged, and a kernel over their border counts in both for what it takes of each") {
  const StepProfile profile = profile_of({step_event(1, 0, 100, host_mark), step_event(2, 100, 60, host_mark),
                                          gpu_event("gemm", 50, 80), gpu_event("gemm", 140, 20)});
  CHECK(profile.steps == 2);
  CHECK(profile.step.value == doctest::Approx(80e-6));
  CHECK(profile.least->value == doctest::Approx(60e-6));
  CHECK(profile.most->value == doctest::Approx(100e-6));
  CHECK(microseconds(profile, KernelKind::products) == doctest::Approx(50));
  REQUIRE(profile.kernels.size() == 1);
  CHECK(profile.kernels[0].calls == doctest::Approx(1));
  CHECK(profile.kernels[0].running.value == doctest::Approx(50e-6));
}

TEST_CASE("collectives are rows by what they do and in which group; two at once share what they leave bare") {
  const auto in_group = [](const char* group) {
    return R"("Process Group Description": ")" + std::string(group) + R"(", "Group size": 8)";
  };
  const StepProfile profile =
      profile_of({gpu_event("ncclDevKernel_AllReduce_Sum_f32_RING_LL", 0, 10, in_group("TENSOR_MODEL_PARALLEL_GROUP")),
                  gpu_event("ncclDevKernel_AllReduce_Sum_f32_RING_LL", 20, 10, in_group("TENSOR_MODEL_PARALLEL_GROUP")),
                  gpu_event("ncclDevKernel_AllReduce_Sum_f32_RING_LL", 20, 24, in_group("DATA_PARALLEL_GROUP"))});
  REQUIRE(profile.collectives.size() == 2);
  CHECK(profile.collectives[0].group == "DATA_PARALLEL_GROUP");
  CHECK(profile.collectives[0].exposed.value == doctest::Approx(19e-6));
  CHECK(profile.collectives[1].exposed.value == doctest::Approx(15e-6));
  CHECK(profile.collectives[1].calls == doctest::Approx(2));
  CHECK(profile.collectives[1].group_size == 8);
}

TEST_CASE("RCCL's generic kernels are told by what PyTorch says of the collective") {
  const StepProfile profile =
      profile_of({gpu_event("ncclDevKernel_Generic", 0, 10, R"("Collective name": "_reduce_scatter_base")")});
  CHECK(profile.collectives.at(0).collective == "reduce-scatter");
}

TEST_CASE("of several GPUs in a trace the busiest counts") {
  std::string other = gpu_event("gemm", 0, 500);
  other.replace(other.find("\"device\": 0"), 11, "\"device\": 5");
  const StepProfile profile = profile_of({gpu_event("flash_fwd", 0, 100), other});
  CHECK(profile.device == 5);
  CHECK(profile.other_devices == 1);
  CHECK(microseconds(profile, KernelKind::attention) == 0);
}

TEST_CASE("a trace of the host alone has no profile") {
  CHECK_FALSE(step_profile(trace_reading({step_event(1, 0, 100, host_mark)})));
}

TEST_CASE("law: in random traces the kinds add up to the step, and no kind is more than it ran") {
  std::mt19937 random(3);
  const char* const names[] = {"gemm",        "flash_fwd",          "ncclDevKernel_AllReduce_Sum",
                               "elementwise", "multi_tensor_apply", "ncclDevKernel_SendRecv"};
  for (int i = 0; i < 200; ++i) {
    std::vector<std::string> events;
    const int steps = static_cast<int>(random() % 4);
    for (int step = 0; step < steps; ++step) events.push_back(step_event(step, step * 1000.0, 1000, host_mark));
    for (int kernel = static_cast<int>(random() % 60 + 1); kernel > 0; --kernel)
      events.push_back(gpu_event(names[random() % 6], static_cast<double>(random() % 4000),
                                 static_cast<double>(random() % 300 + 1)));
    CAPTURE(i);
    const StepProfile profile = profile_of(events);
    double sum = 0, exposed = 0;
    for (std::size_t kind = 0; kind < kernel_kind_count; ++kind) {
      sum += profile.seconds[kind].value;
      CHECK(profile.seconds[kind].value <= profile.running[kind].value * (1 + 1e-9) + 1e-15);
    }
    for (const CollectiveRow& row : profile.collectives) {
      exposed += row.exposed.value;
      CHECK(row.exposed.value <= row.running.value * (1 + 1e-9));
    }
    CHECK(sum == doctest::Approx(profile.step.value));
    CHECK(exposed == doctest::Approx(profile.seconds[index_of(KernelKind::communication)].value));
  }
}
