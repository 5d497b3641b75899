// Launches that their framework refuses are read as they stand, and broken is said what they break, not what could be
// made of them.
#include "core/frameworks/rules/rules.h"
#include "core/launch/export_launch.h"
#include "core/scenario/plan_schedule.h"
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

constexpr std::string_view split_titan =
    "[model]\nname = \"llama3\"\nflavor = \"8B\"\n[training]\nbatch_size = 8\nseq_len = 8192\n"
    "[experimental]\npipeline_parallel_degree = 2\npipeline_parallel_split_points = [\"layers.12\"]\n";

constexpr std::string_view bridge =
    "cfg = llama3_8b_pretrain_config()\ncfg.model.num_layers = 32\ncfg.model.hidden_size = 4096\n"
    "cfg.model.num_attention_heads = 32\ncfg.model.ffn_hidden_size = 14336\ncfg.model.seq_length = 4096\n"
    "cfg.model.vocab_size = 32000\ncfg.model.pipeline_model_parallel_size = 4\ncfg.train.micro_batch_size = 1\n"
    "cfg.train.global_batch_size = 256\n";

constexpr std::string_view nemo =
    "trainer:\n  num_nodes: 4\n  devices: 8\n  precision: bf16\nmodel:\n  mcore_gpt: false\n"
    "  activations_checkpoint_granularity: selective\n  activations_checkpoint_num_layers: 1\n"
    "  micro_batch_size: 1\n  global_batch_size: 128\n  tensor_model_parallel_size: 4\n"
    "  pipeline_model_parallel_size: 1\n  encoder_seq_length: 4096\n  max_position_embeddings: 4096\n"
    "  num_layers: 32\n  hidden_size: 4096\n  num_attention_heads: 32\n  megatron_amp_O2: true\n"
    "  tokenizer:\n    type: GPT2BPETokenizer\n  data:\n    seq_length: 4096\n";

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
    {"a recomputation of no kind", megatron, "--bf16", "--bf16 --recompute-num-layers 1",
     "megatron/core/transformer/transformer_config.py:1901", "line 5, --recompute-num-layers"},
    {"a method of recomputation of no kind", megatron, "--bf16", "--bf16 --recompute-method uniform",
     "megatron/core/transformer/transformer_config.py:1901", "line 5, --recompute-method"},
    {"a method of selective recomputation", megatron, "--bf16",
     "--bf16 --recompute-granularity selective --recompute-method uniform", "megatron/training/arguments.py:1428",
     "line 5, --recompute-method"},
    {"the same, of its other name and method", megatron, "--bf16",
     "--bf16 --recompute-activations --recompute-method block", "megatron/training/arguments.py:1428",
     "line 5, --recompute-method"},
    {"more ranks of TP than key and value heads", torchtitan, "tensor_parallel_degree = 2",
     "tensor_parallel_degree = 16", "torchtitan/models/common/decoder.py:195",
     "line 9, parallelism.tensor_parallel_degree"},
    {"heads by TP in torchtitan", torchtitan, "tensor_parallel_degree = 2", "tensor_parallel_degree = 3",
     "torchtitan/models/common/decoder.py:190", "line 9, parallelism.tensor_parallel_degree"},
    {"more stages than layers in torchtitan", torchtitan, "pipeline_parallel_degree = 2",
     "pipeline_parallel_degree = 64", "torchtitan/distributed/pipeline_parallel.py:394",
     "line 10, parallelism.pipeline_parallel_degree"},
    {"layers on PP in Megatron Bridge", bridge, "num_layers = 32", "num_layers = 31",
     "megatron/core/transformer/transformer_block.py:156", "line 2, model.num_layers"},
    {"a method of recomputation of no kind in Megatron Bridge", bridge, "cfg.model.vocab_size",
     "cfg.model.recompute_granularity = None\ncfg.model.recompute_method = 'block'\ncfg.model.vocab_size",
     "megatron/core/transformer/transformer_config.py:1908", "line 7, model.recompute_granularity"},
    {"layers of selective recomputation in Megatron Bridge", bridge, "cfg.model.vocab_size",
     "cfg.model.recompute_granularity = 'selective'\ncfg.model.recompute_num_layers = 1\ncfg.model.vocab_size",
     "megatron/core/transformer/transformer_config.py:1926", "line 8, model.recompute_num_layers"},
    {"layers of selective recomputation in Megatron Core", nemo, "mcore_gpt: false", "mcore_gpt: true",
     "megatron/core/transformer/transformer_config.py:1926", "line 8, model.activations_checkpoint_num_layers"},
    {"samples longer than the model's in NeMo 1", nemo, "    seq_length: 4096", "    seq_length: 8192",
     "megatron_gpt_model.py:561", "model.data.seq_length 8192"},
    {"split points out of order", split_titan, "[\"layers.12\"]", "[\"layers.12\", \"layers.8\", \"layers.20\"]",
     "pipeline_llama.py, _build_stage()", "line 8, experimental.pipeline_parallel_degree"},
    {"stages that don't fill the ranks", split_titan, "[\"layers.12\"]", "[\"layers.12\", \"layers.20\"]",
     "pipelining_utils.py, stage_ids_this_rank()", "line 8, experimental.pipeline_parallel_degree"},
    {"a global batch that the local one doesn't divide", torchtitan, "local_batch_size = 8",
     "local_batch_size = 8\nglobal_batch_size = 36", "torchtitan/train.py:202", "line 6, training.global_batch_size"},
    {"fewer key and value heads than TP in nanotron", nanotron, "num_key_value_heads: 8", "num_key_value_heads: 2",
     "src/nanotron/config/config.py:543", "line 9, model.model_config.num_key_value_heads"},
    {"heads by TP in nanotron", nanotron, "num_attention_heads: 32", "num_attention_heads: 30",
     "src/nanotron/config/config.py:537", "line 7, model.model_config.num_attention_heads"}};

std::string rules_of(const ImportedLaunch& launch) {
  const RulesReport rules = check_rules(launch.parsed.said, framework_named(launch.framework), real_presets());
  std::string lines;
  for (const Problem& problem : at_given_flags(rule_problems(rules), rules, launch.parsed.places))
    lines += line_of(problem, "f") + "\n";
  return lines;
}

}  // namespace

TEST_CASE("sound launches break none of these rules") {
  for (const std::string_view text : {megatron, torchtitan, split_titan, bridge, nanotron, nemo})
    CHECK(rules_of(imported(text)).find("refuses this") == std::string::npos);
  CHECK_FALSE(says(rules_of(imported(nemo)), "model.data.seq_length"));
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
  const std::string text = text_of(launch.parsed.said);
  CHECK(says(text, "# Megatron-LM refuses this plan: "));
  CHECK_FALSE(says(text, "--pipeline-model-parallel-layout"));
  LaunchedScenario mended = launch.parsed.said;
  mended.scenario.plan.stage_layers = {8, 8, 8, 7};
  CHECK(says(text_of(mended), "--pipeline-model-parallel-layout"));
}

TEST_CASE("split points are the layers of each stage, and an export says them again") {
  const ImportedLaunch launch = imported(split_titan);
  CHECK(launch.framework == "torchtitan-2024");
  CHECK(launch.parsed.said.scenario.plan.stage_layers == std::vector<std::int64_t>{12, 20});
  LaunchedScenario moved = launch.parsed.said;
  moved.scenario.plan.stage_layers = {16, 16};
  const auto exported = [](const LaunchedScenario& scenario) {
    return export_launch(scenario, framework_named("torchtitan-2024"), Launcher::none, real_presets()).text;
  };
  CHECK(says(exported(launch.parsed.said), "pipeline_parallel_split_points = [\"layers.12\"]"));
  CHECK_FALSE(says(exported(launch.parsed.said), "module_fqns"));
  CHECK(imported(exported(moved)).parsed.said.scenario.plan.stage_layers.value_or(std::vector<std::int64_t>{16, 16}) ==
        std::vector<std::int64_t>{16, 16});
}

TEST_CASE("gradient accumulation with a pipeline is said to drain it once for each local batch") {
  const std::string text = edited("local_batch_size = 8", "local_batch_size = 8\nglobal_batch_size = 64", torchtitan);
  const std::string lines = rules_of(imported(text, {"cluster.gpus=8"}));
  CHECK(says(lines, "fills and drains once for each local batch"));
  CHECK_FALSE(says(rules_of(imported(torchtitan)), "drains"));
}

TEST_CASE("a broken rule names the flags of the launch alone, as the file has them") {
  const std::string lines = rules_of(imported(edited("--num-layers 32", "--num-layers 31", megatron)));
  CHECK(says(lines, "arguments.py:998; --num-layers, --pipeline-model-parallel-size)"));
}

TEST_CASE("torchtitan's tokens per micro-batch are those of one forward pass, with a pipeline too") {
  const std::string_view text =
      "from torchtitan.models.llama3 import llama3_8b\nconfig = llama3_8b()\n"
      "config.training.max_context_length = 8192\nconfig.training.num_tokens_per_microbatch_per_dp_rank = 16384\n"
      "config.parallelism.pipeline_parallel_degree = 2\nconfig.parallelism.data_parallel_shard_degree = 4\n"
      "config.parallelism.num_pp_microbatches = 8\n";
  const ImportedLaunch launch = imported(text, {}, "config.py");
  CHECK(launch.framework == "torchtitan-2026-08");
  CHECK(launch.parsed.said.scenario.plan.micro_batch == 2);
  CHECK(launch.parsed.said.scenario.plan.global_batch == 64);
}

TEST_CASE("what a called script exports counts for the rules of the launch in it") {
  const auto rules_with = [](const std::string& inner) {
    const ShellOutside outside{{}, {}, {{"inner.sh", inner}}};
    const auto launch = import_launch("bash inner.sh\n", "run.sh", real_presets(), {}, nullptr, outside);
    REQUIRE(succeeded(launch));
    return rules_of(value_of(launch));
  };
  CHECK_FALSE(says(rules_with(std::string(megatron)), "hardware queue"));
  CHECK(says(rules_with(edited("export CUDA_DEVICE_MAX_CONNECTIONS=1", "export OTHER=1", megatron)), "hardware queue"));
}

TEST_CASE("split points of one rank split nothing") {
  std::string one(split_titan);
  one.replace(one.find("degree = 2"), 10, "degree = 1");
  const Plan plan = imported(one).parsed.said.scenario.plan;
  CHECK(plan.pp == 1);
  CHECK(plan.virtual_stages == 1);
  CHECK_FALSE(plan.stage_layers);
}

TEST_CASE("a flag that names the schedule is read in DeepSpeed's Megatron, where there are stages") {
  const auto schedule_of = [](const char* pp) {
    std::string text(megatron);
    const std::string stages = "--pipeline-model-parallel-size 4";
    text.replace(
        text.find(stages), stages.size(),
        std::string("--pipeline-model-parallel-size ") + pp + " --deepspeed --zero-stage 0 --enable-zbh1-pipeline");
    const ImportedLaunch launch = imported(text);
    CHECK(launch.framework == "megatron-deepspeed");
    return schedule_kind(launch.parsed.said.scenario.plan);
  };
  CHECK(schedule_of("4") == ScheduleKind::zb_h1);
  CHECK(schedule_of("1") == ScheduleKind::one_f_one_b);
}

TEST_CASE("layers divide over the stages in every release and fork of Megatron-LM that cuts them so") {
  const std::string odd = edited("--num-layers 32", "--num-layers 30", megatron);
  const auto broken = [](const std::string& text) { return says(rules_of(imported(text)), "layer count"); };
  CHECK(broken(odd));
  CHECK(broken(edited("--bf16", "--bf16 --DDP-impl local", odd)));
  CHECK(broken(edited("--bf16", "--fp16 --checkpoint-activations", odd)));
  CHECK(broken(edited("torchrun --nnodes 8 --nproc_per_node 8", "deepspeed --num_nodes 8 --num_gpus 8", odd)));
  CHECK_FALSE(broken(edited("--bf16", "--bf16 --DDP-impl local", megatron)));
  // A rank for the embedding alone: 30 layers on three others.
  CHECK_FALSE(broken(edited("--bf16", "--bf16 --standalone-embedding-stage", odd)));
}
