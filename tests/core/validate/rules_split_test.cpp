#include "core/scenario/gpu_family.h"
#include "tests/core/validate/rule_cases.h"
#include "tests/real_presets.h"

using namespace shardscope;
using tests::Breach;

namespace {

const Breach split_breaches[] = {
    {"heads-divisible-by-tp", Severity::error, [](Scenario& s) { s.plan.tp = 6; }, "plan.tp",
     "6 doesn't divide num_attention_heads (128); try 4 or 8"},
    {"heads-divisible-by-tp", Severity::error,
     [](Scenario& s) { s.model.num_attention_heads = 7, s.model.num_key_value_heads = 7; }, "plan.tp",
     "8 doesn't divide num_attention_heads (7); try 1 or 7"},
    {"key-value-heads-divisible-by-tp", Severity::error, [](Scenario& s) { s.model.num_key_value_heads = 12; },
     "plan.tp", "8 doesn't divide num_key_value_heads (12); try 4 or 16"},
    {"batch-divisible", Severity::error, [](Scenario& s) { s.plan.global_batch = 1000; }, "plan.global_batch",
     "1000 isn't a multiple of DP × micro-batch (16 × 1); try 992 or 1008"},
    {"batch-divisible", Severity::error, [](Scenario& s) { s.plan.global_batch = 3, s.plan.micro_batch = 2; },
     "plan.global_batch", "3 isn't a multiple of DP × micro-batch (16 × 2); try 32"},
    {"batch-ramp-whole", Severity::hint, [](Scenario& s) { s.run.batch_ramp_start = 64; }, "run.batch_ramp_start",
     "the first batch does nothing without run.batch_ramp_tokens: say after how many tokens the batch is whole"},
    {"batch-ramp-whole", Severity::hint, [](Scenario& s) { s.run.batch_ramp_tokens = 1e9; }, "run.batch_ramp_tokens",
     "the ramp does nothing without run.batch_ramp_start: say with how many sequences it begins"},
    {"dense-without-experts", Severity::error, [](Scenario& s) { s.plan.ep = 4; }, "plan.ep",
     "4 spreads experts, and this model has none; use 1"},
    {"enough-gpus", Severity::error, [](Scenario& s) { s.plan.dp = 17; }, "plan.dp",
     "TP × PP × CP × DP (8 × 8 × 1 × 17) is 1088, above the 1024 GPUs; use a DP of 16 or less"},
    {"enough-gpus", Severity::error, [](Scenario& s) { s.plan.pp = 100, s.plan.cp = 2; }, "plan.pp",
     "TP × PP × CP (8 × 100 × 2) is 1600, above the 1024 GPUs; use a PP of 64 or less"},
    {"enough-gpus", Severity::error, [](Scenario& s) { s.cluster.gpus = 4, s.plan.dp = 1; }, "plan.tp",
     "TP × PP × CP (8 × 8 × 1) is 64, above the 4 GPUs; lower all three"},
    {"shard-group-divides", Severity::error, [](Scenario& s) { s.plan.shard_group = 6; }, "plan.shard_group",
     "6 doesn't divide DP × CP (16); try 4 or 8"},
    {"offload-has-work", Severity::hint,
     [](Scenario& s) {
       s.plan.offload = Offload::activations;
       s.plan.recompute = Recompute{RecomputeMode::full, {}, {}, RecomputeMethod::uniform};
     },
     "plan.offload",
     "every layer is recomputed, so no activations are left to send to the host; its input stays on the GPU"},
    {"offload-priced", Severity::warning, [](Scenario& s) { s.plan.offload = Offload::activations; }, "plan.offload",
     "the traffic with the host isn't priced: the step's time leaves it out"},
    {"offload-priced", Severity::warning, [](Scenario& s) { s.plan.offload = Offload::optimizer; }, "plan.offload",
     "the traffic with the host isn't priced: the step's time leaves it out"},
    {"key-value-heads-copied", Severity::warning,
     [](Scenario& s) { s.model.num_attention_heads = 96, s.model.num_key_value_heads = 6; }, "plan.tp",
     "8 ranks share 6 key-value heads unevenly; frameworks want a multiple; try 6 or 12"},
    {"mlp-divisible-by-tp", Severity::warning, [](Scenario& s) { s.model.intermediate_size = 11000 + 4; }, "plan.tp",
     "8 doesn't divide intermediate_size (11004): the MLP is split unevenly"},
    {"sequence-divisible", Severity::warning, [](Scenario& s) { s.plan.cp = 16, s.plan.sequence_length = 8000 + 100; },
     "plan.sequence_length",
     "8100 isn't a multiple of 2 × CP × TP (256), into which sequences are split; try 7936 or 8192"},
    {"sequence-divisible", Severity::warning, [](Scenario& s) { s.plan.sequence_length = 1001; },
     "plan.sequence_length", "1001 isn't a multiple of TP (8), into which sequences are split; try 1000 or 1008"},
};

const Breach expert_split_breaches[] = {
    {"experts-divisible-by-ep", Severity::error, [](Scenario& s) { s.plan.ep = 12; }, "plan.ep",
     "12 doesn't divide num_experts (64); try 8 or 16"},
    {"experts-fold-into-ranks", Severity::error, [](Scenario& s) { s.plan.etp = 3; }, "plan.etp",
     "EP × ETP (16 × 3) doesn't divide TP × CP × DP (128); try 2 or 4"},
    {"experts-fold-into-ranks", Severity::error, [](Scenario& s) { s.plan.etp = 4, s.plan.ep = 64; }, "plan.ep",
     "EP × ETP (64 × 4) doesn't divide TP × CP × DP (128); try 16 or 32"},
    {"mlp-divisible-by-tp", Severity::warning,
     [](Scenario& s) { s.plan.etp = 2, s.model.moe_intermediate_size = 1407; }, "plan.etp",
     "2 doesn't divide moe_intermediate_size (1407): the MLP is split unevenly"},
    {"imbalance-possible", Severity::warning, [](Scenario& s) { s.plan.expert_imbalance = 16.5; },
     "plan.expert_imbalance", "16.5 is more than all tokens on one of 16 expert ranks; 16 is taken"},
    {"imbalance-possible", Severity::warning, [](Scenario& s) { s.plan.ep = 1, s.plan.expert_imbalance = 1.5; },
     "plan.expert_imbalance", "1.5 is more than one rank with all experts can have; 1 is taken"},
};

}  // namespace

TEST_CASE("an imbalance of ep is possible, and none matters without experts") {
  Scenario mixture = tests::sound_mixture();
  mixture.plan.expert_imbalance = 16;
  CHECK(tests::problems_by("imbalance-possible", mixture).empty());
  Scenario dense = tests::sound_scenario();
  dense.plan.expert_imbalance = 16;
  CHECK(tests::problems_by("imbalance-possible", dense).empty());
}

TEST_CASE("a degree that doesn't fit the model, the batch or the GPUs is said with what would") {
  for (const Breach& breach : split_breaches) tests::check_breach(breach, tests::sound_scenario());
  for (const Breach& breach : expert_split_breaches) tests::check_breach(breach, tests::sound_mixture());
}

TEST_CASE("key-value heads may be fewer than the tensor ranks, and latent attention has none to split") {
  Scenario s = tests::sound_scenario();
  s.plan.tp = 32, s.plan.pp = 4, s.cluster.scale_up_domain = 32;
  CHECK_FALSE(has_errors(validate(with_defaults(s))));
  s.plan.tp = 8;
  s.model.num_key_value_heads = 12;
  s.model.kv_lora_rank = 512, s.model.qk_nope_head_dim = 128, s.model.qk_rope_head_dim = 64, s.model.v_head_dim = 128;
  CHECK(tests::problems_by("key-value-heads-divisible-by-tp", s).empty());
}

TEST_CASE("a batch no multiple of which is allowed asks for smaller degrees") {
  Scenario s = tests::sound_scenario();
  s.plan.micro_batch = 1 << 24;
  const std::vector<Problem> problems = tests::problems_by("batch-divisible", s);
  REQUIRE(problems.size() == 1);
  CHECK(problems[0].message ==
        "1024 isn't a multiple of DP × micro-batch (16 × 16777216); lower DP or the micro-batch");
}

TEST_CASE("XLA pads a sequence that a tensor group can't split evenly, and a preset for TPUs warns of nothing") {
  Scenario s = tests::sound_scenario();
  s.plan.sequence_length = 1001;
  s.software.framework = Framework::maxtext;
  CHECK(tests::problems_by("sequence-divisible", s).empty());
  s.plan.cp = 16;  // the ring's pieces have to be equal
  CHECK_FALSE(tests::problems_by("sequence-divisible", s).empty());
  for (const auto& [preset, launch] : tests::real_presets().scenarios) {
    if (facts_of(preset.cluster.gpu.family).runs_cuda_code) continue;
    CAPTURE(preset.name);
    for (const Problem& problem : validate(with_defaults(preset))) CHECK(problem.severity == Severity::hint);
  }
}
