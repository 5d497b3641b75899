#include "core/step/flops/flop_conventions.h"

#include <doctest/doctest.h>

#include "core/scenario/parts/choices.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

namespace {

ParameterCounts parameters_of(const Scenario& scenario) {
  return count_parameters(scenario.model, scenario.plan, stage_layout(scenario.model, scenario.plan));
}

double flops(const Scenario& scenario, FlopsConvention convention) {
  return model_flops(scenario, parameters_of(scenario), convention).value;
}

double hardware(Scenario scenario, FlopsConvention convention, double once, double again = 0) {
  scenario.flops_convention = convention;
  return hardware_flops(scenario, parameters_of(scenario), {Flops{once}, Flops{again}}).value;
}

/// One sequence of a model on one GPU.
Scenario one_sequence(std::string_view model, std::int64_t sequence) {
  Scenario scenario = gpt3_on(1, 1, 1);
  scenario.model = *all_presets().model(model);
  scenario.plan.padded_vocab.reset();
  scenario.plan.sequence_length = sequence, scenario.plan.global_batch = 1;
  return with_defaults(scenario);
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
  // Two experts more in each of 32 layers: three matrices of 4096 x 14336, 6 FLOPs per weight and token.
  const double tokens =
      static_cast<double>(scenario.plan.global_batch) * static_cast<double>(scenario.plan.sequence_length);
  CHECK(flops(scenario, FlopsConvention::megatron) - two ==
        doctest::Approx(6.0 * 32 * 2 * 3 * 4096 * 14336 * tokens).epsilon(1e-9));
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

TEST_CASE("the DGX Cloud pages' FLOPs of a sequence come out as they print them") {
  // NVIDIA/dgxc-benchmarking: Llama 3.1 405B 2.17e16 (its keys and values a little wider than
  // the model has them) and 70B 3.94e15 FLOPs for 8192 tokens.
  CHECK(flops(one_sequence("llama3-405b", 8192), FlopsConvention::dgxc) == doctest::Approx(2.17e16).epsilon(0.01));
  const Scenario llama = one_sequence("llama3-70b", 8192);
  CHECK(flops(llama, FlopsConvention::dgxc) == doctest::Approx(3.94e15).epsilon(0.003));
  // Keys and values of 8 heads of 128 counted as 64 heads: 2·56·128·8192 weights more a layer, of 80.
  CHECK(flops(llama, FlopsConvention::dgxc_mha) - flops(llama, FlopsConvention::dgxc) ==
        doctest::Approx(6.0 * 80 * 2 * 56 * 128 * 8192 * 8192).epsilon(1e-9));
  CHECK(flops(llama, FlopsConvention::dgxc) - flops(llama, FlopsConvention::dgxc_causal) ==
        doctest::Approx(6.0 * 80 * 8192 * 8192.0 * 8192).epsilon(1e-9));
}

TEST_CASE("a token of gpt-oss-120b has 32.6 GFLOP with its windows counted, 27.2 as Megatron-Bridge counted to 26.04") {
  const Scenario scenario = one_sequence("gpt-oss-120b", 4096);
  CHECK(flops(scenario, FlopsConvention::megatron_causal_swa) / 4096 == doctest::Approx(32.6e9).epsilon(0.01));
  CHECK(flops(scenario, FlopsConvention::gptoss_ungated) / 4096 == doctest::Approx(27.2e9).epsilon(0.01));
}

TEST_CASE("torchtitan leaves the token table out, or counts it, and takes attention by the heads' width") {
  const Scenario scenario = one_sequence("llama3-8b", 8192);
  const ParameterCounts parameters = parameters_of(scenario);
  const double attention = 12.0 * 32 * 32 * 128 * 8192, n = static_cast<double>(parameters.active);
  CHECK(flops(scenario, FlopsConvention::torchtitan) ==
        doctest::Approx(8192 * (6 * (n - 128256.0 * 4096) + attention)).epsilon(1e-9));
  CHECK(flops(scenario, FlopsConvention::torchtitan_embedding) ==
        doctest::Approx(8192 * (6 * n + attention)).epsilon(1e-9));
  CHECK(flops(scenario, FlopsConvention::llama3) == flops(scenario, FlopsConvention::palm));
}

TEST_CASE("hardware FLOPs are those of the conventions' own formulas where they have one") {
  Scenario scenario = gpt3_on(8, 1, 1);
  const double b = 16, s = 2048, l = 96, h = 12288, v = static_cast<double>(scenario.model.vocab_size);
  scenario.plan.recompute = Recompute{RecomputeMode::full, {}, {}, RecomputeMethod::block};
  const double n = static_cast<double>(parameters_of(scenario).active), measured = 1e15;
  // Narayanan et al. 2021, eq. 3.
  CHECK(hardware(scenario, FlopsConvention::narayanan2021, measured) ==
        doctest::Approx(96 * b * s * l * h * h * (1 + s / (6 * h) + v / (16 * l * h))).epsilon(1e-9));
  CHECK(hardware(scenario, FlopsConvention::bigscience, measured) == doctest::Approx(8 * n * b * s));
  CHECK(hardware(scenario, FlopsConvention::mosaic2023, measured) ==
        doctest::Approx(4 * b * (2 * n * s + 4 * l * h * s * s)).epsilon(1e-9));
  // Without one what kernels run counts, once no less than the convention does, and what they run again beside it.
  CHECK(hardware(scenario, FlopsConvention::megatron, measured) == flops(scenario, FlopsConvention::megatron));
  const double more = 1.5 * flops(scenario, FlopsConvention::megatron);
  CHECK(hardware(scenario, FlopsConvention::megatron, more) == doctest::Approx(more));
  CHECK(hardware(scenario, FlopsConvention::megatron, measured, more) ==
        doctest::Approx(flops(scenario, FlopsConvention::megatron) + more));
  CHECK(hardware(scenario, FlopsConvention::megatron, more, measured) == doctest::Approx(more + measured));
  // Korthikanti et al. 2022, eq. 8.
  scenario.plan.recompute = Recompute{RecomputeMode::selective, {}, {}, RecomputeMethod::block};
  CHECK(hardware(scenario, FlopsConvention::korthikanti2022, measured) ==
        doctest::Approx(72 * b * s * l * h * h * (1 + s / (3 * h) + v / (12 * l * h))).epsilon(1e-9));
  scenario.plan.recompute = Recompute{};
  CHECK(hardware(scenario, FlopsConvention::mosaic2023, measured) ==
        doctest::Approx(flops(scenario, FlopsConvention::mosaic2023)));
}

TEST_CASE("conventions that take the model for another say so, for that model alone") {
  struct Row {
    const char* scenario;
    FlopsConvention convention;
    bool cautioned;
  };
  for (const Row& row : {Row{"mixtral-8x7b-512-h100", FlopsConvention::narayanan2021, true},
                         Row{"mixtral-8x7b-512-h100", FlopsConvention::korthikanti2022, true},
                         Row{"mixtral-8x7b-512-h100", FlopsConvention::dgxc_mha, true},
                         Row{"mixtral-8x7b-512-h100", FlopsConvention::gptoss_ungated, true},
                         Row{"mixtral-8x7b-512-h100", FlopsConvention::megatron, false},
                         Row{"mixtral-8x7b-512-h100", FlopsConvention::palm, false}}) {
    CAPTURE(row.scenario);
    CHECK(assumes_otherwise(preset_scenario(row.scenario).model, row.convention).empty() == !row.cautioned);
  }
  for (const Choice& choice : choices<FlopsConvention>()) {
    const auto i = static_cast<std::size_t>(&choice - choices<FlopsConvention>().data());
    CHECK(assumes_otherwise(gpt3_on(8, 1, 1).model, static_cast<FlopsConvention>(i)).empty());
  }
}
