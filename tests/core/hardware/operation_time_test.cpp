#include "core/hardware/operation_time.h"

#include <doctest/doctest.h>

#include <cmath>

#include "core/constants/constants.h"

using namespace shardscope;

namespace {

Gpu a100() {
  Gpu gpu;
  gpu.family = GpuFamily::ampere;
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

TEST_CASE("fused attention runs 2.5 times its forward work backward, at 0.76 of the rate") {
  Operation attention;
  attention.kind = OperationKind::attention;
  attention.attention_flops = Flops{1e12};
  attention.head_dim = 128;
  attention.keys = 8192;
  const double forward = operation_time(attention, Direction::forward, a100_speed()).value;
  CHECK(forward == doctest::Approx(1e12 / (312e12 * 0.6 * 8192 / (8192 + 400))));
  CHECK(operation_time(attention, Direction::input_gradient, a100_speed()).value ==
        doctest::Approx(forward * 2.5 / 0.76));
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
  CHECK(moe_host_seconds(dense, Direction::forward, plan, a100_speed()).value == 0);
  const double expected = shipped_constants.moe_sync_seconds + 8 * 2 * 1.8 * 8e-6;
  CHECK(moe_host_seconds(moe, Direction::forward, plan, a100_speed()).value == doctest::Approx(expected));
}

TEST_CASE("a product's time worked by hand") {
  // [8192, 4096] x [4096, 12288], A100: 64 x 48 tiles of 128 x 256 are 28.4 waves of 108, so 29 and u = 0.981;
  // 8.246e11 FLOP / (312e12 x 0.8 x 0.981) = 3.368 ms; the size term adds 600 / 7482 = 8.0%; the kernel 3 us.
  const double time = operation_time(product(8192, 12288, 4096), Direction::forward, a100_speed()).value;
  CHECK(time == doctest::Approx(3.368e-3 * 1.080 + 3e-6).epsilon(2e-3));
}

TEST_CASE("a larger product never takes less time") {
  const MachineSpeed speed = a100_speed();
  for (const Direction direction : {Direction::forward, Direction::input_gradient, Direction::weight_gradient})
    for (int grown = 0; grown < 3; ++grown) {
      double last = 0;
      for (double size = 32; size < 40000; size *= 1.07) {
        const double whole = std::ceil(size);
        const Operation operation =
            product(grown == 0 ? whole : 4096, grown == 1 ? whole : 3072, grown == 2 ? whole : 5120);
        const double time = operation_time(operation, direction, speed).value;
        CAPTURE(whole);
        CAPTURE(grown);
        CHECK(time >= last);
        last = time;
      }
    }
}

TEST_CASE("a weight gradient reads and writes an fp32 buffer") {
  // One token: the product itself is nothing, 8 bytes per weight are everything.
  const double time = operation_time(product(1, 8192, 8192), Direction::weight_gradient, a100_speed()).value;
  CHECK(time == doctest::Approx((8.0 * 8192 * 8192 + 2 * 2 * 8192) / (2.039e12 * 0.8) + 3e-6).epsilon(1e-6));
}

TEST_CASE("an 8-bit recipe pays its casts forward and for the input gradient, and not in 16-bit products") {
  Gpu h100 = a100();
  h100.peak_flops.fp8 = 624e12;
  Plan plan;
  plan.precision = Precision::fp8_cs;
  const MachineSpeed speed = *machine_speed(h100, plan, Software{});
  MachineSpeed without = speed;
  without.cast_forward_bytes = without.cast_backward_bytes = 0;
  Operation operation = product(8192, 2048, 4096);
  operation.low_precision = true;
  const auto casts = [&](Direction direction) {
    return (operation_time(operation, direction, speed) - operation_time(operation, direction, without)).value;
  };
  CHECK(casts(Direction::forward) == doctest::Approx(5.0 * 8192 * 4096 / speed.memory_rate.value));
  CHECK(casts(Direction::input_gradient) == doctest::Approx(6.0 * 8192 * 2048 / speed.memory_rate.value));
  CHECK(casts(Direction::weight_gradient) == 0);
  operation.low_precision = false;
  CHECK(casts(Direction::forward) == 0);
}

TEST_CASE("stored scores cost their bytes whatever the products do") {
  Operation attention;
  attention.kind = OperationKind::attention;
  attention.fused_attention = false;
  attention.scores = 1e9;
  attention.head_dim = 128;
  attention.attention_flops = Flops{4e9 * 128};
  const MachineSpeed speed = a100_speed();
  // Products: 5.12e11 / (312e12 x 0.8 x 0.85) = 2.413 ms against 4e9 bytes in 2.452 ms; softmax: 9e9 bytes.
  CHECK(operation_time(attention, Direction::forward, speed).value == doctest::Approx(13e9 / speed.memory_rate.value));
  CHECK(operation_time(attention, Direction::input_gradient, speed).value ==
        doctest::Approx(19e9 / speed.memory_rate.value));
  attention.head_dim = 225;  // the kernels of odd heads are eight times slower than memory
  CHECK(operation_time(attention, Direction::forward, speed).value > 2 * 13e9 / speed.memory_rate.value);
}

TEST_CASE("launches are counted by block, sharding and age") {
  Plan plan;
  const auto forward = [&](BlockKind kind, Software software = {}, double local_experts = 0) {
    Block block;
    block.kind = kind, block.local_experts = local_experts;
    return operation_launches(block, Direction::forward, plan, *machine_speed(a100(), Plan{}, software));
  };
  CHECK(forward(BlockKind::dense_layer) == 16);
  CHECK(forward(BlockKind::moe_layer, {}, 8) == 45);
  CHECK(forward(BlockKind::mtp_layer, {}, 8) == 45);
  CHECK(forward(BlockKind::mtp_layer) == 16);
  CHECK(operation_launches(Block{}, Direction::input_gradient, plan, a100_speed()) == 22);
  CHECK(forward(BlockKind::dense_layer, {Framework::megatron_lm, 2021}) == 26);
  plan.tp = 8;
  CHECK(forward(BlockKind::dense_layer) == 20);
  plan.zero = 3;
  CHECK(forward(BlockKind::dense_layer) == 24);
  plan.precision = Precision::fp8;
  CHECK(forward(BlockKind::dense_layer) == 34);
}

TEST_CASE("a grouped product is no faster than one product of all its rows") {
  for (const double experts : {1.0, 4.0, 16.0})
    for (const double rows : {64.0, 512.0, 8192.0}) {
      Operation grouped = product(rows, 4096, 6144), single = product(rows * experts, 4096, 6144);
      grouped.kind = OperationKind::grouped_matrix;
      grouped.count = experts;
      CHECK(operation_time(grouped, Direction::forward, a100_speed()).value >=
            0.99 * operation_time(single, Direction::forward, a100_speed()).value);
    }
}

TEST_CASE("the loss moves what each framework's kernels move") {
  Operation loss;
  loss.kind = OperationKind::memory_bound;
  loss.forward_bytes = loss.backward_bytes = Bytes{6e9};
  loss.kernel = KernelForm::cross_entropy;
  const auto seconds = [&](Software software) {
    return operation_time(loss, Direction::forward, *machine_speed(a100(), Plan{}, software)).value;
  };
  const double usual = seconds({Framework::megatron_core, 2025});
  CHECK(usual == doctest::Approx(6e9 / (2.039e12 * 0.8)));
  CHECK(seconds({Framework::megatron_lm, 2021}) / usual == doctest::Approx(22.0 / 12));
}

TEST_CASE("half of a grouped product's rate is left at 120 rows an expert, two thirds at 240") {
  const auto rate = [](double rows) {
    Operation experts = product(rows, 4096, 4096);
    experts.kind = OperationKind::grouped_matrix;
    experts.count = 65536 / rows;
    const double fixed = shipped_constants.product_fixed_seconds;
    const double factor = a100_speed().compute_factor;
    return 1 / (operation_time(experts, Direction::forward, a100_speed()).value / factor - fixed);
  };
  // r / (r + 120), of the same work.
  CHECK(rate(240) / rate(120) == doctest::Approx((240.0 / 360) / (120.0 / 240)).epsilon(1e-6));
  CHECK(rate(480) / rate(120) == doctest::Approx((480.0 / 600) / (120.0 / 240)).epsilon(1e-6));
}
