#include "core/frameworks/launch_flags.h"

#include <algorithm>

#include "core/launch/export_launch.h"
#include "core/launch/inexpressible.h"
#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

std::string own_words() {
  return edited("--lr 3e-4 --save $1",
                "--lr 3e-4 --save $1 --clip-grad 1.0 --data-path /data/x --recompute-activations "
                "--num-layers-per-virtual-pipeline-stage 4",
                small_launch);
}

std::string text_of(const LaunchedScenario& scenario) {
  return export_launch(scenario, framework_named("megatron"), Launcher::none, real_presets()).text;
}

/// What is missing of the script's flags without a field, and what is said of the plan that isn't so.
std::string faults_of(const LaunchedScenario& scenario) {
  std::string faults;
  const std::string text = text_of(scenario);
  for (const char* flag : {"--lr 3e-4", "--save $1", "--clip-grad 1.0", "--data-path /data/x"})
    if (!says(text, flag)) faults += std::string(flag) + " is gone; ";
  for (const BrokenRule& rule : check_rules(scenario, framework_named("megatron"), real_presets()).broken)
    if (rule.severity == RuleSeverity::error) faults += rule.id + " breaks; ";
  for (const Inexpressible& each : inexpressible(scenario, framework_named("megatron"), real_presets()))
    faults += each.words + " isn't said; ";
  return faults;
}

}  // namespace

TEST_CASE("an edit of what a script spells its own way keeps all its other flags, and breaks no rule") {
  const LaunchedScenario scenario = imported(own_words()).parsed.said;
  CHECK(faults_of(scenario) == "");
  CHECK(says(text_of(scenario), "--recompute-activations"));
  CHECK(says(text_of(scenario), "--num-layers-per-virtual-pipeline-stage 4"));
  LaunchedScenario full = scenario;
  full.scenario.plan.recompute = Recompute{};
  full.scenario.plan.recompute->mode = RecomputeMode::full;
  CHECK(faults_of(full) == "");
  CHECK(says(text_of(full), "--recompute-granularity full"));
  CHECK_FALSE(says(text_of(full), "\n  --recompute-activations"));
  CHECK(says(text_of(full), "in the place of which stands what the plan says now: --recompute-activations"));
  LaunchedScenario none = scenario;
  none.scenario.plan.recompute.reset();
  CHECK(faults_of(none) == "");
  CHECK_FALSE(says(text_of(none), "\n  --recompute-"));
  LaunchedScenario chunks = scenario;
  chunks.scenario.plan.virtual_stages = 2;
  CHECK(faults_of(chunks) == "");
  CHECK(says(text_of(chunks), "--num-virtual-stages-per-pipeline-rank 2"));
  CHECK(says(text_of(chunks), "--recompute-activations"));
}

TEST_CASE("a setting on the command line is an edit: the script's other flags stay, the plan is the framework's") {
  const std::vector<std::vector<Setting>> edits = {{"plan.tp=8", "plan.dp=4"},
                                                   {"plan.cp=2", "plan.dp=4"},
                                                   {"plan.micro_batch=2"},
                                                   {"plan.global_batch=256"},
                                                   {"plan.zero=0", "plan.overlap.dp_param=false"},
                                                   {"plan.sequence_length=8192"},
                                                   {"plan.precision=\"fp8\""},
                                                   {"plan.recompute=\"full\""},
                                                   {"plan.virtual_stages=2"}};
  for (const std::vector<Setting>& settings : edits) {
    CAPTURE(settings.front());
    const LaunchedScenario scenario = imported(own_words(), settings).parsed.said;
    CHECK(faults_of(scenario) == "");
  }
}

TEST_CASE("an edit takes away the spellings that it makes false, and none that only might say it") {
  constexpr const char* titan = R"([model]
name = "deepseek_v3"
flavor = "671B"
[training]
local_batch_size = 4
seq_len = 4096
[parallelism]
data_parallel_shard_degree = -1
pipeline_parallel_degree = 1
pipeline_parallel_schedule = "Interleaved1F1B"
[activation_checkpoint]
mode = "selective"
selective_ac_option = "op"
)";
  const LaunchedScenario scenario = imported(titan, {"plan.recompute=full"}, "a.toml").parsed.said;
  const ExportedLaunch exported =
      export_launch(scenario, framework_named("torchtitan"), Launcher::none, real_presets());
  CAPTURE(exported.text);
  CHECK(exported.cannot_express.empty());
  CHECK(says(exported.text, "\nmode = \"full\""));
  CHECK(says(exported.text, "\npipeline_parallel_degree = 1"));
  CHECK(says(exported.text, "\npipeline_parallel_schedule = \"Interleaved1F1B\""));
  CHECK(says(exported.text, "in the place of which stands what the plan says now: activation_checkpoint.mode\n"));
}

TEST_CASE("a plan of another framework, or of no script, has its own flags alone") {
  const LaunchedScenario scenario = with_defaults(imported(own_words()).parsed.said);
  const auto has = [&](const char* framework, const char* flag) {
    const std::vector<GivenFlag> flags = flags_of_plan(framework_named(framework), scenario, real_presets());
    return std::any_of(flags.begin(), flags.end(), [&](const GivenFlag& each) { return each.flag == flag; });
  };
  CHECK(has("megatron", "--clip-grad"));
  CHECK_FALSE(has("nanotron", "--clip-grad"));
}

TEST_CASE("without its spellings a launch keeps what no field has") {
  const Launch launch = imported(own_words()).parsed.said.launch;
  const auto gives = [](const Launch& of, const char* flag) {
    return std::any_of(of.flags.begin(), of.flags.end(), [&](const auto& each) { return each.first == flag; });
  };
  CHECK(gives(launch, "--recompute-activations"));
  const Launch less = without_spellings(framework_named("megatron"), launch);
  CHECK_FALSE(gives(less, "--recompute-activations"));
  CHECK(gives(less, "--clip-grad"));
}

TEST_CASE("what the framework runs in a schedule's place, and refuses as well, is said of that schedule") {
  const LaunchedScenario scenario = launched_of(
      small_scenario, {"plan.schedule=\"zb-v\"", "plan.pp=4", "plan.tp=2", "plan.dp=1", "plan.global_batch=10"});
  const std::string text = export_launch(scenario, framework_named("megatron"), Launcher::none, real_presets()).text;
  CHECK(says(text, "# Megatron-LM refuses the Interleaved 1F1B that these flags run instead: Micro-batches "));
  CHECK_FALSE(says(text, "refuses this plan: Micro-batches"));
}

TEST_CASE("a script leaves its model out where it gives none of its sizes") {
  const LaunchFramework& megatron = framework_named("megatron");
  CHECK_FALSE(leaves_model_out(megatron, imported(own_words()).parsed.said.launch));
  const std::string script = "pretrain_gpt.py --use-checkpoint-args --seq-length 4096 --micro-batch-size 1 --bf16";
  const Launch launch = imported(script, {"model=llama3-8b"}).parsed.said.launch;
  CHECK(leaves_model_out(megatron, launch));
  CHECK(leaves_model_out(megatron, without_spellings(megatron, launch)));
  CHECK_FALSE(leaves_model_out(framework_named("nanotron"), launch));
}

TEST_CASE("code over several lines is exported as it stood, alone and in a script, and reads back") {
  const std::string code = "$(cat a\n  cat b)";
  const LaunchedScenario scenario =
      imported(edited("--save $1", "--save " + code + " $(x\ny)", small_launch)).parsed.said;
  for (const Launcher launcher : {Launcher::none, Launcher::torchrun}) {
    const std::string text = export_launch(scenario, framework_named("megatron"), launcher, real_presets()).text;
    CAPTURE(text);
    CHECK(says(text, "  --save " + code));
    CHECK(says(text, "# Has a value only when it runs, as in the script that it comes from: --save"));
    CHECK(imported(text).parsed.said.launch.flags == scenario.launch.flags);
  }
}

TEST_CASE("a run's length is said anew where the batch, the sequence or the tokens change, and in no comment beside") {
  const auto written = [](const std::string& length, const std::vector<Setting>& settings) {
    const std::string launch = edited("--bf16", "--bf16 " + length, small_launch);
    const LaunchedScenario said = imported(launch, settings).parsed.said;
    const std::string text = text_of(said);
    CAPTURE(text);
    CHECK(imported(text).parsed.said.scenario.run.tokens == said.scenario.run.tokens);
    return text;
  };
  const std::string as_it_was = written("--train-iters 1000", {});
  CHECK(says(as_it_was, "--train-iters 1000 "));
  CHECK_FALSE(says(as_it_was, "run.tokens"));
  CHECK(says(written("--train-iters 1000", {"plan.global_batch=256"}), "--train-iters 500 "));
  CHECK(says(written("--train-iters 1000", {"plan.sequence_length=8192"}), "--train-iters 500 "));
  CHECK(says(written("--train-samples 128000", {"plan.sequence_length=8192"}), "--train-samples 64000 "));
  CHECK(says(written("--train-samples 128000", {"plan.global_batch=256"}), "--train-samples 128000 "));
  const std::string longer = written("--train-iters 1000", {"run.tokens=1e12"});
  CHECK(says(longer, "--train-iters 1907349 "));  // 1e12 / (128 x 4096) = 1907348.6
  CHECK(says(longer, "run.tokens = 1000000000000"));
  CHECK_FALSE(says(written("", {"run.tokens=1e12"}), "--train-iters 1"));
}

TEST_CASE("tables in lists, dates and what looks like another type come out of an export as they went in") {
  const struct {
    const char *framework, *file, *before, *after, *text;
  } cases[] = {
      {"nanotron", "n.yaml", "", "data_stages:\n", "- name: \"Stable Training Stage\"\n  data:\n    seed: 42\n"},
      {"nanotron", "n.yaml", "general:\n", "", "  run: \"yes\"\n  since: 2024-05-27\n  profiler: null\n"},
      {"torchtitan", "t.toml", "[experimental]\n", "",
       "date = 2024-05-27T07:32:00Z\ntables = [{a = 1}, {b = \"z\"}]\n"},
      {"deepspeed", "d.json", "", "", "  \"groups\": [\n    {\n      \"sp1\": {\n        \"bits\": 8\n"}};
  for (const auto& [framework, file, before, after, text] : cases) {
    const LaunchFramework& to = framework_named(framework);
    const std::string plan = export_launch(launched_of(small_scenario), to, Launcher::none, real_presets()).text;
    std::string more = plan + (to.form == LaunchForm::toml ? "\n" : "") + before + after + text;
    if (to.form == LaunchForm::json)
      more = plan.substr(0, plan.rfind("\n}")) + ",\n" + text + "      }\n    }\n  ]\n}\n";
    CAPTURE(more);
    const LaunchedScenario scenario = imported(more, {}, file).parsed.said;
    const std::string again = export_launch(scenario, to, Launcher::none, real_presets()).text;
    CAPTURE(again);
    CHECK(says(again, std::string(before) + after + text));
    CHECK(imported(again, {}, file).parsed.said == scenario);
  }
}

TEST_CASE("a tokenizer, which only the vocabulary's default hangs on, stays beside a plan of its own") {
  const LaunchedScenario scenario =
      imported(std::string(small_launch.substr(0, small_launch.size() - 1)) + " --tokenizer-type Llama2Tokenizer",
               {"plan.pp=2", "plan.stage_layers=[15,17]"})
          .parsed.said;
  CHECK(says(export_launch(scenario, framework_named("megatron"), Launcher::none, real_presets()).text,
             "--tokenizer-type Llama2Tokenizer"));
}
