#include "core/launch_text/configuration_file.h"

#include "core/launch/export_launch.h"
#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

std::string path_in(std::string_view text) {
  const ShellScript script = read_shell(text);
  const auto& frameworks = real_presets().frameworks;
  const auto file = configuration_of(launch_command(script, frameworks), script, frameworks);
  return file ? file->path : std::string();
}

constexpr std::string_view deepspeed_launch = R"(STAGE=1
cat <<EOF > ds.json
{
  "train_batch_size": 512,
  "zero_optimization": {"stage": $STAGE},
  "bf16": {"enabled": true}
}
EOF
deepspeed --num_nodes 4 --num_gpus 8 pretrain_gpt.py --num-layers 32 --hidden-size 4096 --num-attention-heads 32 \
  --seq-length 2048 --max-position-embeddings 2048 --vocab-size 50304 --micro-batch-size 2 --global-batch-size 512 \
  --no-pipeline-parallel --deepspeed --deepspeed_config ds.json
)";

ImportedLaunch imported_with(std::string_view text, const ShellOutside& outside) {
  Outcome<ImportedLaunch> launch = import_launch(text, "launch.sh", real_presets(), {}, nullptr, outside);
  if (!succeeded(launch)) FAIL(line_of(problems_of(launch).front(), ""));
  return std::move(std::get<0>(launch));
}

std::string lines_in(const std::vector<Problem>& problems) {
  std::string lines;
  for (const Problem& problem : problems) lines += line_of(problem, "launch.sh") + "\n";
  return lines;
}

std::string complaints_with(std::string_view text, const ShellOutside& outside) {
  const Outcome<ImportedLaunch> launch = import_launch(text, "launch.sh", real_presets(), {}, nullptr, outside);
  return succeeded(launch) ? std::string() : lines_in(problems_of(launch));
}

}  // namespace

TEST_CASE("the configuration of a program is named by one of its options") {
  CHECK(path_in("torchrun -m torchtitan.train --job.config_file conf/llama.toml") == "conf/llama.toml");
  CHECK(path_in("deepspeed train.py --deepspeed ds.json --lr 1") == "ds.json");
  CHECK(path_in("C=conf; python run.py --config-path $C --config-name llama") == "conf/llama.yaml");
  CHECK(path_in("deepspeed train.py --deepspeed --deepspeed_config=\"./ds.$JOB.json\"") == "./ds.$JOB.json");
  CHECK(path_in("python train.py --config debug").empty());
  CHECK(path_in("export EXP=conf/llama.yaml\nbash run_pretrain.sh --micro_batch_size 2") == "conf/llama.yaml");
  CHECK(path_in("CONFIG_FILE=${CONFIG_FILE:-\"conf/llama.toml\"}\n./run_train.sh") == "conf/llama.toml");
  CHECK(path_in("EXP=conf/llama.yaml bash run_pretrain.sh --micro_batch_size 2") == "conf/llama.yaml");
  CHECK(path_in("EXP=my_run\ntorchrun train.py").empty());
}

TEST_CASE("what Hydra's command lays over its configuration counts") {
  ShellOutside outside;
  outside.files["gpt.yaml"] =
      "trainer:\n  num_nodes: 1\n  devices: 8\nmodel:\n  micro_batch_size: 1\n  global_batch_size: 64\n"
      "  tensor_model_parallel_size: 2\n  encoder_seq_length: 2048\n  num_layers: 24\n  hidden_size: 1024\n"
      "  ffn_hidden_size: ${multiply:4, ${.hidden_size}}\n  num_attention_heads: 16\n";
  const std::string launch = "python train.py --config-path conf --config-name gpt ";
  const Scenario plain = imported_with(launch, outside).parsed.said.scenario;
  CHECK(plain.model.num_hidden_layers == 24);
  const Scenario laid =
      imported_with(launch + "model.num_layers=12 ++trainer.num_nodes=2 model.hidden_size=2048 exp_manager.name=$NAME",
                    outside)
          .parsed.said.scenario;
  CHECK(laid.model.num_hidden_layers == 12);
  CHECK(laid.model.intermediate_size == 4 * 2048);
  CHECK(laid.cluster.gpus == 16);
  CHECK(says(complaints_with(launch + "model.num_layers=$LAYERS", outside), "--env LAYERS=VALUE gives it"));
}

TEST_CASE("DeepSpeed's configuration in a here-document says the ZeRO stage and the precision of a launch with flags") {
  const Scenario scenario = with_defaults(imported_with(deepspeed_launch, {}).parsed.said.scenario);
  CHECK(scenario.plan.zero == 1);
  CHECK(scenario.plan.precision == Precision::bf16);
  CHECK(scenario.plan.global_batch == 512);
  CHECK(scenario.cluster.gpus == 32);
}

TEST_CASE("of a configuration and the command's flags the configuration counts, which is said") {
  const std::string text = edited("\"train_batch_size\": 512", "\"train_batch_size\": 1024", deepspeed_launch);
  const ImportedLaunch launch = imported_with(text, {});
  CHECK(launch.parsed.said.scenario.plan.global_batch == 1024);
  CHECK(says(lines_in(launch.parsed.notices), "it is 1024 here and 512"));
}

TEST_CASE("a value of the configuration that only a run knows is asked for") {
  const std::string text = edited("STAGE=1\n", "", deepspeed_launch);
  CHECK(says(complaints_with(text, {}), "ds.json: $STAGE is never set in the script; --env STAGE=VALUE"));
  CHECK(imported_with(text, {{{"STAGE", "2"}}, {}, {}}).parsed.said.scenario.plan.zero == 2);
}

TEST_CASE("a configuration in which a command prints lines more is read without them, and says so") {
  const std::string text =
      edited("\"train_batch_size\": 512", "\"train_batch_size\": 512$(./more.sh)", deepspeed_launch);
  const ImportedLaunch launch = imported_with(text, {});
  CHECK(launch.parsed.said.scenario.plan.global_batch == 512);
  CHECK(with_defaults(launch.parsed.said.scenario).plan.zero == 1);
  CHECK(
      says(lines_in(launch.parsed.notices), "ds.json: $(…) has a value only when the script runs; it is read without"));
}

TEST_CASE("of a configuration's path that a command prints only its end is said") {
  const std::string script =
      "HERE=$(cd \"$(dirname \"${BASH_SOURCE[0]}\")\" && pwd)\n"
      "torchrun --nproc_per_node 8 -m torchtitan.train --job.config_file $(realpath $HERE/..)/conf/llama.toml\n";
  CHECK(says(complaints_with(script, {}), "the configuration is in …/conf/llama.toml, which isn't here"));
}

TEST_CASE("a configuration that is given beside its script is read, with what the command adds and its machines") {
  constexpr std::string_view toml =
      "[model]\nname = \"llama3\"\nflavor = \"8B\"\n[training]\nlocal_batch_size = 1\nseq_len = 4096\n"
      "[parallelism]\ntensor_parallel_degree = 2\n";
  constexpr std::string_view script =
      "#!/bin/bash\n#SBATCH --nodes=4\n#SBATCH --gres=gpu:h100:8\n"
      "srun torchrun --nnodes 4 --nproc_per_node 8 -m torchtitan.train --job.config_file ./llama.toml "
      "--training.seq_len 8192\n";
  const ImportedLaunch launch = imported_with(script, {{}, {}, {{"llama.toml", std::string(toml)}}});
  CHECK(launch.parsed.said.scenario.cluster.gpus == 32);
  CHECK(launch.parsed.said.scenario.plan.tp == 2);
  CHECK(launch.parsed.said.scenario.plan.sequence_length == 8192);
  CHECK(launch.files == std::vector<std::string>{"llama.toml"});
  CHECK(says(complaints_with(script, {}), "the configuration is in ./llama.toml, which isn't here"));
  CHECK(says(complaints_with(". conf.sh\nbash run.sh\n", {}),
             "is in it; what it reads isn't here: name conf.sh and run.sh behind it"));
  CHECK(says(complaints_with(script, {{}, {}, {{"llama.toml", "[model"}}}), "llama.toml, line 1: it isn't TOML"));
}

TEST_CASE(
    "a script of Hugging Face's Trainer is read where DeepSpeed's configuration is here, with what the command adds") {
  const ShellOutside outside{{}, {}, {{"ds.json", R"({"train_micro_batch_size_per_gpu": "auto", "train_batch_size":
    "auto", "gradient_accumulation_steps": "auto", "bf16": {"enabled": "auto"}, "zero_optimization": {"stage": 3}})"}}};
  constexpr std::string_view script =
      "deepspeed --num_nodes 2 --num_gpus 8 run_clm.py --deepspeed conf/ds.json --model_name_or_path x --bf16 True \\\n"
      "  --per_device_train_batch_size 4 --gradient_accumulation_steps 2 --learning_rate 1e-5\n";
  const std::vector<Setting> settings = {"model=llama2-7b", "plan.sequence_length=2048"};
  const auto launch = import_launch(script, "run.sh", real_presets(), settings, nullptr, outside);
  if (!succeeded(launch)) FAIL(lines_in(problems_of(launch)));
  const Scenario scenario = with_defaults(value_of(launch).parsed.said.scenario);
  CHECK(scenario.cluster.gpus == 16);
  CHECK(scenario.plan.zero == 3);
  CHECK(scenario.plan.micro_batch == 4);
  CHECK(scenario.plan.global_batch == 128);
  CHECK(scenario.plan.precision == Precision::bf16);
  CHECK_FALSE(says(lines_in(value_of(launch).parsed.notices), "bf16.enabled, "));  // it is no longer "auto"
}

TEST_CASE("of a training script checkpointing and the sequence's length count beside DeepSpeed's file") {
  const ShellOutside outside{{}, {}, {{"ds.json", R"({"train_micro_batch_size_per_gpu": "auto",
    "bf16": {"enabled": true}, "zero_optimization": {"stage": 2}})"}}};
  const auto read = [&](const std::string& flags) {
    return import_launch(
        "torchrun --nproc_per_node 4 tune.py --deepspeed ds.json --per_device_train_batch_size 2 " + flags, "run.sh",
        real_presets(), std::vector<Setting>{"model=llama2-7b"}, nullptr, outside);
  };
  const std::pair<const char*, RecomputeMode> cases[] = {
      {"--block_size 512 --gradient_checkpointing", RecomputeMode::full},
      {"--gradient_checkpointing True --model_max_length 512", RecomputeMode::full},
      {"--gradient_checkpointing False --max_seq_length 512", RecomputeMode::none},
      {"--gradient-checkpointing --block-size 512", RecomputeMode::full},
      {"--block_size -1 --max_seq_length 512", RecomputeMode::none},
      {"--block_size 512 --use_lora False --lora_r 16", RecomputeMode::none},
      {"--block_size 512 --finetuning_type full --lora_rank 8", RecomputeMode::none},
      {"--cutoff_len 512 --bits 16 --use_lora False", RecomputeMode::none}};
  for (const auto& [flags, mode] : cases) {
    const auto launch = read(flags);
    if (!succeeded(launch)) FAIL(lines_in(problems_of(launch)));
    const LaunchedScenario& said = value_of(launch).parsed.said;
    CHECK(said.scenario.plan.sequence_length == 512);
    CHECK(with_defaults(said.scenario).plan.recompute->mode == mode);
    const ExportedLaunch out = export_launch(said, framework_named("deepspeed"), Launcher::none, real_presets());
    CHECK(with_defaults(imported(out.text, {}, "ds.json").parsed.said.scenario).plan.recompute->mode == mode);
  }
  for (const char* flags : {"--lora_rank 8", "--use_lora True", "--peft_type lora", "--finetuning_type lora"})
    CHECK_MESSAGE(says(lines_in(problems_of(read(std::string("--block_size 512 ") + flags))), "It trains adapters"),
                  flags);
  for (const char* flags : {"--load_in_4bit", "--bits 4", "--load_in_kbits 8"})
    CHECK_MESSAGE(says(lines_in(problems_of(read(std::string("--block_size 512 ") + flags))), "fewer bits than 16"),
                  flags);
  const auto frozen = read("--block_size 512 --freeze_backbone True --freeze_head False");
  REQUIRE(succeeded(frozen));
  CHECK(says(lines_in(value_of(frozen).parsed.notices), "its name speaks of weights that aren't trained"));
}

TEST_CASE("what a script would read beside itself is listed as long as it isn't here") {
  constexpr std::string_view script = "source env.sh\npython run.py --config-file $HERE/conf/a.yaml\n";
  CHECK(files_wanted_by(script, "a.sh", {}, real_presets().frameworks) ==
        std::vector<std::string>{"env.sh", "conf/a.yaml"});
  CHECK(files_wanted_by(script, "a.sh", {{}, {}, {{"env.sh", ""}}}, real_presets().frameworks) ==
        std::vector<std::string>{"conf/a.yaml"});
  CHECK(files_wanted_by("tp = 8", "a.toml", {}, real_presets().frameworks).empty());
}

TEST_CASE("a script that is read in and isn't here is named before what it may set") {
  constexpr std::string_view script =
      "source ./common.sh\nsource ~/.bashrc\ntorchrun --nproc_per_node 8 pretrain_gpt.py "
      "--tensor-model-parallel-size $TP --num-layers 2\n";
  const std::string lines = complaints_with(script, {});
  CHECK(says(lines, "--env TP=VALUE says it, or name ./common.sh behind the script"));
  CHECK_FALSE(says(lines, "or name ./common.sh and"));
  CHECK(says(complaints_with(script, {{{"TP", "2"}}, {}, {}}),
             "./common.sh: the launch reads it, and it isn't here; name it behind the script"));
  CHECK(says(complaints_with(script, {{}, {}, {{"common.sh", "TP=x"}}}), "\"x\" isn't a whole number"));
}

TEST_CASE("of a flag and the configuration that says it otherwise both places are named") {
  constexpr std::string_view script =
      "torchrun --nproc_per_node 8 pretrain_gpt.py --zero-stage 1 --deepspeed --deepspeed_config ds.json "
      "--tensor-model-parallel-size 2 --num-layers 2 --hidden-size 64 --num-attention-heads 2 --seq-length 32 "
      "--max-position-embeddings 32 --micro-batch-size 1 --global-batch-size 8\n";
  const auto launch = import_launch(script, "run.sh", real_presets(), {}, nullptr,
                                    {{}, {}, {{"ds.json", R"({"zero_optimization": {"stage": 2}})"}}});
  if (!succeeded(launch)) FAIL(lines_in(problems_of(launch)));
  CHECK(says(lines_in(value_of(launch).parsed.notices), "ds.json, --zero-stage: it is 2 here and 1 in line 1"));
}

TEST_CASE("a recipe of Megatron Bridge that its runner is given by name is read, with what stands behind it on top") {
  const std::string script =
      "NAME=llama31_70b\ntorchrun --nproc_per_node=8 --nnodes 8 scripts/training/run_recipe.py --recipe "
      "${NAME}_pretrain_config model.tensor_model_parallel_size=8 train.global_batch_size=256 "
      "checkpoint.save=$OUT/a\n";
  const ImportedLaunch launch = imported(script, {}, "a.sh");
  CHECK(launch.framework == "megatron-bridge");
  const Scenario& scenario = launch.parsed.said.scenario;
  CHECK(scenario.model.num_hidden_layers == 80);
  CHECK(scenario.plan.tp == 8);
  CHECK(scenario.plan.pp == 4);  // the recipe's own
  CHECK(scenario.plan.global_batch == 256);
  CHECK(scenario.cluster.gpus == 64);
  std::string open = script;
  open.replace(open.find("=256"), 4, "=$BATCH");
  CHECK(says(launch_complaints(open, "a.sh"), "train.global_batch_size: it hangs on $BATCH, which isn't given"));
}

TEST_CASE("flags alone, with a script that they read in and that isn't here, are no whole launch") {
  const std::string flags =
      "TP=${TP:-8}\nsource $(dirname $0)/common.sh\nOPTIONS=\"--num-layers 24 --hidden-size 1024 "
      "--num-attention-heads 16 --seq-length 1024 --max-position-embeddings 1024 --micro-batch-size 4 "
      "--global-batch-size 64\"\n";
  CHECK(says(launch_complaints(flags, "a.sh"),
             "common.sh: the launch reads it, and it isn't here; name it behind the "
             "script"));
  CHECK(launch_complaints(flags + "python pretrain_gpt.py $OPTIONS\n", "a.sh").empty());
  const ImportedLaunch split = imported(flags + "OPTIONS+=\" --tensor-model-parallel-size 2\"\n", {}, "a.sh");
  CHECK(split.parsed.said.scenario.plan.tp == 2);
  CHECK(says(lines_in(split.parsed.notices), "common.sh: the launch reads it, and it isn't here"));
}

TEST_CASE("words behind a configuration that only a run knows are said, and what tr and sed make of blanks is read") {
  const std::string script =
      "O=\" model.tensor_model_parallel_size=2\n train.global_batch_size=64\n\"\n"
      "CMD=\"torchrun --nproc_per_node=8 run_recipe.py --recipe llama3_8b_pretrain_config\"\n"
      "CMD=\"$CMD $(echo \"$O\" | tr '\\n' ' ' | sed 's/  \\+/ /g')\"\nsrun bash -c \"$CMD\"\n";
  const ImportedLaunch launch = imported(script, {}, "a.sh");
  CHECK(launch.parsed.said.scenario.plan.tp == 2);
  CHECK(launch.parsed.said.scenario.plan.global_batch == 64);
  CHECK_FALSE(says(lines_in(launch.parsed.notices), "line 2: llama3_8b_pretrain_config() sets"));
  const ImportedLaunch open = imported(edited("tr '\\n' ' '", "cut -c2-", script), {}, "a.sh");
  CHECK(open.parsed.said.scenario.plan.tp == 1);
  CHECK(says(lines_in(open.parsed.notices), "what it lays over the configuration isn't read"));
}

TEST_CASE("a function of torchtitan's registry that a script names is read where its file is given") {
  const std::string script =
      "CONFIG=${CONFIG:-llama3_70b}\nsrun torchrun --nnodes 4 --nproc_per_node 8 -m torchtitan.train --module llama3 "
      "--config ${CONFIG} --parallelism.tensor_parallel_degree 4\n";
  CHECK(files_wanted_by(script, "a.sh", {}, real_presets().frameworks) ==
        std::vector<std::string>{"torchtitan/models/llama3/config_registry.py"});
  CHECK(
      says(launch_complaints(script, "a.sh"),
           "line 2, --config: the configuration is in torchtitan/models/llama3/config_registry.py, which isn't here"));
  ShellOutside outside;
  outside.files["config_registry.py"] =
      "def llama3_8b():\n    return Trainer.Config(model_spec=model_registry(\"8B\"))\n"
      "def llama3_70b():\n    spec = model_registry(\"70B\")\n    return Trainer.Config(model_spec=spec, "
      "training=TrainingConfig(local_batch_size=2, seq_len=4096), "
      "parallelism=ParallelismConfig(tensor_parallel_degree=8))\n";
  const Outcome<ImportedLaunch> read = import_launch(script, "a.sh", real_presets(), {}, nullptr, outside);
  REQUIRE(succeeded(read));
  const Scenario& scenario = value_of(read).parsed.said.scenario;
  CHECK(scenario.model.num_hidden_layers == 80);
  CHECK(scenario.plan.tp == 4);
  CHECK(scenario.cluster.gpus == 32);
  outside.environment["CONFIG"] = "llama3_8b";
  const std::vector<Setting> settings = {{"plan.micro_batch", "1"}, {"plan.sequence_length", "4096"}};
  const Outcome<ImportedLaunch> other = import_launch(script, "a.sh", real_presets(), settings, nullptr, outside);
  REQUIRE(succeeded(other));
  CHECK(value_of(other).parsed.said.scenario.model.num_hidden_layers == 32);
}

TEST_CASE("flags that a runner lays over the configuration in a variable count, a switch with its value") {
  const std::string script =
      "export EXP=examples/llama.yaml\nMBS=${MBS:-4}\nbash ./examples/run_pretrain.sh --micro_batch_size $MBS "
      "--recompute_granularity full --recompute_method uniform --recompute_num_layers 1 --overlap_grad_reduce False "
      "--mtp_num_layers None\n";
  CHECK(says(complaints_with(script, {}), "the configuration is in examples/llama.yaml, which isn't here"));
  ShellOutside outside;
  outside.files["llama.yaml"] =
      "modules:\n  pre_trainer:\n    framework: megatron\n    model: llama3_8B.yaml\n    overrides:\n"
      "      micro_batch_size: 2\n      global_batch_size: 128\n      seq_length: 8192\n"
      "      tensor_model_parallel_size: 1\n      overlap_grad_reduce: true\n";
  const Scenario scenario = with_defaults(imported_with(script, outside).parsed.said.scenario);
  CHECK(scenario.plan.micro_batch == 4);
  CHECK(scenario.plan.global_batch == 128);
  CHECK(scenario.plan.sequence_length == 8192);
  CHECK_FALSE(scenario.plan.overlap.dp_grad.value_or(true));
  const std::string named =
      "torchrun --nproc_per_node 8 cli/main.py train pretrain --config llama.yaml --overlap_grad_reduce False";
  CHECK_FALSE(with_defaults(imported_with(named, outside).parsed.said.scenario).plan.overlap.dp_grad.value_or(true));
}

namespace {

constexpr std::string_view made_by_sed = R"(STAGE=1
sed "s/ZERO_STAGE/$STAGE/" conf/ds_template.json | sed s/GBSIZE/512/ > ds.json
deepspeed --num_nodes 4 --num_gpus 8 pretrain_gpt.py --num-layers 32 --hidden-size 4096 --num-attention-heads 32 \
  --seq-length 2048 --max-position-embeddings 2048 --vocab-size 50304 --micro-batch-size 2 --global-batch-size 512 \
  --no-pipeline-parallel --deepspeed --deepspeed_config ds.json
)";

std::string notices_and_zero(std::string_view text, const ShellOutside& outside) {
  const ImportedLaunch launch = imported_with(text, outside);
  return std::to_string(launch.parsed.said.scenario.plan.zero.value_or(-1)) + "\n" + lines_in(launch.parsed.notices);
}

}  // namespace

TEST_CASE("a configuration that sed makes of a template is followed where that is here") {
  const std::string text =
      "{\"train_batch_size\": GBSIZE,\n \"zero_optimization\": {\"stage\": ZERO_STAGE}, \"bf16\": {\"enabled\": "
      "true}}\n";
  const std::string read = notices_and_zero(made_by_sed, {{}, {}, {{"ds_template.json", text}}});
  CHECK(read.starts_with("1\n"));
  CHECK(says(read, "ds_template.json is read too"));
  CHECK_FALSE(says(read, "--deepspeed_config"));
  CHECK(files_wanted(read_shell(made_by_sed), {}, real_presets().frameworks) ==
        std::vector<std::string>{"conf/ds_template.json"});
}

TEST_CASE("of a template that isn't here the stage is what is put into it, or assumed, with a word") {
  const std::string read = notices_and_zero(made_by_sed, {});
  CHECK(read.starts_with("1\n"));
  CHECK(says(read,
             "the configuration is made from conf/ds_template.json, which isn't here; name that file behind the "
             "script; of what the script puts into it --zero-stage 1 is taken"));
  CHECK_FALSE(says(read, "no effect"));
  std::string other(made_by_sed);
  other.replace(other.find("ZERO_STAGE"), 10, "WHATEVER");
  CHECK(says(notices_and_zero(other, {}), "what it says, the ZeRO stage among it, is assumed"));
}

TEST_CASE("a recipe that any program names with dots is its module's function") {
  constexpr std::string_view launch = "torchrun --nproc_per_node 8 our_run.py --recipe recipes.llama.ours_8b";
  CHECK(path_in(launch) == "recipes/llama.py");
  CHECK(complaints_with(launch, {}).find("the configuration is in recipes/llama.py, which isn't here") !=
        std::string::npos);
  ShellOutside outside;
  outside.files["llama.py"] =
      "from megatron.bridge.models.llama import Llama2ModelProvider7B\n"
      "def other():\n    return ConfigContainer(model=Llama2ModelProvider7B())\n"
      "def ours_8b():\n    return ConfigContainer(model=Llama2ModelProvider7B(tensor_model_parallel_size=4),\n"
      "        train=TrainingConfig(micro_batch_size=1, global_batch_size=64))\n";
  CHECK(imported_with(launch, outside).parsed.said.scenario.plan.tp == 4);
  const std::string own = "torchrun --nnodes 2 --nproc_per_node 8 our_run.py --recipe ours.gemma2_27b_pretrain_config";
  CHECK(imported_with(own, {}).parsed.said.scenario.model.preset == "gemma2-27b");
}

TEST_CASE("DeepSpeed's file says the type of the weights before the program's flag, with a word") {
  const std::string script =
      "deepspeed --num_gpus 8 pretrain_gpt.py --num-layers 16 --hidden-size 1024 --num-attention-heads 16 --seq-length "
      "512 --max-position-embeddings 512 --micro-batch-size 1 --global-batch-size 64 --no-pipeline-parallel "
      "--deepspeed --deepspeed_config ds.json --fp16\n";
  const auto with = [&](const char* json) {
    return import_launch(script, "a.sh", real_presets(), {}, nullptr, {{}, {}, {{"ds.json", json}}});
  };
  const Outcome<ImportedLaunch> other = with(R"({"bf16": {"enabled": true}})");
  REQUIRE(succeeded(other));
  CHECK(value_of(other).parsed.said.scenario.plan.precision == Precision::bf16);
  CHECK(said_beside(value_of(other)).find("--fp16: doesn't count: ds.json enables bf16") != std::string::npos);
  const Outcome<ImportedLaunch> same = with(R"({"fp16": {"enabled": true}})");
  REQUIRE(succeeded(same));
  CHECK(value_of(same).parsed.said.scenario.plan.precision == Precision::fp16);
  CHECK(said_beside(value_of(same)).find("doesn't count") == std::string::npos);
}
