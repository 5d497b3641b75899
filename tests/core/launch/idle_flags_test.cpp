#include "core/launch/idle_flags.h"

#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

std::string notices_on(const std::string& text) {
  std::string lines;
  for (const Problem& problem : imported(text).parsed.notices) lines += line_of(problem, "f") + "\n";
  return lines;
}

}  // namespace

TEST_CASE("names that a scenario's JSON takes are keys, a framework's own aren't") {
  for (const char* key : {"plan.tp", "model.hidden_size", "plan.recompute.mode", "run.tokens", "model.preset"})
    CHECK(is_scenario_key(key));
  for (const char* name : {"plan.dp", "plan.recompute", "plan.offload.optimizer", "plan.bucket", "world_size"})
    CHECK_FALSE(is_scenario_key(name));
}

TEST_CASE("a number that another flag makes idle is listed among what has no effect") {
  const std::string text(small_launch);
  CHECK_FALSE(says(notices_on(text), "for nothing here"));
  const std::string padded = edited("--bf16", "--bf16 --make-vocab-size-divisible-by 64", text);
  CHECK_FALSE(says(notices_on(padded), "for nothing here"));
  const std::string layers = edited("--bf16", "--bf16 --rope-scaling-factor 4", text);
  CHECK(says(notices_on(layers),
             "a number counts for nothing here beside the rest of the launch: --rope-scaling-factor (line 21)"));
}

TEST_CASE("nodes and devices among a configuration's keys count the GPUs, and aren't idle") {
  const std::string nemo =
      "trainer:\n  devices: 8\n  num_nodes: 4\nmodel:\n  micro_batch_size: 1\n  global_batch_size: 128\n"
      "  encoder_seq_length: 4096\n  max_position_embeddings: 4096\n  num_layers: 32\n  hidden_size: 4096\n"
      "  num_attention_heads: 32\n  mcore_gpt: true\n";
  CHECK(imported(nemo).parsed.said.scenario.cluster.gpus == 32);
  CHECK_FALSE(says(notices_on(nemo), "num_nodes"));
  for (const char* on : {"true", "false"}) {  // Qwen2's: biases on Q, K and V alone
    CAPTURE(on);
    const std::string text = nemo + "  bias: false\n  qkv_bias: " + on + "\n";
    const Model model = with_defaults(imported(text).parsed.said.scenario).model;
    CHECK(model.attention_bias == (std::string_view(on) == "true"));
    CHECK_FALSE(model.mlp_bias);
  }
}

TEST_CASE("a number that counts as another is said to") {
  constexpr const char* nanotron =
      "model:\n  model_config:\n    hidden_size: 2048\n    intermediate_size: 8192\n    is_llama_config: true\n"
      "    max_position_embeddings: 4096\n    num_attention_heads: 32\n    num_hidden_layers: 24\n"
      "    num_key_value_heads: 8\n    vocab_size: 49152\noptimizer:\n  zero_stage: 2\n"
      "parallelism:\n  dp: 8\n  pp: 1\n  tp: 2\n"
      "tokens:\n  batch_accumulation_per_replica: 8\n  micro_batch_size: 2\n  sequence_length: 4096\n";
  CHECK(says(notices_on(nanotron), "line 12, optimizer.zero_stage: 2 counts as 1 beside the rest of this launch"));
  CHECK_FALSE(says(notices_on(edited("zero_stage: 2", "zero_stage: 1", nanotron)), "counts as"));
}
