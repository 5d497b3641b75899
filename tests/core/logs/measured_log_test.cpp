#include "core/logs/measured_log.h"

#include "tests/core/logs/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

/// What a careful reader takes from an excerpt; -1 is nothing.
struct Expected {
  const char *file, *framework;
  double step = -1, tokens = -1, allocated = -1, reserved = -1;
  std::uint64_t iterations = 0;
  StepSource source = StepSource::stated;
};

constexpr double mib = 1048576, gib = 1073741824;
constexpr Expected table[] = {
    {"megatron-ranks.log", "Megatron-LM", 1.5005, -1, 21000.0 * mib, 24000.0 * mib, 12},
    {"megatron-wrapped.log", "Megatron-DeepSpeed", 12.6, -1, -1, -1, 3},
    {"megatron-pairs.log", "Primus", 2.0, 16384, -1, -1, 1},
    {"megatron-equals.log", "Megatron-DeepSpeed", 4.0, 32768.5, 2000 * mib, 4000 * mib, 1},
    {"torchtitan-colours.log", "torchtitan", 1.25, 6553, -1, 31.25 * gib, 12, StepSource::stamps},
    {"torchtitan-restart.log", "torchtitan", 2.0, 1e6, -1, 30.5 * gib, 15, StepSource::stamps},
    {"nanotron-suffixes.log", "nanotron", 0.25, 11400, 309.5 * mib, 496 * mib, 7},
    {"bars.log", "axolotl", 4.0, -1, 12.5 * gib, 14 * gib, 9, StepSource::clock},
    {"olmo-fields.log", "OLMo", 4.0, 32768, 42005e6, -1, 7, StepSource::batches},
    {"olmo-averages.log", "OLMo-core", 2.0, 12000, 40.5 * gib, 50.5 * gib, 6, StepSource::batches},
    {"composer-fields.log", "Composer", 5.0, 204.8, 3.826e9, 4.0643e9, 7, StepSource::batches},
    {"mlperf-blocks.log", "MLPerf", 4.5, -1, 93.5e9, -1, 9},
    {"maxtext-dispatch.log", "MaxText", 5.66, 49152 / 5.66, -1, -1, 10},
    {"deepspeed-rates.log", "DeepSpeed", 0.5, -1, 22.95 * gib, -1, 7, StepSource::samples},
    {"litgpt-micro-batches.log", "LitGPT", 1.0, -1, 13.9e9, -1, 7},
    {"nemo-pretty.log", "NeMo", 20.375, 6859, -1, -1, 2},
    {"clock-restarts.log", "modded-nanogpt", 1.5, -1, -1, -1, 21, StepSource::clock},
    {"number-before.log", "llm.c", 0.35634, -1, -1, -1, 1},
    {"not-numbers.log", "", -1, -1, -1, -1, 0, StepSource::none},
};

void check_figure(const std::optional<double>& read, double expected) {
  CHECK(read.has_value() == (expected >= 0));
  if (read && expected >= 0) CHECK(*read == doctest::Approx(expected).epsilon(1e-4));
}

void check_log(const MeasuredLog& log, const Expected& expected) {
  CHECK(log.framework == expected.framework);
  check_figure(log.step_seconds ? std::optional(log.step_seconds->median) : std::nullopt, expected.step);
  check_figure(log.tokens_rate_per_gpu, expected.tokens);
  check_figure(log.allocated_bytes, expected.allocated);
  check_figure(log.reserved_bytes, expected.reserved);
  CHECK(log.iterations == expected.iterations);
  CHECK(log.step_source == expected.source);
}

}  // namespace

TEST_CASE("logs of each kind are read as a careful reader would") {
  for (const Expected& expected : table) {
    CAPTURE(expected.file);
    check_log(log_of(log_text(expected.file)), expected);
  }
}

TEST_CASE("where a block of the file ends changes nothing") {
  for (const Expected& expected : table) {
    if (std::string_view(expected.file) == "megatron-wrapped.log") continue;  // joined within a block alone
    CAPTURE(expected.file);
    const std::string text = log_text(expected.file);
    for (const std::size_t block : {1u, 7u, 100u, 4096u}) {
      CAPTURE(block);
      check_log(log_of(text, block), expected);
    }
  }
}

TEST_CASE("what isn't typical is counted by why") {
  const MeasuredLog log = log_of(log_text("megatron-ranks.log"));
  CHECK(log.skipped[index_of(Skipped::warm_up)] == 2);
  CHECK(log.skipped[index_of(Skipped::evaluation)] == 1);
  CHECK(log.skipped[index_of(Skipped::outlier)] == 1);
  CHECK(log.step_seconds_mean == doctest::Approx((8 * 1500.125 + 4200 + 1800) / 10e3));
  CHECK(log.first_iteration == 1);
  CHECK(log.last_iteration == 12);
  CHECK(log.memory.at(3).allocated_bytes == doctest::Approx(20000.5 * mib));
  CHECK(log.memory.at(1).reserved_bytes == doctest::Approx(24000.0 * mib));
  CHECK(log.theoretical_state_bytes == doctest::Approx(3900.5 * mib));
  CHECK(log_of(log_text("torchtitan-restart.log")).restarts == 1);
  CHECK(log_of(log_text("torchtitan-colours.log")).skipped[index_of(Skipped::checkpoint)] == 1);
}

TEST_CASE("the plan that lines say is taken from them") {
  const SaidPlan plan = log_of(log_text("torchtitan-colours.log")).plan;
  CHECK(plan.tp == 2);
  CHECK(plan.pp == 2);
  CHECK(plan.dp == 4);
  CHECK(plan.gpus == 16);
  CHECK(plan.micro_batch == 2);
  CHECK(plan.sequence_length == 8192);
  CHECK(log_of(log_text("megatron-wrapped.log")).plan.sequence_length == 2048);  // consumed tokens over samples
}

TEST_CASE("FLOP/s above the fastest GPU's are false and left out") {
  const LogReading reading = reading_of(log_text("megatron-pairs.log"));
  CHECK(measured_log(reading, 1e15).flops_rate_per_gpu == doctest::Approx(300.5e12));
  const MeasuredLog slow = measured_log(reading, 1e14);
  CHECK_FALSE(slow.flops_rate_per_gpu);
  CHECK(slow.flops_impossible);
}

TEST_CASE("samples per second that contradict batch and step are another unit's") {
  const MeasuredLog log = log_of(
      "iteration 1/ 9 | elapsed time per iteration (ms): 400000.0 | global batch size: 2000 | samples per second: "
      "0.005 |\n");
  CHECK(log.samples_rate == doctest::Approx(5));
}
