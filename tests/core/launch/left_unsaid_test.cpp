#include "core/launch/left_unsaid.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/launch/export_launch.h"
#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

constexpr const char* recipe = R"(from megatron.bridge.recipes.llama import our_llama_pretrain_config
cfg = our_llama_pretrain_config()
cfg.model.tensor_model_parallel_size = 4
cfg.model.pipeline_model_parallel_size = 4
cfg.model.virtual_pipeline_model_parallel_size = 5
cfg.model.context_parallel_size = 2
cfg.model.sequence_parallel = True
cfg.model.seq_length = 8192
cfg.train.global_batch_size = 512
cfg.train.micro_batch_size = 1
cfg.model.recompute_granularity = None
cfg.model.cross_entropy_loss_fusion = True
cfg.model.cross_entropy_fusion_impl = 'te'
cfg.optimizer.use_precision_aware_optimizer = False
cfg.ddp.overlap_grad_reduce = True
cfg.ddp.overlap_param_gather = True
cfg.ddp.use_distributed_optimizer = True
cfg.ddp.average_in_collective = True
cfg.ddp.data_parallel_sharding_strategy = 'no_shard'
cfg.mixed_precision = 'bf16_mixed'
)";

constexpr const char* checkpoint = R"(export CUDA_DEVICE_MAX_CONNECTIONS=1
torchrun --nproc_per_node 8 --nnodes 2 pretrain_gpt.py --use-checkpoint-args --load /ckpt --micro-batch-size 1 --bf16 \
  --use-distributed-optimizer --global-batch-size 64 --tensor-model-parallel-size 4 --sequence-parallel \
  --recompute-activations --attention-backend flash --seq-length 4096 --max-position-embeddings 4096 --lr 1e-4
)";

constexpr const char* automatic = R"({"train_batch_size": "auto", "train_micro_batch_size_per_gpu": "auto",
  "gradient_accumulation_steps": "auto", "gradient_clipping": "auto", "bf16": {"enabled": "auto"},
  "fp16": {"enabled": "auto", "loss_scale": 0},
  "zero_optimization": {"stage": 3, "reduce_bucket_size": "auto", "stage3_prefetch_bucket_size": "auto"},
  "optimizer": {"type": "AdamW", "params": {"lr": "auto", "weight_decay": "auto"}}})";

std::vector<std::pair<std::string, std::string>> given(const ImportedLaunch& launch) {
  std::vector<std::pair<std::string, std::string>> all;
  for (const GivenFlag& flag : launch.flags) all.emplace_back(flag.flag, words_of(flag.value));
  std::sort(all.begin(), all.end());
  return all;
}

/// What an export of the launch without any edit loses or adds, or says of it that isn't so.
void check_export(const ImportedLaunch& launch) {
  const LaunchedScenario& scenario = launch.parsed.said;
  const std::string text =
      export_launch(scenario, framework_named(launch.framework), Launcher::none, real_presets()).text;
  CAPTURE(text);
  CHECK_FALSE(says(text, "in the place of which stands"));
  CHECK_FALSE(says(text, "shardscope: plan."));
  CHECK(says(text, "the script leaves it to a recipe or a checkpoint"));
  const ImportedLaunch again = imported(text);
  CHECK(given(again) == given(launch));
  CHECK(with_defaults(again.parsed.said.scenario).plan == with_defaults(scenario).scenario.plan);
  CHECK(with_defaults(again.parsed.said.scenario).model == with_defaults(scenario).scenario.model);
}

ImportedLaunch pasted(std::string_view text, std::string_view name, const Scenario& present) {
  Outcome<ImportedLaunch> launch = import_launch(text, name, real_presets(), {}, &present);
  if (!succeeded(launch))
    for (const Problem& problem : problems_of(launch)) MESSAGE(line_of(problem, ""));
  REQUIRE(succeeded(launch));
  return std::move(std::get<0>(launch));
}

}  // namespace

TEST_CASE("a script that leaves its model to a recipe or a checkpoint exports to its own keys") {
  const Scenario& present = *real_presets().scenario("llama3-70b-4096-h100");
  for (const char* text : {recipe, checkpoint}) {
    for (const char* setting : {"model=llama3-70b", "model.preset=llama3-70b"}) {
      CAPTURE(setting);
      check_export(imported(text, {setting}));
    }
    const ImportedLaunch launch = pasted(text, "pasted", present);
    CHECK(launch.parsed.said.scenario.model == present.model);
    check_export(launch);
  }
}

TEST_CASE("an edit of such a script's plan writes what was edited, and still not the model") {
  const LaunchedScenario scenario = imported(recipe, {"model=llama3-70b", "plan.recompute=full"}).parsed.said;
  const std::string text =
      export_launch(scenario, framework_named("megatron-bridge"), Launcher::none, real_presets()).text;
  CAPTURE(text);
  CHECK(says(text, "recompute_granularity = \"full\""));
  CHECK(says(text, "cross_entropy_fusion_impl"));
  CHECK(says(text, "average_in_collective"));
  CHECK_FALSE(says(text, "model.num_layers"));
}

TEST_CASE("a preset's name is the whole model where the script has none, its vocabulary too") {
  for (const char* text : {recipe, checkpoint})
    for (const char* setting : {"model=llama3-70b", "model.preset=llama3-70b"}) {
      CAPTURE(setting);
      const Model model = imported(text, {setting}).parsed.said.scenario.model;
      CHECK(model.vocab_size == 128256);
      CHECK(model.num_hidden_layers == 80);
    }
  CHECK(imported(recipe, {"model.preset=llama3-70b", "model.vocab_size=32000"}).parsed.said.scenario.model.vocab_size ==
        32000);
}

TEST_CASE("without a model said the refusal says who was to say it") {
  CHECK(
      says(launch_complaints(checkpoint), "--use-checkpoint-args leaves the model to a checkpoint; --set model=NAME"));
  CHECK(says(launch_complaints(recipe), "doesn't say the model; --set model=NAME"));
  CHECK(says(launch_complaints("import megatron.bridge\ncfg = our_config()\n", "a.py"),
             "; the recipe our_config, which says it, isn't known here"));
  CHECK(says(launch_complaints("from megatron.bridge import x\ndef a():\n  return ConfigContainer(train=x)\ndef b():\n"
                               "  return ConfigContainer(train=x)\n",
                               "a.py"),
             "; of a, b a is read, and a name behind -- takes another"));
}

TEST_CASE("settings make a model where they are enough for one") {
  const std::vector<Setting> named = {"plan.tp=2", "model=llama3-8b", "model.vocab_size=1000"};
  const std::optional<Model> model = model_of_settings(named, real_presets());
  REQUIRE(model);
  CHECK(model->num_hidden_layers == 32);
  CHECK(model->vocab_size == 1000);
  CHECK_FALSE(model_of_settings(std::vector<Setting>{"plan.tp=2"}, real_presets()));
  CHECK_FALSE(model_of_settings(std::vector<Setting>{"model.vocab_size=1000"}, real_presets()));
}

TEST_CASE(
    "what stands as auto is taken as the Trainer would, and is said, in a window without the command line's words") {
  const Scenario& present = *real_presets().scenario("llama3-70b-4096-h100");
  const ImportedLaunch launch = pasted(automatic, "ds_config.json", present);
  const Scenario& scenario = launch.parsed.said.scenario;
  CHECK(scenario.plan.zero == 3);
  CHECK(scenario.plan.micro_batch == 8);
  CHECK(scenario.plan.global_batch == 64);  // of the 8 GPUs that are taken for granted
  CHECK(scenario.model == present.model);
  std::string lines;
  for (const Problem& notice : launch.parsed.notices) lines += where_words(notice) + ": " + notice.message + "\n";
  CHECK(says(lines,
             "\"auto\" is for the program to fill in; taken here: a micro-batch of 8 (the Trainer's own "
             "default), a global batch of 64, fp32"));
  CHECK(says(lines, "cluster.gpu: the launch doesn't say which GPU; h100-sxm is taken\n"));
  CHECK_FALSE(says(lines, "--set"));
  CHECK(says(launch_complaints(automatic, "ds_config.json"), "doesn't say the model"));
}

TEST_CASE("a command line takes the same for auto, and doesn't say so of what it sets") {
  const struct {
    std::vector<Setting> settings;
    const char* words;
  } cases[] = {{{}, "; taken here: a micro-batch of 8 (the Trainer's own default), a global batch of 64, fp32; --set"},
               {{"plan.micro_batch=2"}, "; taken here: a global batch of 64, fp32; --set"},
               {{"plan.precision=bf16", "plan.global_batch=16", "plan.micro_batch=2"}, "fill in, so it counts as not"}};
  for (const auto& [settings, words] : cases) {
    std::vector<Setting> all = {"model=llama3-8b", "plan.sequence_length=4096"};
    all.insert(all.end(), settings.begin(), settings.end());
    std::string lines;
    for (const Problem& notice : imported(automatic, all, "ds.json").parsed.notices) lines += words_of(notice) + "\n";
    CAPTURE(lines);
    CHECK(says(lines, words));
  }
}

TEST_CASE("an export keeps auto where the plan is what the Trainer makes of it, and says the plan's value elsewhere") {
  const struct {
    std::vector<Setting> settings;
    std::vector<std::pair<const char*, const char*>> values;  // pointers into the JSON
  } cases[] = {
      {{},
       {{"/train_batch_size", "\"auto\""},
        {"/train_micro_batch_size_per_gpu", "\"auto\""},
        {"/gradient_accumulation_steps", "\"auto\""},
        {"/gradient_clipping", "\"auto\""},
        {"/bf16/enabled", "\"auto\""},
        {"/fp16/enabled", "\"auto\""},
        {"/zero_optimization/reduce_bucket_size", "\"auto\""},
        {"/optimizer/params/lr", "\"auto\""}}},
      {{"plan.micro_batch=2", "plan.global_batch=256", "cluster.gpus=32"},
       {{"/train_batch_size", "256"},
        {"/train_micro_batch_size_per_gpu", "2"},
        {"/gradient_accumulation_steps", "4"},
        {"/gradient_clipping", "\"auto\""},
        {"/bf16/enabled", "\"auto\""},
        {"/fp16/enabled", "\"auto\""}}},
      {{"plan.precision=bf16"}, {{"/bf16/enabled", "true"}, {"/fp16/enabled", "\"auto\""}, {"/fp16/loss_scale", "0"}}},
      {{"plan.precision=fp16"}, {{"/fp16/enabled", "true"}, {"/bf16/enabled", "\"auto\""}}}};
  for (const auto& [settings, values] : cases) {
    std::vector<Setting> all = {"model=llama3-8b", "plan.sequence_length=4096"};
    all.insert(all.end(), settings.begin(), settings.end());
    const LaunchedScenario scenario = imported(automatic, all, "ds.json").parsed.said;
    const std::string text = export_launch(scenario, framework_named("deepspeed"), Launcher::none, real_presets()).text;
    CAPTURE(text);
    const nlohmann::json document = nlohmann::json::parse(text);
    for (const auto& [pointer, value] : values)
      CHECK_MESSAGE(document.value(nlohmann::json::json_pointer(pointer), nlohmann::json()).dump() == value, pointer);
    CHECK(with_defaults(imported(text, {}, "ds.json").parsed.said.scenario).plan ==
          with_defaults(scenario).scenario.plan);
  }
}

TEST_CASE("what else the text says fixes the micro-batch before any default") {
  const Scenario& present = *real_presets().scenario("llama3-70b-4096-h100");
  const ImportedLaunch launch = pasted(edited("\"train_batch_size\": \"auto\"", "\"train_batch_size\": 32", automatic),
                                       "ds_config.json", present);
  CHECK(launch.parsed.said.scenario.plan.micro_batch == 4);
  CHECK(launch.parsed.said.scenario.plan.global_batch == 32);
}

TEST_CASE("in Megatron Bridge the data's sequence is the model's where that says none") {
  const Scenario& present = *real_presets().scenario("llama3-70b-4096-h100");
  const std::string data = edited("cfg.model.seq_length = 8192", "cfg.dataset.sequence_length = 2048", recipe);
  CHECK(pasted(data, "a.py", present).parsed.said.scenario.plan.sequence_length == 2048);
  const std::string both = std::string(recipe) + "cfg.dataset.sequence_length = 2048\n";
  CHECK(pasted(both, "a.py", present).parsed.said.scenario.plan.sequence_length == 8192);
}

TEST_CASE("a model's name that isn't known is refused with those that are; its own small ones are read") {
  const auto titan = [](const std::string& model) {
    return "[model]\n" + model +
           "[training]\nlocal_batch_size = 1\nseq_len = 512\n[parallelism]\ntensor_parallel_degree = 2\n";
  };
  struct Row {
    const char* model;
    const char* words;
  };
  const Row rows[] = {
      {"name = \"llama3\"\nflavor = \"71B\"\n",
       "line 3, model.flavor: 71B isn't known here; of llama3 there are 8B, 70B, 405B"},
      {"name = \"deepseek_v3\"\nflavor = \"16b\"\n", "16b isn't known here; of deepseek_v3 there are 16B, 671B"},
      {"name = \"llama3\"\n", "model.flavor: it isn't given; of llama3 there are 8B"},
      {"flavor = \"8B\"\n", "model.name: it isn't given; those known here are llama3, deepseek_v3"},
      {"name = \"llama9\"\nflavor = \"8B\"\n",
       "line 2, model.name: llama9 isn't known here; those known here are llama3"}};
  for (const Row& row : rows) {
    CAPTURE(row.model);
    CHECK_MESSAGE(says(launch_complaints(titan(row.model), "a.toml"), row.words),
                  launch_complaints(titan(row.model), "a.toml"));
  }
  const ImportedLaunch small = imported(titan("name = \"llama3\"\nflavor = \"debugmodel\"\n"), {}, "a.toml");
  CHECK(small.parsed.said.scenario.model.hidden_size == 256);
  CHECK(small.parsed.said.scenario.model.num_hidden_layers == 6);
  const ImportedLaunch chosen =
      imported(titan("name = \"llama3\"\nflavor = \"debugmodel\"\n"), {"model=llama3-8b"}, "a.toml");
  CHECK(chosen.parsed.said.scenario.model.num_hidden_layers == 32);
}

TEST_CASE("Primus names files of sizes: one that isn't known is refused with those that are, fp8 in its name counts") {
  const auto primus = [](const std::string& model, const std::string& framework, const std::string& override) {
    return "modules:\n  pre_trainer:\n    framework: " + framework + "\n    model: " + model + "\n    overrides:\n" +
           override;
  };
  const std::string of_megatron =
      "      seq_length: 4096\n      micro_batch_size: 1\n      tensor_model_parallel_size: 1\n";
  const std::string of_titan = "      training:\n        seq_len: 4096\n        local_batch_size: 1\n";
  CHECK(says(launch_complaints(primus("grok1.yaml", "megatron", of_megatron), "a.yaml"),
             "line 4, modules.pre_trainer.model: grok1.yaml isn't known here; those known here are llama2_7B.yaml"));
  CHECK(imported(primus("llama2_13B.yaml", "megatron", of_megatron), {}, "a.yaml")
            .parsed.said.scenario.model.intermediate_size == 13824);
  const ImportedLaunch fp8 = imported(primus("qwen3_0.6b.yaml", "torchtitan", of_titan), {}, "a.yaml");
  CHECK(fp8.parsed.said.scenario.model.hidden_size == 1024);
  CHECK(fp8.parsed.said.scenario.plan.precision == Precision::bf16);
  CHECK(imported(primus("llama3_8B-fp8.yaml", "torchtitan", of_titan), {}, "a.yaml")
            .parsed.said.scenario.plan.precision == Precision::fp8_tensorwise);
}

TEST_CASE("a recipe that isn't known is named beside those like it") {
  const auto complaint = [](const std::string& recipe) {
    return launch_complaints("from megatron.bridge.recipes import " + recipe + "\ncfg = " + recipe +
                                 "()\ncfg.model.tensor_model_parallel_size = 2\n",
                             "run.py");
  };
  CHECK(says(complaint("llama3_7b_pretrain_config"),
             "the recipe llama3_7b_pretrain_config isn't known here, and it says the model; those like it are "
             "llama3_70b_pretrain_config, llama3_8b_pretrain_config"));
  CHECK_FALSE(says(complaint("zebra_7b_pretrain_config"), "those like it"));
}

TEST_CASE("where a script doesn't say its model, the words that aren't read are named") {
  const std::string text =
      "#!/bin/bash\ntorchrun --nproc_per_node 8 pretrain_gpt.py $(model_args 8b) --micro-batch-size 1 "
      "--global-batch-size 8 --seq-length 2048 --max-position-embeddings 2048\n";
  CHECK(says(launch_complaints(text),
             "what may have said it, in line 2: $(…) has a value only when the script runs; flags in it aren't read"));
}

namespace {

const std::string beside_degrees =
    "cat > ds.json <<EOF\n{\"train_micro_batch_size_per_gpu\": 1, \"gradient_accumulation_steps\": 16, \"bf16\": "
    "{\"enabled\": true}}\nEOF\n"
    "deepspeed --num_gpus 8 train.py --deepspeed_config ds.json --max_seq_len 2048 ";

}  // namespace

TEST_CASE("degrees that a script gives its own program beside a configuration are the plan's") {
  const std::vector<Setting> model = {{"model", "llama2-7b"}};
  const Plan plan =
      with_defaults(imported(beside_degrees + "--pipe_parallel_size 4 --tp_size 2\n", model).parsed.said.scenario).plan;
  CHECK(plan.pp == 4);
  CHECK(plan.tp == 2);
}

TEST_CASE("degrees beside a configuration that can't be read are refused, until a setting says them") {
  std::vector<Setting> settings = {{"model", "llama2-7b"}};
  const Outcome<ImportedLaunch> refused = import_of(beside_degrees + "--fsdp_size 4\n", settings);
  REQUIRE_FALSE(succeeded(refused));
  CHECK(says(line_of(problems_of(refused).front(), ""), "--set plan.dp=4 says what it means"));
  settings.emplace_back("plan.dp", "8");
  CHECK(succeeded(import_of(beside_degrees + "--fsdp_size 4\n", settings)));
}

TEST_CASE("sizes beside a configuration that aren't read are named as such") {
  const ImportedLaunch launch = imported(beside_degrees + "--hidden_size 1920\n", {{"model", "llama2-7b"}});
  CHECK(says(said_beside(launch), "sizes of the model or the plan, of which nothing is counted: --hidden_size"));
}

TEST_CASE("every model that torchtitan tries itself on is known by its flavor") {
  for (const char* name : {"llama3", "llama4", "deepseek_v3", "qwen3", "gpt_oss"}) {
    CAPTURE(name);
    const std::string text = "[model]\nname = \"" + std::string(name) +
                             "\"\nflavor = \"debugmodel\"\n[training]\nlocal_batch_size = 1\nseq_len = 2048\n"
                             "[parallelism]\ntensor_parallel_degree = 1\n";
    CHECK(imported(text, {}, "a.toml").parsed.said.scenario.model.hidden_size == 256);
  }
}
