#include "core/step/throughput.h"

#include <doctest/doctest.h>

#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

ParameterCounts parameters_of(const Scenario& scenario) {
  return count_parameters(scenario.model, scenario.plan, stage_layout(scenario.model, scenario.plan));
}

double flops(const Scenario& scenario, FlopsConvention convention) {
  return model_flops(scenario, parameters_of(scenario), convention).value;
}

}  // namespace

TEST_CASE("Megatron's FLOPs of GPT-3 are 72·B·s·l·h^2·(1 + s/6h + V/12lh)") {
  // Narayanan et al. 2021, equation 3 (96, V/16lh) without the recomputed forward.
  const Scenario scenario = gpt3_on(8, 1, 1);
  const double b = 16, s = 2048, l = 96, h = 12288, v = static_cast<double>(*scenario.plan.padded_vocab);
  const double closed = 72 * b * s * l * h * h * (1 + s / (6 * h) + v / (12 * l * h));
  CHECK(flops(scenario, FlopsConvention::megatron) == doctest::Approx(closed).epsilon(1e-9));
  const double attention = 72 * b * s * l * h * h * s / (6 * h);
  CHECK(flops(scenario, FlopsConvention::megatron_causal) == doctest::Approx(closed - attention / 2).epsilon(1e-9));
}

TEST_CASE("6ND and PaLM's FLOPs are their formulas") {
  const Scenario scenario = gpt3_on(8, 1, 1);
  const double n = static_cast<double>(parameters_of(scenario).active), tokens = 16 * 2048;
  CHECK(flops(scenario, FlopsConvention::six_nd) == doctest::Approx(6 * n * tokens));
  CHECK(flops(scenario, FlopsConvention::palm) == doctest::Approx((6 * n + 12.0 * 96 * 12288 * 2048) * tokens));
}

TEST_CASE("only the experts that a token is routed to count") {
  Scenario scenario = preset_scenario("mixtral-8x7b-512-h100");
  const double two = flops(scenario, FlopsConvention::megatron);
  scenario.model.num_experts_per_tok = 4;
  // Two experts more in each of 32 layers: three matrices of 4096 x 14336, 6 FLOPs a weight and token.
  const double tokens =
      static_cast<double>(scenario.plan.global_batch) * static_cast<double>(scenario.plan.sequence_length);
  CHECK(flops(scenario, FlopsConvention::megatron) - two ==
        doctest::Approx(6.0 * 32 * 2 * 3 * 4096 * 14336 * tokens).epsilon(1e-9));
}

TEST_CASE("rates divide by the GPUs at work, and every convention stands beside the chosen one") {
  Scenario scenario = gpt3_on(8, 2, 4);
  scenario.cluster.gpus = 100;  // 36 of them idle
  scenario.flops_convention = FlopsConvention::six_nd;
  const ParameterCounts parameters = parameters_of(scenario);
  const Throughput rates = throughput_of(scenario, parameters, Seconds{10}, Flops{64e15}, FlopsPerSecond{989.4e12});
  const double tokens = 64 * 2048;
  CHECK(rates.tokens_per_second == doctest::Approx(tokens / 10));
  CHECK(rates.tokens_per_second_per_gpu == doctest::Approx(tokens / 10 / 64));
  const double model = 6 * static_cast<double>(parameters.active) * tokens / 10 / 64;
  CHECK(rates.model_flops_per_gpu.value == doctest::Approx(model));
  CHECK(rates.mfu == doctest::Approx(model / 989.4e12));
  CHECK(rates.hfu == doctest::Approx((model + 1e14) / 989.4e12));
  CHECK(rates.by_convention[static_cast<std::size_t>(FlopsConvention::six_nd)].mfu == rates.mfu);
  CHECK(rates.by_convention[static_cast<std::size_t>(FlopsConvention::megatron)].mfu > rates.mfu);
}

TEST_CASE("Megatron's FLOPs of DeepSeek-V3 count latent attention, eight experts and a shared one, and the MTP layer") {
  // DeepSeek-AI 2024, section 4.2: h 7168, 128 heads of 128 + 64 and 128, ranks 1536 and 512, 3 dense layers of 18432,
  // 58 with experts of 2048, 1 MTP layer whose projection is h x 2h and whose head is the main one once more.
  Scenario scenario = preset_scenario("deepseek-v3-2048-h800");
  const double h = 7168, heads = 128;
  const double attention = h * 1536 + 1536 * heads * 192 + h * (512 + 64) + 512 * heads * (128 + 128) + heads * 128 * h;
  const double dense = 3 * h * 18432, experts = 3 * h * 2048 * (8 + 1);
  const auto vocabulary = static_cast<double>(scenario.plan.padded_vocab.value_or(129280));
  const double weights = 62 * attention + 3 * dense + 59 * experts + 2 * h * h + 2 * h * vocabulary;
  const auto s = static_cast<double>(scenario.plan.sequence_length);
  const double square = 62 * 2 * s * heads * (192 + 128);
  const double tokens = s * static_cast<double>(scenario.plan.global_batch);
  CHECK(flops(scenario, FlopsConvention::megatron) ==
        doctest::Approx(tokens * (6 * weights + 3 * square)).epsilon(1e-9));
}
