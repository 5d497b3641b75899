// Launches that their framework refuses are read as they stand, and broken is said what they break, not what could be
// made of them.
#include "core/frameworks/rules.h"
#include "core/launch/export_launch.h"
#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

constexpr std::string_view megatron =
    "#!/bin/bash\nexport CUDA_DEVICE_MAX_CONNECTIONS=1\ntorchrun --nnodes 8 --nproc_per_node 8 pretrain_gpt.py \\\n"
    "  --num-layers 32 --hidden-size 3840 --num-attention-heads 32 --group-query-attention --num-query-groups 8 \\\n"
    "  --seq-length 4096 --max-position-embeddings 4096 --vocab-size 32000 --bf16 \\\n"
    "  --tensor-model-parallel-size 2 --pipeline-model-parallel-size 4 --micro-batch-size 1 --global-batch-size 256\n";

constexpr std::string_view torchtitan =
    "[model]\nname = \"llama3\"\nflavor = \"8B\"\n[training]\nlocal_batch_size = 8\nseq_len = 8192\n[parallelism]\n"
    "data_parallel_shard_degree = -1\ntensor_parallel_degree = 2\npipeline_parallel_degree = 2\n"
    "pipeline_parallel_schedule = \"1F1B\"\n";

constexpr std::string_view nanotron =
    "model:\n  model_config:\n    hidden_size: 3840\n    intermediate_size: 8704\n    is_llama_config: true\n"
    "    max_position_embeddings: 4096\n    num_attention_heads: 32\n    num_hidden_layers: 36\n"
    "    num_key_value_heads: 8\n    tie_word_embeddings: false\n    vocab_size: 49152\n"
    "parallelism:\n  dp: 4\n  pp: 2\n  pp_engine: 1f1b\n  tp: 4\n  tp_mode: REDUCE_SCATTER\n"
    "tokens:\n  batch_accumulation_per_replica: 8\n  micro_batch_size: 2\n  sequence_length: 4096\n"
    "  train_steps: 20000\n";

struct BrokenLaunch {
  const char* name;
  std::string_view text;
  const char *from, *to;
  const char* source;  // of the framework's rule
  const char* place;   // in the text
};

const BrokenLaunch broken_launches[] = {
    {"layers on PP", megatron, "--num-layers 32", "--num-layers 31", "megatron/training/arguments.py:998",
     "line 4, --num-layers"},
    {"layers on more stages", megatron, "parallel-size 4", "parallel-size 5", "megatron/training/arguments.py:998",
     "line 4, --num-layers"},
    {"virtual stages", megatron, "--bf16", "--bf16 --num-virtual-stages-per-pipeline-rank 3",
     "megatron/core/transformer/transformer_block.py:176", "line 4, --num-layers"},
    {"layers of a virtual stage", megatron, "--bf16", "--bf16 --num-layers-per-virtual-pipeline-stage 3",
     "megatron/training/arguments.py:973", "line 4, --num-layers"},
    {"heads by TP", megatron, "--num-attention-heads 32", "--num-attention-heads 15",
     "megatron/core/transformer/transformer_config.py:1446", "line 4, --num-attention-heads"},
    {"key and value heads by TP", megatron, "--num-query-groups 8", "--num-query-groups 5",
     "megatron/core/transformer/transformer_config.py:1462", "line 4, --"},
    {"more ranks of TP than key and value heads", torchtitan, "tensor_parallel_degree = 2",
     "tensor_parallel_degree = 16", "torchtitan/models/common/decoder.py:195",
     "line 9, parallelism.tensor_parallel_degree"},
    {"heads by TP in torchtitan", torchtitan, "tensor_parallel_degree = 2", "tensor_parallel_degree = 3",
     "torchtitan/models/common/decoder.py:190", "line 9, parallelism.tensor_parallel_degree"},
    {"more stages than layers in torchtitan", torchtitan, "pipeline_parallel_degree = 2",
     "pipeline_parallel_degree = 64", "torchtitan/distributed/pipeline_parallel.py:394",
     "line 10, parallelism.pipeline_parallel_degree"},
    {"fewer key and value heads than TP in nanotron", nanotron, "num_key_value_heads: 8", "num_key_value_heads: 2",
     "src/nanotron/config/config.py:543", "line 9, model.model_config.num_key_value_heads"},
    {"heads by TP in nanotron", nanotron, "num_attention_heads: 32", "num_attention_heads: 30",
     "src/nanotron/config/config.py:537", "line 7, model.model_config.num_attention_heads"}};

std::string rules_of(const ImportedLaunch& launch) {
  const RulesReport rules = check_rules(launch.parsed.scenario, framework_named(launch.framework), real_presets());
  std::string lines;
  for (const Problem& problem : at_given_flags(rule_problems(rules), rules, launch.parsed.places))
    lines += line_of(problem, "f") + "\n";
  return lines;
}

}  // namespace

TEST_CASE("sound launches break none of these rules") {
  for (const std::string_view text : {megatron, torchtitan, nanotron})
    CHECK(rules_of(imported(text)).find("refuses this") == std::string::npos);
}

TEST_CASE("a launch that its framework refuses opens, and the rule is said with its source and the flag") {
  for (const BrokenLaunch& each : broken_launches) {
    CAPTURE(each.name);
    const std::string lines = rules_of(imported(edited(each.from, each.to, each.text)));
    CAPTURE(lines);
    CHECK(says(lines, each.source));
    CHECK(says(lines, each.place));
  }
}

TEST_CASE("an export of layers that don't divide says what the script said, and that it is refused") {
  const ImportedLaunch launch = imported(edited("--num-layers 32", "--num-layers 31", megatron));
  const auto text_of = [&](const LaunchedScenario& scenario) {
    return export_launch(scenario, framework_named("megatron"), Launcher::none, real_presets()).text;
  };
  const std::string text = text_of(launch.parsed.scenario);
  CHECK(says(text, "# Megatron-LM refuses this plan: "));
  CHECK_FALSE(says(text, "--pipeline-model-parallel-layout"));
  LaunchedScenario mended = launch.parsed.scenario;
  mended.plan.stage_layers = {8, 8, 8, 7};
  CHECK(says(text_of(mended), "--pipeline-model-parallel-layout"));
}
