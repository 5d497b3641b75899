#include "core/launch/export_launch.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/evaluate/evaluate.h"
#include "core/expressions/json_value.h"
#include "core/fields/fields.h"
#include "core/frameworks/scenario_names.h"
#include "core/launch_text/launch_text.h"
#include "core/launch_text/launch_writer.h"
#include "core/scenario_json/write.h"
#include "core/transformer/layout.h"
#include "tests/core/frameworks/cases.h"
#include "tests/shortest.h"
#include "tests/source_path.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

/// As evaluated, without what stands for the same stages in two ways.
nlohmann::ordered_json comparable(const Scenario& scenario) {
  nlohmann::ordered_json json = evaluated_json(with_defaults(scenario));
  json["plan"].erase("pipeline_layout");
  json["plan"].erase("stage_layers");
  return json;
}

/// Layers per stage, however they are said.
std::vector<std::int64_t> comparable_stages(const Scenario& filled) {
  std::vector<std::int64_t> layers;
  const std::vector<StageContent> stages = stage_layout(filled.model, filled.plan);
  for (const StageContent& stage : stages) {
    layers.push_back(stage.layers());
    layers.push_back(stage.mtp_layers);
  }
  return layers;
}

std::string difference(const Scenario& wanted, const Scenario& got) {
  return nlohmann::json::diff(nlohmann::json(comparable(wanted)), nlohmann::json(comparable(got))).dump();
}

/// Every field that the plan may hold, turned to something else than its default.
const std::vector<std::vector<Setting>> odd_plans = {
    {"plan.schedule=\"zb-h1\"", "plan.zero=1"},
    {"plan.recompute={\"mode\":\"full\",\"layers\":2,\"method\":\"uniform\"}"},
    {"plan.recompute={\"mode\":\"selective\",\"modules\":[\"core_attn\",\"mlp\"]}"},
    {"plan.precision=\"fp8-blockwise\"", "plan.fp8_params=true"},
    {"plan.precision=\"nvfp4\""},
    {"plan.zero=3", "plan.offload=\"parameters\""},
    {"plan.offload=\"optimizer\""},
    {"plan.optimizer_dtype=\"bf16\"", "plan.gradient_dtype=\"bf16\""},
    {"plan.stage_layers=[15,17]"},
    {"plan.virtual_stages=4", "plan.overlap.pp=false"},
    {"plan.optimizer=\"muon\"", "plan.master_weights=false"},
    {"plan.cp=2", "plan.dp=2", "plan.cuda_graphs=true", "plan.padded_vocab=false"},
    {"model.vocab_size=50257", "model.qk_norm=true", "model.position_embedding=\"alibi\""},
    {"plan.workspace_bytes=1e9", "plan.bucket_elements=1000000", "plan.expert_imbalance=1.5"},
};

/// Without the dialects, each of which has a round trip of its own.
std::vector<LaunchFramework> plain_frameworks() {
  std::vector<LaunchFramework> plain;
  for (const LaunchFramework* each : offered_frameworks(real_presets().frameworks)) plain.push_back(*each);
  return plain;
}

}  // namespace

TEST_CASE("export then import gives the same scenario: every preset, every framework, bare and in a script") {
  for (const LaunchFramework& framework : plain_frameworks())
    for (const LaunchedScenario& preset : real_presets().scenarios)
      for (const Launcher launcher : {Launcher::none, Launcher::torchrun, Launcher::slurm}) {
        const std::string text = export_launch(preset, framework, launcher, real_presets()).text;
        CAPTURE(framework.preset);
        CAPTURE(preset.scenario.preset);
        CAPTURE(text);
        REQUIRE(is_launch(text, "", real_presets().frameworks));
        const ImportedLaunch back = imported(text);
        CHECK(back.framework == framework.preset);
        CHECK(difference(preset.scenario, back.parsed.said.scenario) == "[]");
        CHECK(back.parsed.notices.empty());
      }
}

TEST_CASE("export in a dialect, then import, gives the same dialect and scenario") {
  const LaunchedScenario& preset = *real_presets().launched("llama3-70b-4096-h100");
  for (const LaunchFramework& framework : real_presets().frameworks) {
    if (framework.extends.empty()) continue;
    const std::string text = export_launch(preset, framework, Launcher::none, real_presets()).text;
    CAPTURE(framework.preset);
    CAPTURE(text);
    const ImportedLaunch back = imported(text);
    CHECK(back.framework == framework.preset);
    CHECK(difference(preset.scenario, back.parsed.said.scenario) == "[]");
  }
}

TEST_CASE("export then import gives the same scenario: plans that no preset has") {
  for (const LaunchFramework& framework : plain_frameworks())
    for (const std::vector<Setting>& settings : odd_plans) {
      const LaunchedScenario scenario = launched_of(small_scenario, settings);
      const std::string text = export_launch(scenario, framework, Launcher::none, real_presets()).text;
      CAPTURE(framework.preset);
      CAPTURE(text);
      CHECK(difference(scenario.scenario, imported(text).parsed.said.scenario) == "[]");
    }
}

TEST_CASE("each exported configuration passes its framework's rules, or says which refuses the plan") {
  for (const LaunchFramework& framework : plain_frameworks())
    for (const LaunchedScenario& preset : real_presets().scenarios) {
      const ExportedLaunch launch = export_launch(preset, framework, Launcher::none, real_presets());
      CAPTURE(framework.preset);
      CAPTURE(preset.scenario.preset);
      for (const BrokenRule& rule : launch.rules.broken) {
        if (rule.severity != RuleSeverity::error) continue;
        CHECK(says(launch.text, framework.title + " refuses this plan: " + rule.message));
        // PaLM splits over 12 ranks what 12 does not divide; Megatron takes every other preset.
        CHECK_MESSAGE((framework.preset != "megatron" || preset.scenario.preset.starts_with("palm")), rule.id);
      }
    }
}

TEST_CASE("what a framework can't express stands above the text") {
  const LaunchedScenario scenario = launched_of(small_scenario, {"plan.schedule=\"zb-h1\""});
  const ExportedLaunch launch = export_launch(scenario, framework_named("megatron"), Launcher::none, real_presets());
  CHECK(launch.cannot_express == std::vector<Setting>{"plan.schedule=\"zb-h1\""});
  CHECK(launch.text.find("# shardscope: plan.schedule = \"zb-h1\"") < launch.text.find("pretrain_gpt.py"));
  CHECK(says(launch.text, "# Megatron-LM refuses this plan: it has no ZB-H1; its flags run 1F1B instead."));
}

namespace {

std::string without_lines(const std::string& text, std::initializer_list<std::string_view> beginnings) {
  std::istringstream lines(text);
  std::string kept;
  for (std::string line; std::getline(lines, line);)
    if (std::none_of(beginnings.begin(), beginnings.end(),
                     [&](std::string_view each) { return line.starts_with(each); }))
      kept += line + "\n";
  return kept;
}

/// What the text without its comments on model and plan says; where that isn't whole, with those of them that a
/// scenario can't do without.
Scenario said_by_flags(const ExportedLaunch& launch) {
  const std::string text = without_lines(launch.text, {"# shardscope: model", "# shardscope: plan."});
  const Outcome<ImportedLaunch> alone = import_of(text);
  if (succeeded(alone)) return with_defaults(value_of(alone).parsed.said.scenario);
  std::vector<Setting> settings;
  for (const Setting& each : launch.cannot_express)
    for (const char* required : {"model", "plan.tp", "plan.pp", "plan.dp", "plan.sequence_length", "plan.micro_batch",
                                 "plan.global_batch", "model.num_experts_per_tok"})
      if (each.key == required) settings.push_back(each);
  return with_defaults(imported(text, settings).parsed.said.scenario);
}

bool lists(const ExportedLaunch& launch, std::string_view path) {
  return std::any_of(launch.cannot_express.begin(), launch.cannot_express.end(), [&](const Setting& each) {
    return path == each.key || (path.starts_with(each.key) && path.substr(each.key.size()).starts_with("."));
  });
}

}  // namespace

TEST_CASE("whatever the flags alone don't say stands in the list above the text, of every preset and framework") {
  for (const LaunchFramework& framework : plain_frameworks())
    for (const LaunchedScenario& preset : real_presets().scenarios) {
      const ExportedLaunch launch = export_launch(preset, framework, Launcher::torchrun, real_presets());
      CAPTURE(framework.preset);
      CAPTURE(preset.scenario.preset);
      CAPTURE(launch.text);
      REQUIRE(launch.notes.size() == launch.cannot_express.size());
      const Scenario wanted = with_defaults(preset.scenario), got = said_by_flags(launch);
      const bool same_layout = comparable_stages(wanted) == comparable_stages(got);
      for (const Field& field : fields()) {
        const bool ours = field.path.starts_with("model.") || field.path.starts_with("plan.");
        const bool layout = field.path == "plan.stage_layers" || field.path == "plan.pipeline_layout";
        if (!ours || field.caption || (layout && same_layout)) continue;
        if (field.path == "plan.precision" && scales_alike(wanted.plan.precision, got.plan.precision)) continue;
        CHECK_MESSAGE((field.get(wanted) == field.get(got) || lists(launch, field.path)), field.path);
      }
      CHECK((wanted.plan.recompute == got.plan.recompute || lists(launch, "plan.recompute")));
      for (const Setting& setting : launch.cannot_express) CHECK_FALSE(setting.key.starts_with("model.title"));
    }
}

TEST_CASE("a setting that the framework has a flag for, but not here, says so; an absent one says what it means") {
  const LaunchedScenario& deepseek = *real_presets().launched("deepseek-v3-2048-h800");
  const std::string text = export_launch(deepseek, framework_named("megatron"), Launcher::none, real_presets()).text;
  CAPTURE(text);
  CHECK(says(text, "plan.overlap.ep = true  # --overlap-moe-expert-parallel-comm exists, but"));
  const std::string nanotron = export_launch(*real_presets().launched("llama3-405b-16k-h100"),
                                             framework_named("nanotron"), Launcher::none, real_presets())
                                   .text;
  CAPTURE(nanotron);
  CHECK_FALSE(says(nanotron, "= null\n"));
}

TEST_CASE("the flags are the framework's present names") {
  const std::string text = export_launch(*real_presets().launched("qwen2.5-72b-2048-h800"), framework_named("megatron"),
                                         Launcher::slurm, real_presets())
                               .text;
  for (const char* line :
       {"#SBATCH --nodes=256", "#SBATCH --gpus-per-node=8", "export CUDA_DEVICE_MAX_CONNECTIONS=1",
        "--tensor-model-parallel-size 8", "--pipeline-model-parallel-size 4",
        "--num-virtual-stages-per-pipeline-rank 5", "--sequence-parallel", "--use-distributed-optimizer", "--bf16",
        "--group-query-attention", "--num-query-groups 8", "--add-qkv-bias",
        "srun torchrun --nnodes 256 --nproc_per_node 8", "pretrain_gpt.py \"${ARGS[@]}\""}) {
    CAPTURE(line);
    CHECK(says(text, line));
  }
}

TEST_CASE("a script that was imported is exported with its own flags; edited, with the plan's") {
  const ImportedLaunch launch = imported(small_launch);
  const std::string same =
      export_launch(launch.parsed.said, framework_named("megatron"), Launcher::none, real_presets()).text;
  CHECK(says(same, "--rotary-base 500000"));
  CHECK(imported(same).flags.size() == launch.flags.size());
  LaunchedScenario edited_plan = launch.parsed.said;
  edited_plan.scenario.plan.tp = 8;
  edited_plan.scenario.plan.dp = 4;
  const std::string other =
      export_launch(edited_plan, framework_named("megatron"), Launcher::none, real_presets()).text;
  CHECK(says(other, "--tensor-model-parallel-size 8"));
  CHECK(says(other, "--rotary-base 500000"));
}

TEST_CASE("an export takes as long as a few evaluations") {
  const LaunchedScenario& preset = *real_presets().launched("gpt4-25k-a100");
  const LaunchFramework& megatron = framework_named("megatron");
  const double ratio =
      tests::times_as_long([&] { return export_launch(preset, megatron, Launcher::none, real_presets()); },
                           [&] { return evaluate(preset.scenario); });
  MESSAGE("export: ", ratio, " evaluations");
  CHECK(ratio < 60);  // 4 as built for use, 20 under sanitizers
}

namespace {

/// An example's flags as the text that the framework reads.
std::string text_of_example(const LaunchFramework& framework, const nlohmann::ordered_json& values) {
  std::vector<GivenFlag> flags;
  for (const nlohmann::ordered_json& pair : values)
    flags.push_back({pair[0].get<std::string>(), value_from_json(pair[1]), 0});
  std::erase_if(flags, [](const GivenFlag& flag) { return flag.value.none(); });
  const std::string body = launch_body(framework.form, flags);
  return framework.form == LaunchForm::flags ? "ARGS=(\n" + body + ")\ntorchrun x.py \"${ARGS[@]}\"\n" : body;
}

/// Flags without their lines, sorted by name.
std::vector<std::pair<std::string, std::string>> sorted(std::vector<GivenFlag> flags) {
  std::vector<std::pair<std::string, std::string>> all;
  for (const GivenFlag& flag : flags) all.emplace_back(flag.flag, words_of(flag.value));
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace

TEST_CASE("the frameworks' example configurations import without a word unexplained, and export to the same flags") {
  std::ifstream file(source_path("tests/data/framework_examples.json"));
  const auto document = nlohmann::ordered_json::parse(file);
  int examples = 0;
  for (const auto& entry : document["examples"].items())
    for (const nlohmann::ordered_json& example : entry.value()) {
      const LaunchFramework& framework = framework_named(example["framework"].get<std::string>());
      const std::string text = text_of_example(framework, example["values"]);
      std::vector<Setting> settings = {"cluster.gpu=h100-sxm"};
      for (const nlohmann::ordered_json& setting : example["settings"]) settings.push_back(setting.get<std::string>());
      CAPTURE(example["path"].get<std::string>());
      CAPTURE(text);
      const ImportedLaunch launch = imported(text, settings);
      CHECK(launch.framework == framework.preset);
      for (const Problem& notice : launch.parsed.notices) CHECK_MESSAGE(notice.rule != "unknown-flag", notice.path);
      const std::string again = export_launch(launch.parsed.said, framework, Launcher::none, real_presets()).text;
      CAPTURE(again);
      CHECK(sorted(imported(again, settings).flags) == sorted(launch.flags));
      for (const nlohmann::ordered_json& pair : example["values"]) {
        const std::string flag = pair[0].get<std::string>();
        const bool said = !pair[1].is_null() && framework.flag(flag) != nullptr;
        CAPTURE(flag);
        CHECK((framework.flag(flag) != nullptr || framework.ignores(flag)));
        CHECK(std::any_of(launch.flags.begin(), launch.flags.end(),
                          [&](const GivenFlag& each) { return each.flag == flag; }) == said);
      }
      ++examples;
    }
  CHECK(examples == 13);
}

TEST_CASE("what a DeepSpeed configuration can't say stands in it as JSON, since DeepSpeed reads no comments") {
  const Presets& presets = real_presets();
  const LaunchFramework& deepspeed = *find_framework(presets.frameworks, "deepspeed");
  for (const LaunchedScenario& preset : presets.scenarios) {
    CAPTURE(preset.scenario.preset);
    const std::string text = export_launch(preset, deepspeed, Launcher::none, presets).text;
    const nlohmann::json document = nlohmann::json::parse(text, nullptr, false);
    REQUIRE(document.is_object());
    CHECK(document["//"].is_array());
    CHECK(document["train_batch_size"].is_number());
    const auto back = import_launch(text, "ds_config.json", presets);
    REQUIRE(succeeded(back));
    CHECK(value_of(back).framework == "deepspeed");
    for (const Problem& notice : value_of(back).parsed.notices) CHECK(notice.message.find("//") == std::string::npos);
  }
}

TEST_CASE("flags that change nothing here, such as data and learning rate, are exported again") {
  std::string script(small_launch);
  const std::string_view rate = "--lr 3e-4";
  script.replace(script.find(rate), rate.size(),
                 "--lr 3e-4 --lr-decay-style cosine --data-path corpus/part1 corpus/part2");
  const ImportedLaunch launch = imported(script);
  const std::string text =
      export_launch(launch.parsed.said, framework_named("megatron"), Launcher::torchrun, real_presets()).text;
  for (const char* line : {"--lr 3e-4", "--lr-decay-style cosine", "--data-path corpus/part1 corpus/part2"}) {
    CAPTURE(text);
    CHECK(says(text, line));
  }
  CHECK(imported(text).parsed.said.scenario == launch.parsed.said.scenario);
  CHECK(text.find("--nnodes 8") == text.rfind("--nnodes"));  // torchrun's, written for it alone
}

TEST_CASE("a Slurm script reads the nodes without a pipe, which would fail under pipefail") {
  for (const LaunchFramework& framework : plain_frameworks()) {
    const std::string text =
        export_launch(*real_presets().launched("llama3-70b-4096-h100"), framework, Launcher::slurm, real_presets())
            .text;
    CAPTURE(text);
    CHECK_FALSE(says(text, " | "));
    CHECK(says(text, "--rdzv_endpoint \"${NODES[0]}:29500\""));
  }
}

TEST_CASE("GPUs that don't fill nodes are spread over no more nodes than there are, and it is said") {
  const LaunchedScenario scenario = launched_of(
      small_scenario, {"cluster.gpus=16", "plan.tp=4", "plan.pp=3", "plan.dp=1", "plan.stage_layers=[11,11,10]"});
  const std::string text = export_launch(scenario, framework_named("megatron"), Launcher::slurm, real_presets()).text;
  CAPTURE(text);
  CHECK(says(text, "#SBATCH --nodes=2\n"));
  CHECK(says(text, "--nnodes 2 --nproc_per_node 6"));
  CHECK(says(text, "12 GPUs don't fill nodes of 8: 2 with 6 at work each"));
  const std::string whole = export_launch(*real_presets().launched("gpt4-25k-a100"), framework_named("megatron"),
                                          Launcher::slurm, real_presets())
                                .text;
  CHECK_FALSE(says(whole, "don't fill nodes"));
}

TEST_CASE("a script runs the file that it writes, and that file is a program or what the program loads") {
  const LaunchedScenario& llama = *real_presets().launched("llama3-70b-4096-h100");
  const auto text = [&](const char* framework) {
    return export_launch(llama, framework_named(framework), Launcher::torchrun, real_presets()).text;
  };
  CHECK(says(text("megatron-bridge"), "pretrain(config=cfg, forward_step_func=forward_step)"));
  CHECK(says(text("megatron-bridge"), "cfg.model.gated_linear_unit = True"));
  CHECK(says(text("megatron-bridge"), "cfg.model.activation_func = torch.nn.functional.silu"));
  CHECK(says(text("megatron-bridge"), "\\\n  launch.py\n"));
  CHECK(says(text("fsdp2"), "cat > launch.py"));
  CHECK(says(text("fsdp2"), "\\\n  launch.py\n"));
  CHECK(says(text("fsdp2"), "train(shard(build_model()))"));
  CHECK(says(text("torchtitan-2026-08"), "-m torchtitan.train --module launch --config plan"));
  CHECK(says(text("torchtitan-2026-08"), "from torchtitan.models.llama3.config_registry import llama3_70b\n"));
  CHECK(says(text("torchtitan-2026-08"), "    cfg.parallelism.tensor_parallel_degree = 8\n"));
  CHECK(says(text("torchtitan-2026-08"), "    return cfg\n"));
}

TEST_CASE("what is the reader's to add is said until it is there") {
  const LaunchedScenario& llama = *real_presets().launched("llama3-70b-4096-h100");
  for (const LaunchFramework& framework : plain_frameworks()) {
    CAPTURE(framework.preset);
    const std::string text = export_launch(llama, framework, Launcher::none, real_presets()).text;
    CHECK(says(text, "Yours to add before it trains: ") == !framework.yours.empty());
  }
  std::string script(small_launch);
  const std::string_view rate = "--lr 3e-4";
  script.replace(script.find(rate), rate.size(), "--lr 3e-4 --train-iters 10 --data-path corpus");
  const std::string again =
      export_launch(imported(script).parsed.said, framework_named("megatron"), Launcher::none, real_presets()).text;
  CHECK(says(again, "Yours to add before it trains: --tokenizer-type, --tokenizer-model\n"));
}
