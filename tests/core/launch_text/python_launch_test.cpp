#include "core/launch_text/python_launch.h"

#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

const std::vector<LaunchFramework>& frameworks() {
  return real_presets().frameworks;
}

std::string name_of_python(std::string_view text) {
  const LaunchFramework* framework = python_framework(text, frameworks());
  return framework == nullptr ? std::string() : framework->preset;
}

const Value* value_of_flag(const LaunchText& launch, std::string_view flag) {
  const auto found = std::find_if(launch.flags.rbegin(), launch.flags.rend(),
                                  [&](const GivenFlag& each) { return each.flag == flag; });
  return found == launch.flags.rend() ? nullptr : &found->value;
}

std::string notices_of(const LaunchText& launch) {
  std::string all;
  for (const Problem& notice : launch.notices) all += where_words(notice) + ": " + words_of(notice) + "\n";
  return all;
}

}  // namespace

TEST_CASE("a Python configuration is its framework's by what it imports, makes or assigns") {
  CHECK(name_of_python("from megatron.bridge.recipes.llama import x\ncfg = x()\n") == "megatron-bridge");
  CHECK(name_of_python("import torchtitan.models\n") == "torchtitan-2026-08");
  CHECK(name_of_python("cfg.model.num_layers = 2\n") == "megatron-bridge");
  CHECK(name_of_python("print(1)\n") == "");
}

TEST_CASE("what a known recipe sets holds where the text says nothing else, with a line that says so") {
  const LaunchText launch = python_launch(
      "from megatron.bridge.recipes.llama import llama3_8b_pretrain_config\n\ncfg = llama3_8b_pretrain_config()\n"
      "cfg.model.context_parallel_size = 4\n",
      framework_named("megatron-bridge"));
  REQUIRE(value_of_flag(launch, "train.global_batch_size") != nullptr);
  CHECK(*value_of_flag(launch, "train.global_batch_size") == Value(512));
  CHECK(*value_of_flag(launch, "model.context_parallel_size") == Value(4));
  CHECK(*value_of_flag(launch, "model.from_hf_pretrained") == Value("meta-llama/Meta-Llama-3-8B"));
  CHECK(says(notices_of(launch), "line 3: llama3_8b_pretrain_config() sets "));
  CHECK_FALSE(says(notices_of(launch), "context_parallel_size 2"));
}

TEST_CASE("a recipe that isn't known is said, and the plain one that an export calls isn't") {
  const LaunchFramework& bridge = framework_named("megatron-bridge");
  CHECK(says(notices_of(python_launch("cfg = our_config()\ncfg.model.num_layers = 2\n", bridge)),
             "line 1: what our_config() sets, which stands elsewhere, isn't known"));
  CHECK(notices_of(python_launch("cfg = vanilla_gpt_pretrain_1gpu_h100_bf16_config()\n", bridge)).empty());
}

TEST_CASE("a value that only a run makes is said where it carries the plan, and taken where its name is the value") {
  const LaunchText launch = python_launch(
      "cfg.model.tensor_model_parallel_size = pick(8)\ncfg.logger.x = pick(8)\ncfg.mixed_precision = bf16_mixed()\n"
      "other(cfg)\n",
      framework_named("megatron-bridge"));
  CHECK(notices_of(launch) ==
        "line 1, model.tensor_model_parallel_size: pick(8) isn't a literal, and it isn't read; -- "
        "model.tensor_model_parallel_size=VALUE gives it\n"
        "line 4: what it changes isn't known: other(cfg)\n");
  CHECK(*value_of_flag(launch, "mixed_precision") == Value("bf16_mixed"));
}

TEST_CASE("of several recipes one is read, its GPUs by its name") {
  const char* text =
      "def a_pretrain_64gpu_h100_bf16_config():\n  cfg = _pretrain_common()\n  cfg.model.tensor_model_parallel_size = "
      "2\n"
      "def b_pretrain_128gpu_b200_bf16_config():\n  cfg = _pretrain_common()\n"
      "  cfg.model.tensor_model_parallel_size = 4\n";
  const LaunchFramework& bridge = framework_named("megatron-bridge");
  const LaunchText first = python_launch(text, bridge);
  const std::vector<std::string> arguments = {"model.pipeline_model_parallel_size=4",
                                              "b_pretrain_128gpu_b200_bf16_config"};
  const LaunchText second = python_launch(text, bridge, arguments);
  CHECK(first.world.gpus == 64);
  CHECK(first.gpu.words == "h100");
  CHECK(second.world.gpus == 128);
  CHECK(second.gpu.words == "b200");
  CHECK(*value_of_flag(second, "model.pipeline_model_parallel_size") == Value(4));
  CHECK(*value_of_flag(second, "model.tensor_model_parallel_size") == Value(4));
  CHECK(says(notices_of(first), "is read, of 2 in the file: a_pretrain_64gpu_h100_bf16_config, b_pretrain"));
}

TEST_CASE("a size that is no literal is refused as that, and its key behind -- gives it") {
  const char* text =
      "from megatron.bridge import GPTModelProvider\n"
      "def make(hf):\n  return GPTModelProvider(num_layers=hf.num_layers, hidden_size=1024, num_attention_heads=16,\n"
      "    seq_length=2048, tensor_model_parallel_size=2)\n";
  const auto read = [&](const std::vector<std::string>& arguments) {
    ShellOutside outside;
    outside.arguments = arguments;
    return import_launch(text, "make.py", real_presets(), {}, nullptr, outside);
  };
  const Outcome<ImportedLaunch> refused = read({});
  REQUIRE_FALSE(succeeded(refused));
  std::string lines;
  for (const Problem& problem : problems_of(refused)) lines += line_of(problem, "") + "\n";
  CHECK(says(lines,
             "line 3, model.num_layers: num_layers isn't a literal, and only the program knows its value; -- "
             "model.num_layers=VALUE gives it"));
  const Outcome<ImportedLaunch> given =
      read({"model.num_layers=24", "train.micro_batch_size=1", "train.global_batch_size=8"});
  REQUIRE(succeeded(given));
  CHECK(value_of(given).parsed.said.scenario.model.num_hidden_layers == 24);
  CHECK(value_of(given).parsed.said.scenario.plan.tp == 2);
}

TEST_CASE("a class of the framework's that makes a model gives it, and what the text says of it counts") {
  const std::string keywords = "tensor_model_parallel_size=4, pipeline_model_parallel_size=4, num_layers=40";
  const std::string rest =
      "train=TrainingConfig(global_batch_size=512, micro_batch_size=1), ddp=DistributedDataParallelConfig())\n";
  const std::string before = "from megatron.bridge.models.llama import Llama31ModelProvider70B\n";
  for (const std::string& text :
       {before + "m = Llama31ModelProvider70B(" + keywords + ")\ncfg = ConfigContainer(model=m, " + rest,
        before + "cfg = ConfigContainer(model=Llama31ModelProvider70B(" + keywords + "), " + rest,
        before + "m = Llama31ModelProvider70B()\nm.tensor_model_parallel_size = 4\nm.num_layers = 40\n" +
            "m.pipeline_model_parallel_size = 4\ncfg = ConfigContainer(model=m, " + rest}) {
    CAPTURE(text);
    const ImportedLaunch launch = imported(text, {}, "config.py");
    const Scenario& scenario = launch.parsed.said.scenario;
    CHECK(scenario.model.hidden_size == 8192);
    CHECK(scenario.model.num_hidden_layers == 40);
    CHECK(scenario.plan.sequence_length == 131072);
    CHECK(scenario.plan.tp == 4);
  }
}

TEST_CASE("a class of a known model gives its sizes, and one of an unknown model is named") {
  const auto text = [](const std::string& made) {
    return "from megatron.bridge.models.qwen import " + made + "\ncfg = ConfigContainer(model=" + made +
           "(tensor_model_parallel_size=2), train=TrainingConfig(global_batch_size=64, micro_batch_size=1))\n"
           "cfg.model.seq_length = 4096\n";
  };
  const std::pair<const char*, int> known[] = {{"Qwen2ModelProvider500M", 896},  {"Qwen2ModelProvider1P5B", 1536},
                                               {"Qwen2ModelProvider7B", 3584},   {"Qwen2ModelProvider72B", 8192},
                                               {"Qwen25ModelProvider500M", 896}, {"Qwen3ModelProvider600M", 1024}};
  for (const auto& [made, hidden] : known)
    CHECK(imported(text(made), {}, "config.py").parsed.said.scenario.model.hidden_size == hidden);
  const Outcome<ImportedLaunch> unknown = import_of(text("Qwen9ModelProvider3B"), {}, "config.py");
  REQUIRE_FALSE(succeeded(unknown));
  CHECK(line_of(problems_of(unknown).front(), "").find("Qwen9ModelProvider3B, which says it, isn't known here") !=
        std::string::npos);
}

TEST_CASE("of two models that a text makes none is taken") {
  const std::string text =
      "from megatron.bridge.models.llama import Llama3ModelProvider70B, Llama3ModelProvider8B\n"
      "m = Llama3ModelProvider70B(tensor_model_parallel_size=8)\nsmall = Llama3ModelProvider8B()\n"
      "cfg = ConfigContainer(model=m, train=TrainingConfig(global_batch_size=64, micro_batch_size=1))\n";
  const auto refused = import_launch(text, "make.py", real_presets(), {}, nullptr, {});
  REQUIRE_FALSE(succeeded(refused));
  CHECK(says(line_of(problems_of(refused).front(), ""), "doesn't say the model"));
}

TEST_CASE("a configuration of early 2026 has sequences, and its model by what is registered") {
  const std::string text = R"(from torchtitan.models.llama3 import model_registry


def big() -> Trainer.Config:
    return Trainer.Config(
        model_spec=model_registry("70B", quantization=[Float8LinearConverter.Config()]),
        training=TrainingConfig(local_batch_size=2, seq_len=8192, steps=1000),
        parallelism=ParallelismConfig(tensor_parallel_degree=8, data_parallel_shard_degree=4),
        activation_checkpoint=ActivationCheckpointConfig(mode="full"),
    )
)";
  const ImportedLaunch launch = imported(text, {}, "config.py");
  CHECK(launch.framework == "torchtitan-2026");
  const Scenario scenario = with_defaults(launch.parsed.said.scenario);
  CHECK(scenario.model.num_hidden_layers == 80);
  CHECK(scenario.plan.sequence_length == 8192);
  CHECK(scenario.plan.micro_batch == 2);
  CHECK(scenario.cluster.gpus == 32);
  std::string lines;
  for (const Problem& notice : launch.parsed.notices) lines += line_of(notice, "f") + "\n";
  CHECK(says(lines, "what it gives beside the model isn't counted"));
  std::string variable = text;  // as today's registry has it
  const std::string call = R"(model_registry("70B", quantization=[Float8LinearConverter.Config()]))";
  variable.replace(variable.find(call), call.size(), "spec");
  variable.insert(variable.find("    return"), "    spec = model_registry(\"8B\")\n");
  CHECK(imported(variable, {}, "config.py").parsed.said.scenario.model.num_hidden_layers == 32);
  std::string other = text;
  other.replace(other.find("70B"), 3, "71B");
  CHECK(
      says(launch_complaints(other, "config.py"), "line 6, model.flavor: 71B isn't known here; of llama3 there are "));
}

TEST_CASE(
    "where a configuration of Megatron Bridge doesn't say how many GPUs, the fewest that fit its plan are taken") {
  const std::string text =
      "def make():\n    return GPTModelProvider(num_layers=24, hidden_size=2048, num_attention_heads=16, "
      "vocab_size=32000, seq_length=4096, tensor_model_parallel_size=2)\ndef pretrain_config():\n    return "
      "ConfigContainer(model=make(), train=TrainingConfig(micro_batch_size=1, global_batch_size=64))\n";
  const Scenario scenario = imported(text, {}, "a.py").parsed.said.scenario;
  CHECK(scenario.model.num_hidden_layers == 24);
  CHECK(scenario.cluster.gpus == 2);
}

TEST_CASE("a program that starts another one is called that, with the line that does") {
  CHECK(starter_words("import subprocess\ncmd = [\"torchrun\"]\nsubprocess.run(cmd)\n") ==
        "this is a program that starts another one (subprocess.run, line 3), whose words only a run of it knows; give "
        "the command that it starts, as a script");
  CHECK(says(starter_words("os.system('torchrun x.py')\n"), "(os.system, line 1)"));
  CHECK(starter_words("print(1)\n").empty());
}

TEST_CASE("no rule judges a recipe's own values where the text calls what may have changed them since") {
  const auto rules_on = [](const std::string& call) {
    const ImportedLaunch launch = imported(
        "from megatron.bridge.recipes.gpt_oss import gpt_oss_20b_pretrain_config\n\n"
        "def gpt_oss_20b_pretrain_8gpu_h100_bf16_config() -> ConfigContainer:\n"
        "    cfg = gpt_oss_20b_pretrain_config()\n    cfg.model.expert_model_parallel_size = 4\n" +
            call + "    return cfg\n",
        {}, "recipe.py");
    std::string lines;
    for (const Problem& each :
         rule_problems(check_rules(launch.parsed.said, framework_named(launch.framework), real_presets())))
      lines += line_of(each, "f") + "\n";
    return lines;
  };
  CHECK(says(rules_on(""), "GPUs 8, EP 4, PP 4"));
  CHECK(rules_on("    _apply_common_configs(cfg)\n").find("PP 4") == std::string::npos);
}

TEST_CASE("the recipe that is asked for is read, and a name that none has is kept as that") {
  const char* text =
      "def a_config():\n  cfg = _pretrain_common()\n  cfg.model.tensor_model_parallel_size = 2\n  return cfg\n"
      "def b_config():\n  return _shared(tp=4)\n"
      "def _shared(tp):\n  cfg = _pretrain_common()\n  cfg.model.tensor_model_parallel_size = tp\n  return cfg\n";
  const LaunchFramework& bridge = framework_named("megatron-bridge");
  const auto with = [&](const char* name) { return python_launch(text, bridge, std::vector<std::string>{name}); };
  CHECK(with("b_config").recipe == "b_config");
  CHECK(with("--recipe=b_config").recipe == "b_config");
  const std::vector<std::string> as_run = {"--train.global_batch_size", "64", "--recipe", "b_config"};
  const LaunchText run = python_launch(text, bridge, as_run);
  CHECK(run.recipe == "b_config");
  CHECK(*value_of_flag(run, "train.global_batch_size") == Value(64));
  CHECK(value_of_flag(run, "recipe") == nullptr);
  CHECK(with("b_config").recipes == std::vector<std::string>{"a_config", "b_config"});
  CHECK(*value_of_flag(with("b_config"), "model.tensor_model_parallel_size") == Value(4));
  CHECK(with("b_config").wrong_recipe.empty());
  CHECK(with("c_config").wrong_recipe == "c_config");
  const auto read = import_launch(text, "recipe.py", real_presets(), {}, nullptr, {{}, {"c_config"}, {}});
  REQUIRE_FALSE(succeeded(read));
  CHECK(says(line_of(problems_of(read).front(), "f"), "c_config: no function of the file that makes a configuration"));
  CHECK(says(problems_of(read).front().message, "those that do are a_config, b_config"));
}

TEST_CASE("keywords that a recipe passes on in a table are read, and an unknown table leaves them open") {
  const std::string common =
      "def _common(hf_path, tensor_model_parallel_size=1, seq_length=4096):\n"
      "  cfg = _pretrain_common()\n  cfg.model = AutoBridge.from_hf_pretrained(hf_path).to_megatron_provider()\n"
      "  cfg.model.tensor_model_parallel_size = tensor_model_parallel_size\n  cfg.model.seq_length = seq_length\n"
      "  return cfg\n";
  const std::string recipe =
      "def a_config(**user_kwargs):\n  recommended: Kwargs = {\n    'hf_path': 'meta-llama/Llama-3.1-8B',\n"
      "    'tensor_model_parallel_size': 4,\n  }\n  combined: Kwargs = {**recommended, **user_kwargs}\n"
      "  return _common(**combined)\n";
  const LaunchFramework& bridge = framework_named("megatron-bridge");
  const LaunchText known = python_launch(recipe + common, bridge);
  CHECK(*value_of_flag(known, "model.tensor_model_parallel_size") == Value(4));
  CHECK(*value_of_flag(known, "model.seq_length") == Value(4096));
  CHECK(*value_of_flag(known, "model.from_hf_pretrained") == Value("meta-llama/Llama-3.1-8B"));
  const LaunchText open = python_launch(edited("**recommended", "**defaults_of('8b')", recipe) + common, bridge);
  CHECK(value_of_flag(open, "model.tensor_model_parallel_size") == nullptr);
  CHECK(says(notices_of(open), "tensor_model_parallel_size isn't a literal"));
}

TEST_CASE("what a recipe of the framework's is called with counts before what it sets") {
  const LaunchFramework& bridge = framework_named("megatron-bridge");
  const LaunchText call = python_launch(
      "cfg = llama3_8b_pretrain_config(\n  tensor_model_parallel_size=4, micro_batch_size=2,\n  seq_length=2048, "
      "name='run', lr=1e-4,\n  global_batch_size=args.batch, deeper=2)\ncfg.train.micro_batch_size = 8\n",
      bridge);
  CHECK(*value_of_flag(call, "model.tensor_model_parallel_size") == Value(4));
  CHECK(*value_of_flag(call, "model.seq_length") == Value(2048));
  CHECK(*value_of_flag(call, "train.micro_batch_size") == Value(8));
  CHECK(value_of_flag(call, "train.global_batch_size") == nullptr);
  CHECK(says(notices_of(call), "line 4, train.global_batch_size: batch isn't a literal"));
  CHECK(*value_of_flag(call, "deeper") == Value(2));  // no key is called so, which is said
}

TEST_CASE("recipes of the first release are modules, whose functions have names of their own for the degrees") {
  const LaunchText module = python_launch(
      "from megatron.bridge.recipes.llama import llama3_8b\ndef pretrain_config(tensor_parallelism: int = 4):\n"
      "  config = llama3_8b.pretrain_config(tensor_parallelism=tensor_parallelism, context_parallelism=2)\n"
      "  model_cfg = llama3_8b.model_config(pipeline_parallelism=2)\n  model_cfg.seq_length = 16384\n"
      "  config.model = model_cfg\n  return config\n",
      framework_named("megatron-bridge"));
  CHECK(*value_of_flag(module, "model.from_hf_pretrained") == Value("meta-llama/Meta-Llama-3-8B"));
  CHECK(*value_of_flag(module, "model.tensor_model_parallel_size") == Value(4));
  CHECK(*value_of_flag(module, "model.context_parallel_size") == Value(2));
  CHECK(*value_of_flag(module, "model.pipeline_parallelism") == Value(2));
  CHECK(*value_of_flag(module, "model.seq_length") == Value(16384));
}

TEST_CASE("the data's sequence goes before the most that a recipe's model reads, with a word") {
  const std::string text =
      "from megatron.bridge.models.llama import Llama31ModelProvider8B\n"
      "from megatron.bridge.training.config import ConfigContainer, GPTDatasetConfig, TrainingConfig\n\n"
      "def pretrain_config():\n"
      "    return ConfigContainer(\n"
      "        model=Llama31ModelProvider8B(tensor_model_parallel_size=2),\n"
      "        train=TrainingConfig(micro_batch_size=1, global_batch_size=128),\n"
      "        dataset=GPTDatasetConfig(sequence_length=8192),\n"
      "    )\n";
  const ImportedLaunch launch = imported(text, {"cluster.gpus=16"}, "recipe.py");
  CHECK(launch.parsed.said.scenario.plan.sequence_length == 8192);
  CHECK(said_beside(launch).find("Llama31ModelProvider8B() alone would have model.seq_length 131072") !=
        std::string::npos);
  const std::string own = std::string(text).replace(text.find("tensor_"), 7, "seq_length=4096, tensor_");
  CHECK(imported(own, {"cluster.gpus=16"}, "recipe.py").parsed.said.scenario.plan.sequence_length == 4096);
}
