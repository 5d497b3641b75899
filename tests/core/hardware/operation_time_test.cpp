#include "core/hardware/operation_time.h"

#include <doctest/doctest.h>

#include <cmath>

#include "core/hardware/constants.h"

using namespace shardscope;

namespace {

Gpu a100() {
  Gpu gpu;
  gpu.family = "Ampere";
  gpu.peak_flops.bf16 = gpu.peak_flops.fp16 = 312e12;
  gpu.peak_flops.tf32 = 156e12;
  gpu.memory_bandwidth = 2.039e12;
  gpu.multiprocessors = 108;
  gpu.efficiency = {0.8, 0.55, 0.4, 0.6, 0.8, 0.7, 8e-6, {}};
  return gpu;
}

MachineSpeed a100_speed() {
  return *machine_speed(a100(), Plan{}, Software{});
}

Operation product(double m, double n, double k) {
  Operation operation;
  operation.m = m, operation.n = n, operation.k = k;
  return operation;
}

double teraflops(const Operation& operation, Direction direction) {
  return operation_flops(operation, direction).value / operation_time(operation, direction, a100_speed()).value / 1e12;
}

}  // namespace

TEST_CASE("a large product on an A100 reaches what was measured, within 15%") {
  // 4096 x 4096 x 4096 and larger in bf16: 230 to 270 TFLOP/s (stas00/ml-engineering, MAMF tables, A100 SXM).
  CHECK(teraflops(product(8192, 8192, 8192), Direction::forward) == doctest::Approx(243).epsilon(0.15));
  CHECK(teraflops(product(16384, 12288, 6144), Direction::forward) == doctest::Approx(243).epsilon(0.15));
}

TEST_CASE("a product's backward passes have the work of its forward") {
  const Operation operation = product(8192, 3072, 4096);
  for (const Direction direction : {Direction::input_gradient, Direction::weight_gradient})
    CHECK(operation_flops(operation, direction) == operation_flops(operation, Direction::forward));
}

TEST_CASE("a product never beats its rate or its memory") {
  const MachineSpeed speed = a100_speed();
  for (const double m : {1.0, 64.0, 512.0, 8192.0})
    for (const double n : {64.0, 1000.0, 12288.0})
      for (const double k : {64.0, 4096.0, 28672.0}) {
        const Operation operation = product(m, n, k);
        const double time = operation_time(operation, Direction::forward, speed).value;
        CHECK(time >= 2 * m * n * k / speed.matrix.value);
        CHECK(time >= 2 * (m * k + k * n + m * n) / speed.memory_rate.value);
      }
}

TEST_CASE("a last wave that is nearly empty costs as much as a full one") {
  // 108 SMs and tiles of 256 x 128: 108 tiles fill one wave, 109 need two.
  const double one_wave = operation_time(product(256 * 108, 128, 4096), Direction::forward, a100_speed()).value;
  const double two_waves = operation_time(product(256 * 109, 128, 4096), Direction::forward, a100_speed()).value;
  CHECK(two_waves > 1.1 * one_wave);
}

TEST_CASE("a memory-bound operation takes its bytes over the rate reached") {
  Operation norm;
  norm.kind = OperationKind::memory_bound;
  norm.forward_bytes = Bytes{1e9};
  norm.backward_bytes = Bytes{1.5e9};
  CHECK(operation_time(norm, Direction::forward, a100_speed()).value == doctest::Approx(1e9 / (2.039e12 * 0.8)));
  CHECK(operation_time(norm, Direction::input_gradient, a100_speed()).value ==
        doctest::Approx(1.5e9 / (2.039e12 * 0.8)));
  CHECK(operation_time(norm, Direction::weight_gradient, a100_speed()).value == 0);
}

TEST_CASE("fused attention runs 2.5 times its forward work backward, at 0.79 of the rate") {
  Operation attention;
  attention.kind = OperationKind::attention;
  attention.attention_flops = Flops{1e12};
  attention.head_dim = 128;
  attention.keys = 8192;
  const double forward = operation_time(attention, Direction::forward, a100_speed()).value;
  CHECK(forward == doctest::Approx(1e12 / (312e12 * 0.6 * 8192 / (8192 + 400))));
  CHECK(operation_time(attention, Direction::input_gradient, a100_speed()).value ==
        doctest::Approx(forward * 2.5 / 0.79));
}

TEST_CASE("short rows keep grouped products from their rate") {
  Operation experts;
  experts.kind = OperationKind::grouped_matrix;
  experts.n = 4096, experts.k = 7168, experts.count = 8;
  const auto rate = [&](double rows) {
    experts.m = rows;
    return teraflops(experts, Direction::forward);
  };
  CHECK(rate(64) < 0.6 * rate(1024));
  CHECK(rate(1024) < rate(8192));
}

TEST_CASE("launches hide under long kernels and rule short ones") {
  const MachineSpeed speed = a100_speed();
  const Seconds host = speed.launch * 16;
  CHECK(combine_with_launches(Seconds{1}, 16, speed).value == doctest::Approx(1));
  CHECK(combine_with_launches(Seconds{1e-9}, 16, speed).value == doctest::Approx(host.value));
  CHECK(combine_with_launches(host, 16, speed).value == doctest::Approx(host.value * std::pow(2, 0.25)));
  CHECK(combine_with_launches(Seconds{}, 0, speed).value == 0);
}

TEST_CASE("CUDA graphs quarter the launches") {
  Plan graphs;
  graphs.cuda_graphs = true;
  CHECK(machine_speed(a100(), graphs, Software{})->launch.value == doctest::Approx(a100_speed().launch.value / 4));
}

TEST_CASE("an MoE layer waits for the host, a dense one doesn't") {
  Block dense, moe;
  moe.local_experts = 8;
  const Plan plan;
  CHECK(moe_host_seconds(dense, Direction::forward, plan, {}, a100_speed()).value == 0);
  const double expected = constants::moe_sync_seconds + 8 * 2 * 1.67 * 8e-6;
  CHECK(moe_host_seconds(moe, Direction::forward, plan, {}, a100_speed()).value == doctest::Approx(expected));
}
