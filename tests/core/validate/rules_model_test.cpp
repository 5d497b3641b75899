#include <cmath>
#include <limits>

#include "tests/core/validate/rule_cases.h"

using namespace shardscope;
using tests::Breach;

namespace {

const Breach dense_breaches[] = {
    {"values-in-range", Severity::error, [](Scenario& s) { s.plan.tp = 0; }, "plan.tp",
     "0 is below 1; use 1 to 1048576"},
    {"values-in-range", Severity::error, [](Scenario& s) { s.model.num_hidden_layers = 1'000'000; },
     "model.num_hidden_layers", "1e+06 is above 10000; use 1 to 10000"},
    {"values-in-range", Severity::error, [](Scenario& s) { s.plan.expert_imbalance = 0.5; }, "plan.expert_imbalance",
     "0.5 is below 1"},
    {"values-in-range", Severity::error, [](Scenario& s) { s.plan.expert_imbalance = std::nan(""); },
     "plan.expert_imbalance", "it isn't a finite number"},
    {"values-in-range", Severity::error, [](Scenario& s) { s.plan.stage_layers = {16, 15, 15, 15, 15, 15, 30, -1}; },
     "plan.stage_layers", "-1 is below 0; use 0 to 10000"},
    {"head-size-known", Severity::error, [](Scenario& s) { s.model.hidden_size = 100; }, "model.head_dim",
     "hidden_size / num_attention_heads (100 / 128) is below 1; give head_dim"},
    {"latent-attention-whole", Severity::error, [](Scenario& s) { s.model.kv_lora_rank = 512; }, "model.kv_lora_rank",
     "latent attention wants qk_nope_head_dim, qk_rope_head_dim and v_head_dim too"},
    {"key-value-heads-divide-heads", Severity::error, [](Scenario& s) { s.model.num_key_value_heads = 24; },
     "model.num_key_value_heads", "24 doesn't divide num_attention_heads (128); try 16 or 32"},
    {"precision-available", Severity::error, [](Scenario& s) { s.plan.precision = Precision::nvfp4; }, "plan.precision",
     "nvfp4 has no peak on H100; it has bf16, fp16, fp8"},
    {"precision-available", Severity::error,
     [](Scenario& s) { s.cluster.gpu.peak_flops = {}, s.cluster.gpu.title.clear(); }, "plan.precision",
     "bf16 has no peak on this GPU; give cluster.gpu.peak_flops"},
    {"vocabulary-padded-up", Severity::error, [](Scenario& s) { s.plan.padded_vocab = 128000; }, "plan.padded_vocab",
     "128000 is below vocab_size (128256); use at least that"},
    {"head-size-whole", Severity::hint, [](Scenario& s) { s.model.hidden_size = 16400; }, "model.head_dim",
     "hidden_size (16400) isn't a multiple of num_attention_heads (128); heads of 128 are taken"},
    {"positions-cover-sequence", Severity::warning,
     [](Scenario& s) {
       s.model.position_embedding = PositionEmbedding::learned;
       s.model.max_position_embeddings = 2048;
     },
     "plan.sequence_length",
     "8192 is longer than the table of learned positions (2048); use 2048 or fewer, or a longer table"},
    {"sequence-in-range", Severity::hint, [](Scenario& s) { s.plan.sequence_length = 1 << 20; }, "plan.sequence_length",
     "1048576 is longer than the model was made for (131072)"},
};

const Breach mixture_breaches[] = {
    {"eight-bit-weights-act", Severity::hint, [](Scenario& s) { s.plan.fp8_params = true; }, "plan.fp8_params",
     "has no effect: bf16 has no 8-bit weights to keep"},
    {"precision-aware-acts", Severity::hint,
     [](Scenario& s) { s.plan.precision_aware_optimizer = true, s.plan.optimizer = Optimizer::muon; },
     "plan.precision_aware_optimizer", "has no effect: it is Adam's"},
    {"precision-aware-acts", Severity::hint,
     [](Scenario& s) { s.plan.precision_aware_optimizer = true, s.plan.zero = 0; }, "plan.precision_aware_optimizer",
     "has no effect: it needs the distributed optimizer (ZeRO 1)"},
    {"routing-consistent", Severity::error, [](Scenario& s) { s.model.num_experts_per_tok = 65; },
     "model.num_experts_per_tok", "65 is above num_experts (64); use 64 or fewer"},
    {"routing-consistent", Severity::error, [](Scenario& s) { s.model.num_experts_per_tok = 0; },
     "model.num_experts_per_tok", "is missing: each token goes to at least 1 of the 64 experts"},
    {"some-layer-is-moe", Severity::warning, [](Scenario& s) { s.model.first_k_dense_replace = 120; },
     "model.first_k_dense_replace",
     "with 120 dense layers first and MoE every 1, none of the 120 layers is MoE; use 119 or fewer"},
    {"some-layer-is-moe", Severity::warning,
     [](Scenario& s) { s.model.first_k_dense_replace = 61, s.model.moe_layer_freq = 60 + 60; },
     "model.first_k_dense_replace",
     "with 61 dense layers first and MoE every 120, none of the 120 layers is MoE; use 119 or fewer"},
};

}  // namespace

TEST_CASE("what no model or GPU can be is said with what would be valid") {
  for (const Breach& breach : dense_breaches) tests::check_breach(breach, tests::sound_scenario());
  for (const Breach& breach : mixture_breaches) tests::check_breach(breach, tests::sound_mixture());
}

TEST_CASE("mxfp8 is warned of on GPUs without its scales, and on no other") {
  const struct {
    const char *family, *precision;
    bool warned;
  } cases[] = {{"Hopper", "mxfp8", true},           {"Ada", "mxfp8", true},     {"Blackwell (consumer)", "mxfp8", true},
               {"CDNA 3", "mxfp8", true},           {"CDNA 4", "mxfp8", false}, {"Blackwell", "mxfp8", false},
               {"Blackwell Ultra", "mxfp8", false}, {"", "mxfp8", false},       {"Hopper", "fp8-blockwise", false}};
  for (const auto& [family, precision, warned] : cases) {
    CAPTURE(family);
    Scenario s = tests::sound_scenario();
    s.plan.precision = *value_named<Precision>(precision);
    s.cluster.gpu.family = *value_named<GpuFamily>(family);
    const std::vector<Problem> problems = tests::problems_by("microscaling-in-hardware", s);
    CHECK(problems.size() == (warned ? 1 : 0));
    if (warned) CHECK(problems[0].severity == Severity::warning);
  }
}

TEST_CASE("every precision asks for the peak of its own number format") {
  const std::pair<Precision, std::optional<double> PeakFlops::*> rows[] = {
      {Precision::bf16, &PeakFlops::bf16},       {Precision::fp16, &PeakFlops::fp16},
      {Precision::tf32, &PeakFlops::tf32},       {Precision::fp32, &PeakFlops::fp32},
      {Precision::fp8, &PeakFlops::fp8},         {Precision::fp8_delayed, &PeakFlops::fp8},
      {Precision::fp8_cs, &PeakFlops::fp8},      {Precision::fp8_tensorwise, &PeakFlops::fp8},
      {Precision::fp8_rowwise, &PeakFlops::fp8}, {Precision::fp8_blockwise, &PeakFlops::fp8},
      {Precision::mxfp8, &PeakFlops::fp8},       {Precision::nvfp4, &PeakFlops::fp4},
  };
  for (const auto& [precision, peak] : rows) {
    CAPTURE(json_name(precision));
    Scenario s = tests::sound_scenario();
    s.plan.precision = precision;
    s.cluster.gpu.peak_flops = {};
    CHECK(tests::problems_by("precision-available", s).size() == 1);
    s.cluster.gpu.peak_flops.*peak = 1e12;
    CHECK(tests::problems_by("precision-available", s).empty());
    s.cluster.gpu.peak_flops.*peak = 0;
    CHECK(tests::problems_by("precision-available", s).size() == 1);
  }
}

TEST_CASE("a derived default may exceed what people may write") {
  Scenario s = tests::sound_scenario();
  s.model.hidden_size = 1 << 24;
  s.model.intermediate_size.reset();  // 4 x hidden
  CHECK(tests::problems_by("values-in-range", s).empty());
}

TEST_CASE("the precision-aware optimizer acts on states below fp32 whatever the weights are in, and is on by itself") {
  Scenario scenario = tests::sound_scenario();
  scenario.plan.precision = Precision::fp32, scenario.plan.optimizer_dtype = Dtype::bf16, scenario.plan.zero = 1;
  CHECK(with_defaults(scenario).plan.precision_aware_optimizer == true);
  CHECK(tests::problems_by("precision-aware-acts", scenario).empty());
  scenario.plan.optimizer_dtype = Dtype::fp32, scenario.plan.precision_aware_optimizer = true;
  const std::vector<Problem> problems = tests::problems_by("precision-aware-acts", scenario);
  REQUIRE(problems.size() == 1);
  CHECK(problems.front().message == "has no effect: weights and the optimizer's states are in fp32");
}
