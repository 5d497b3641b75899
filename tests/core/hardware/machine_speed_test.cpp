#include <doctest/doctest.h>

#include <algorithm>

#include "core/hardware/operation_time.h"

using namespace shardscope;

namespace {

Gpu h100() {
  Gpu gpu;
  gpu.family = GpuFamily::hopper;
  gpu.peak_flops.bf16 = gpu.peak_flops.fp16 = 989.4e12;
  gpu.peak_flops.fp8 = 1978.9e12;
  gpu.memory_bandwidth = 3.352e12;
  gpu.efficiency = {0.67, 0.59, 0.4, 0.55, 0.8, 0.72, 7e-6, {}};
  return gpu;
}

Plan plan_in(Precision precision) {
  Plan plan;
  plan.precision = precision;
  return plan;
}

}  // namespace

TEST_CASE("a precision that the GPU has no peak for has no speed") {
  CHECK_FALSE(machine_speed(h100(), plan_in(Precision::nvfp4), {}).has_value());
  Gpu a100 = h100();
  a100.peak_flops.fp8.reset();
  for (const Precision precision : {Precision::fp8, Precision::fp8_delayed, Precision::mxfp8})
    CHECK_FALSE(machine_speed(a100, plan_in(precision), {}).has_value());
  CHECK(machine_speed(a100, plan_in(Precision::bf16), {}).has_value());
}

TEST_CASE("low precision has its own peak and rate, and casts that cost bytes") {
  const MachineSpeed speed = *machine_speed(h100(), plan_in(Precision::fp8_delayed), {});
  CHECK(speed.peak.value == 1978.9e12);
  CHECK(speed.matrix.value == doctest::Approx(1978.9e12 * 0.59));
  CHECK(speed.matrix_16bit.value == doctest::Approx(989.4e12 * 0.67));
  CHECK(speed.cast_forward_bytes == 1.5);
  CHECK(machine_speed(h100(), plan_in(Precision::bf16), {})->cast_forward_bytes == 0);
}

TEST_CASE("a framework's age counts from 2025 and never per run") {
  const auto factor = [](Framework framework, double year) {
    return machine_speed(h100(), plan_in(Precision::bf16), {framework, year})->compute_factor;
  };
  CHECK(factor(Framework::megatron_core, 2025) == 1);
  CHECK(factor(Framework::megatron_core, 2024) == doctest::Approx(1 / 0.95));
  CHECK(factor(Framework::megatron_lm, 2022.3) == 1);
  CHECK(factor(Framework::megatron_core, 2026) == doctest::Approx(0.95));
  CHECK(factor(Framework::megatron_deepspeed, 2022) == 1.3);
  CHECK(factor(Framework::megatron_deepspeed, 2023) == 1);
}

TEST_CASE("experts' kernels gained more with age on Blackwell, and as dense ones on older GPUs") {
  const auto factor = [](const Gpu& gpu) {
    return machine_speed(gpu, plan_in(Precision::bf16), {Framework::megatron_core, 2026}, true)->compute_factor;
  };
  Gpu gpu = h100();
  for (const GpuFamily family : {GpuFamily::hopper, GpuFamily::ampere, GpuFamily::cdna3}) {
    gpu.family = family;
    CHECK(factor(gpu) == doctest::Approx(0.95));
  }
  for (const GpuFamily family : {GpuFamily::blackwell, GpuFamily::blackwell_ultra}) {
    gpu.family = family;
    CHECK(factor(gpu) == doctest::Approx(0.844));
  }
}

TEST_CASE("an H100 limited to 500 W runs at 0.87, and a low-power part by its own peak") {
  Gpu limited = h100();
  limited.tdp_watts = 700;
  const double usual = machine_speed(limited, plan_in(Precision::bf16), {})->matrix.value;
  limited.tdp_watts = 500;
  CHECK(machine_speed(limited, plan_in(Precision::bf16), {})->matrix.value / usual ==
        doctest::Approx(0.87).epsilon(0.01));
  limited.family = GpuFamily::ampere;
  CHECK(machine_speed(limited, plan_in(Precision::bf16), {})->matrix.value == doctest::Approx(usual));
}

TEST_CASE("graphs of before 2026.4 hide no launch of an expert") {
  Block block;
  block.local_experts = 16;
  Plan plan = plan_in(Precision::bf16);
  const auto host = [&](double year) {
    const Software software{Framework::megatron_core, year};
    return moe_host_seconds(block, Direction::forward, plan, *machine_speed(h100(), plan, software, true));
  };
  const Seconds without = host(2025.5);
  const double launches = 16 * 2 * 1.8 * h100().efficiency.launch_seconds;
  CHECK(without.value == doctest::Approx(110e-6 + launches));
  plan.cuda_graphs = true;
  CHECK(host(2025.5).value == doctest::Approx(0.3 * 110e-6 + launches));
  CHECK(host(2026.5).value == doctest::Approx(0.1 * (0.3 * 110e-6 + launches)));
}

TEST_CASE("a laboratory's own framework is as quick as the median of those that were measured in its year") {
  const auto speed = [](Framework framework, double year) {
    return *machine_speed(h100(), plan_in(Precision::bf16), {framework, year});
  };
  for (const double year : {2020.5, 2022.5, 2023.5, 2024.5, 2026.5}) {
    CAPTURE(year);
    const MachineSpeed own = speed(Framework::own, year);
    double quickest = 1e9, slowest = 0, most_memory = 0;
    for (const Software& other : measured_in(year)) {
      const MachineSpeed measured = speed(other.framework, year);
      quickest = std::min(quickest, measured.compute_factor), slowest = std::max(slowest, measured.compute_factor);
      most_memory = std::max(most_memory, measured.memory_factor);
    }
    CHECK(own.compute_factor >= quickest);
    CHECK(own.compute_factor <= slowest);
    CHECK(own.memory_factor >= 1);
    CHECK(own.memory_factor <= most_memory);
  }
  // Of three the middle one, of two halfway.
  CHECK(speed(Framework::own, 2024.5).compute_factor == speed(Framework::megatron_core, 2024.5).compute_factor);
  CHECK(speed(Framework::own, 2023.5).memory_factor ==
        doctest::Approx((1 + shipped_constants.llm_foundry_memory_factor) / 2));
  CHECK(speed(Framework::own, 2026.5).compute_factor == speed(Framework::megatron_core, 2026.5).compute_factor);
}
