#include "core/launch_text/launch_text.h"

#include <algorithm>

#include "core/launch/export_launch.h"
#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

std::string owner(std::string_view text, std::string_view file = {}) {
  const Outcome<LaunchText> launch = read_launch_text(text, file, real_presets().frameworks);
  return succeeded(launch) ? value_of(launch).framework->preset : problems_of(launch)[0].message;
}

bool launches(std::string_view text, std::string_view file = {}) {
  return is_launch(text, file, real_presets().frameworks);
}

}  // namespace

TEST_CASE("a text belongs to the framework whose flags it has") {
  CHECK(owner("--tensor-model-parallel-size 8 --pipeline-model-parallel-size 2") == "megatron");
  CHECK(owner("[parallelism]\ntensor_parallel_degree = 8\n[training]\nseq_len = 8192\n") == "torchtitan");
  CHECK(owner("[parallelism]\ntensor_parallel_degree = 8\n[training]\nmax_context_length = 8192\n") ==
        "torchtitan-2026-08");
  CHECK(owner("parallelism:\n  dp: 2\n  tp: 4\n  pp: 1\n") == "nanotron");
  CHECK(owner(R"({"train_batch_size": 8, "zero_optimization": {"stage": 3}})") == "deepspeed");
  CHECK(owner("cfg.model.tensor_model_parallel_size = 4\n") == "megatron-bridge");
  CHECK(owner("torchrun -m torchtitan.train --parallelism.tensor_parallel_degree 8 --training.seq_len 4096") ==
        "torchtitan");
  CHECK(owner("# shardscope: framework = nanotron\na: 1\n") == "nanotron");
}

TEST_CASE("scenarios, models and other texts aren't launches") {
  CHECK_FALSE(launches(small_scenario));
  CHECK_FALSE(launches(R"({"model_type": "llama", "hidden_size": 8})"));
  CHECK_FALSE(launches(R"({"hidden_size": 8, "num_hidden_layers": 2})"));
  CHECK_FALSE(launches("{"));
  CHECK_FALSE(launches("hello"));
  CHECK_FALSE(launches(""));
  CHECK(launches("ls", "x.sh"));
  CHECK(launches(small_launch));
}

TEST_CASE("comments of an export are read back: framework, GPUs, settings") {
  const Outcome<LaunchText> launch = read_launch_text(
      "# shardscope: framework = megatron\n# shardscope: world_size = 24\n# shardscope: plan.zero = 3\n"
      "pretrain_gpt.py --bf16\n",
      "", real_presets().frameworks);
  REQUIRE(succeeded(launch));
  CHECK(value_of(launch).world.gpus == 24);
  CHECK(value_of(launch).settings == std::vector<Setting>{"plan.zero=3"});
  CHECK(says(owner("# shardscope: framework = jax\n--bf16"), "its framework \"jax\" isn't known"));
}

TEST_CASE("a configuration inside a script is found in its here-document") {
  const char* text =
      "#!/bin/bash\ncat > a.toml <<'END'\n[parallelism]\ntensor_parallel_degree = 8\nEND\n"
      "torchrun --nnodes 4 --nproc_per_node 8 -m torchtitan.train --job.config_file a.toml\n";
  const Outcome<LaunchText> launch = read_launch_text(text, "a.sh", real_presets().frameworks);
  REQUIRE(succeeded(launch));
  CHECK(value_of(launch).framework->preset == "torchtitan");
  CHECK(value_of(launch).world.gpus == 32);
}

TEST_CASE("a script that stands in another's here-document says its machines itself") {
  const std::string lines =
      "#!/bin/bash\n#SBATCH --nodes=4\n#SBATCH --gpus-per-node=a100:8\nsrun torchrun --nnodes 4 "
      "--nproc_per_node 8 pretrain_gpt.py --tensor-model-parallel-size 2 --num-layers 24\n";
  const Outcome<LaunchText> launch =
      read_launch_text("#!/bin/bash\nsbatch <<EOF\n" + lines + "EOF\n", "a.sh", real_presets().frameworks);
  REQUIRE(succeeded(launch));
  CHECK(value_of(launch).world.gpus == 32);
  CHECK(value_of(launch).gpu.words == "a100");
}

TEST_CASE("a file of hosts that DeepSpeed is told is wanted, unless the script makes it or it is here") {
  const std::string launch =
      "deepspeed --hostfile=conf/hosts pretrain_gpt.py --tensor-model-parallel-size 2 --num-layers "
      "24 --deepspeed --zero-stage 1\n";
  const auto wanted = [&](const std::string& text, const ShellOutside& outside = {}) {
    return files_wanted_by(text, "a.sh", outside, real_presets().frameworks);
  };
  CHECK(wanted(launch) == std::vector<std::string>{"conf/hosts"});
  CHECK(wanted(launch, {{}, {}, {{"hosts", "a slots=8\n"}}}).empty());
  CHECK(wanted("printf 'a slots=8\\n' > conf/hosts\n" + launch).empty());
}

TEST_CASE("a script whose configuration is another file says which") {
  const Outcome<LaunchText> titan = read_launch_text(
      "#!/bin/bash\ntorchrun -m torchtitan.train --job.config_file l405.toml --parallelism.tensor_parallel_degree 4\n",
      "t.sh", real_presets().frameworks);
  REQUIRE_FALSE(succeeded(titan));
  CHECK(where_words(problems_of(titan)[0]) == "line 2, --job.config_file");
  CHECK(says(problems_of(titan)[0].message, "the configuration is in l405.toml"));
  const Outcome<LaunchText> deepspeed = read_launch_text("deepspeed --num_gpus 8 train.py --deepspeed_config ds.json\n",
                                                         "d.sh", real_presets().frameworks);
  REQUIRE_FALSE(succeeded(deepspeed));
  CHECK(says(problems_of(deepspeed)[0].message, "the configuration is in ds.json"));
}

TEST_CASE(
    "a script of Hugging Face's Trainer is called that, by one line, whichever flags it shares with Megatron-LM") {
  for (const char* text : {"deepspeed --num_gpus 8 train.py --bf16 True --model_name_or_path x --seed 1\n",
                           "torchrun run_clm.py --bf16 \\\n --model_name_or_path x --num-layers\n"}) {
    const Outcome<LaunchText> launch =
        read_launch_text(text, "t.sh", real_presets().frameworks, real_presets().other_tools);
    REQUIRE_FALSE(succeeded(launch));
    REQUIRE(problems_of(launch).size() == 1);
    CHECK(says(problems_of(launch)[0].message, "Hugging Face"));
  }
}

TEST_CASE("variables that stand in a configuration beside the flags are the environment's") {
  const Outcome<LaunchText> launch = read_launch_text(
      "ENV_VARS:\n  CUDA_DEVICE_MAX_CONNECTIONS: 1\n  OTHER: x\nMODEL_ARGS:\n  --num-layers: 2\n  "
      "--tensor-model-parallel-size: 2\n",
      "a.yaml", real_presets().frameworks);
  REQUIRE(succeeded(launch));
  CHECK(value_at(value_of(launch).world.environment, "env.CUDA_DEVICE_MAX_CONNECTIONS") == Value(1));
  CHECK_FALSE(value_of(launch).world.environment.contains("env.OTHER"));
  for (const GivenFlag& flag : value_of(launch).flags) CHECK_FALSE(flag.flag.starts_with("ENV_VARS"));
}

TEST_CASE("torchtitan's Python is read as it stands in its registry, and as lines without cfg") {
  const auto flags = [](std::string_view text) {
    const Outcome<LaunchText> launch = read_launch_text(text, "plan.py", real_presets().frameworks);
    REQUIRE(succeeded(launch));
    std::string all = value_of(launch).framework->preset + ":";
    for (const GivenFlag& flag : value_of(launch).flags) all += " " + flag.flag + "=" + words_of(flag.value);
    for (const Problem& notice : value_of(launch).notices) all += "; " + where_words(notice) + ": " + words_of(notice);
    return all;
  };
  CHECK(flags("parallelism.tensor_parallel_degree = 8\ntraining.max_context_length = 8192\n"
              "activation_checkpoint = 'FullAC'\nname = \"mine\"\nx = f(1)\ny = a +\n") ==
        "torchtitan-2026-08: parallelism.tensor_parallel_degree=8 training.max_context_length=8192 "
        "activation_checkpoint=FullAC; name: no key is called so, and it isn't read");
  CHECK(flags("def llama3_70b() -> Trainer.Config:\n    return Trainer.Config(\n        loss=ChunkedCELoss.Config(),\n"
              "        training=TrainingConfig(\n            max_context_length=8192,  # tokens\n        ),\n"
              "        parallelism=ParallelismConfig(tensor_parallel_degree=8),\n"
              "        activation_checkpoint=FullAC.Config(),\n    )\n") ==
        "torchtitan-2026-08: loss=ChunkedCELoss training.max_context_length=8192 parallelism.tensor_parallel_degree=8 "
        "activation_checkpoint=FullAC model.name=llama3 model.flavor=70B");
  CHECK(launches("def x():\n  return Trainer.Config(training=TrainingConfig(steps=4))\n"));
  CHECK(flags("cfg.model.num_layers = 2\ncfg.seed = 3\n") == "megatron-bridge: model.num_layers=2 seed=3");
}

TEST_CASE("nodes that a hand changes in an exported script go before its comments, in every framework") {
  const LaunchedScenario& preset = *real_presets().launched("llama3-70b-4096-h100");
  struct Case {
    const char* from;
    const char* to;
    std::int64_t gpus, on_a_node;
  };
  for (const LaunchFramework& framework : real_presets().frameworks)
    for (const Launcher launcher : {Launcher::torchrun, Launcher::slurm})
      for (const Case& each :
           {Case{"--nnodes 512", "--nnodes 1024", 8192, 8}, Case{"--nnodes 512", "--nnodes 256", 2048, 8},
            Case{"--nproc_per_node 8", "--nproc_per_node 4", 2048, 4}, Case{"--nnodes 512", "--nnodes 512", 4096, 8}}) {
        CAPTURE(framework.preset);
        CAPTURE(each.to);
        const std::string text =
            edited(each.from, each.to, export_launch(preset, framework, launcher, real_presets()).text);
        const ImportedLaunch launch = imported(text);
        CHECK(launch.parsed.said.scenario.cluster.gpus == each.gpus);
        CHECK(launch.parsed.said.scenario.cluster.gpus_per_node == each.on_a_node);
        if (framework.preset != "fsdp2")  // whose mesh says the replicas too
          CHECK(with_defaults(launch.parsed.said.scenario).plan.dp == each.gpus / 32);
        CHECK(launch.parsed.said.scenario.cluster.gpu.preset == preset.scenario.cluster.gpu.preset);
        const std::size_t mark = text.find("shardscope: cluster = ");
        const auto line = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(mark), '\n') + 1;
        const std::string words = "the comment in line " + std::to_string(line) + ", which says 4096, is passed over";
        const auto& notices = launch.parsed.notices;
        const auto said = std::count_if(notices.begin(), notices.end(), [&](const Problem& notice) {
          return says(notice.message, words) && says(where_words(notice), ", --nnodes");
        });
        CHECK(said == (each.gpus == 4096 ? 0 : 1));
        CHECK(imported(text, {"cluster.gpus=64"}).parsed.said.scenario.cluster.gpus ==
              64);  // a setting goes before both
      }
}

TEST_CASE("a script that was walked already is read as its text is") {
  const ShellOutside outside{{{"PP", "4"}}, {}, {}};
  const std::vector<LaunchFramework>& frameworks = real_presets().frameworks;
  CHECK(is_script(small_launch, "a.sh", frameworks));
  CHECK_FALSE(is_script("[parallelism]\ntensor_parallel_degree = 8\n", "a.toml", frameworks));
  const Outcome<LaunchText> whole = read_launch_text(small_launch, "a.sh", frameworks, {}, outside);
  const Outcome<LaunchText> again =
      read_walked_script(small_launch, read_shell(small_launch, outside), outside, frameworks);
  REQUIRE(succeeded(whole));
  REQUIRE(succeeded(again));
  CHECK(value_of(again).framework == value_of(whole).framework);
  CHECK(value_of(again).flags == value_of(whole).flags);
  CHECK(value_of(again).world.gpus == value_of(whole).world.gpus);
}

TEST_CASE("what a script exports fills the one configuration beside it that asks for it") {
  const ShellOutside beside = {{},
                               {},
                               {{"sizes.yaml",
                                 "trainer:\n  devices: 8\n  num_nodes: ${oc.decode:${oc.env:NODES,1}}\nmodel:\n"
                                 "  tensor_model_parallel_size: ${oc.decode:${oc.env:TP}}\n  num_layers: 4\n"}}};
  const auto read = [&](const char* script) {
    return read_launch_text(script, "config.sh", real_presets().frameworks, {}, beside);
  };
  const Outcome<LaunchText> launch = read("#!/bin/bash\nexport TP=4\nexport NODES=$((TP / 2))\n");
  REQUIRE(succeeded(launch));
  CHECK(value_of(launch).files == std::vector<std::string>{"sizes.yaml"});
  const auto flag = [&](std::string_view name) {
    const auto& flags = value_of(launch).flags;
    const auto found =
        std::find_if(flags.begin(), flags.end(), [&](const GivenFlag& each) { return each.flag == name; });
    return found == flags.end() ? Value() : found->value;
  };
  CHECK(flag("model.tensor_model_parallel_size") == Value(4));
  CHECK(flag("trainer.num_nodes") == Value(2));
  CHECK_FALSE(succeeded(read("#!/bin/bash\nexport OTHER=4\n")));
}

TEST_CASE("of recipes that a loop goes through the one that is read is said with its launch") {
  const Outcome<LaunchText> read = read_launch_text(
      "#!/bin/bash\nfor R in llama3_8b_pretrain_config llama3_70b_pretrain_config; do\n  torchrun --nproc_per_node 8 "
      "scripts/training/run_recipe.py --recipe $R\ndone\n",
      "loop.sh", real_presets().frameworks);
  REQUIRE(succeeded(read));
  const std::vector<Problem>& notices = value_of(read).notices;
  CHECK(std::any_of(notices.begin(), notices.end(), [](const Problem& notice) {
    return notice.message.find(
               "launches 2 times; the one with --recipe llama3_70b_pretrain_config (others "
               "llama3_8b_pretrain_config) is read") != std::string::npos;
  }));
}
