#include "core/frameworks/rules/rules.h"

#include <algorithm>

#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

std::vector<std::string> broken(const std::string& framework, const std::vector<Setting>& settings) {
  const LaunchedScenario scenario = launched_of(small_scenario, settings);
  std::vector<std::string> ids;
  const RulesReport report = check_rules(scenario, framework_named(framework), real_presets());
  for (const BrokenRule& rule : report.broken)
    if (rule.severity != RuleSeverity::adjust) ids.push_back(rule.id);
  return ids;
}

bool breaks(const std::string& framework, const std::vector<Setting>& settings, const std::string& rule) {
  const std::vector<std::string> ids = broken(framework, settings);
  return std::find(ids.begin(), ids.end(), rule) != ids.end();
}

}  // namespace

TEST_CASE("a plan that a framework takes breaks none of its rules") {
  CHECK(broken("megatron", {}).empty());
  CHECK(broken("nanotron", {}).empty());
}

TEST_CASE("a rule fires on the plan that it forbids") {
  struct Case {
    const char* framework;
    std::vector<Setting> settings;
    const char* rule;
  };
  const Case cases[] = {
      {"megatron", {"plan.tp=3"}, "heads-divisible-by-tp"},
      {"megatron", {"plan.cp=2", "plan.dp=2", "plan.sequence_length=4098"}, "cp-seq-divisible"},
      {"megatron", {"plan.virtual_stages=2", "plan.pp=1", "plan.dp=8"}, "vpp-needs-pp"},
      {"megatron", {"plan.virtual_stages=2", "plan.global_batch=12"}, "vpp-group-remainder"},
      {"megatron", {"model.intermediate_size=11009"}, "ffn-divisible-by-tp"},
      {"megatron", {"plan.sequence_length=8192"}, "seq-fits-positions"},
      {"megatron", {"plan.offload=\"optimizer\"", "plan.optimizer=\"muon\""}, "precision-aware-adam"},
      {"torchtitan", {"model.num_key_value_heads=4"}, "kv-heads-divisible-by-tp"},
      {"torchtitan", {"plan.sequence_length=4095"}, "sequence-divisible-v022"},
      {"nanotron", {"model.num_key_value_heads=4"}, "kv-heads-at-least-tp"},
      {"deepspeed",
       {"plan.cp=8", "plan.tp=1", "plan.pp=1", "plan.dp=8", "model.num_attention_heads=20", "model.hidden_size=2560"},
       "ulysses-heads"},
  };
  for (const Case& each : cases) {
    CAPTURE(each.framework);
    CAPTURE(each.rule);
    CHECK(breaks(each.framework, each.settings, each.rule));
  }
}

TEST_CASE("every rule with an expression can be computed on every preset") {
  for (const LaunchFramework& framework : real_presets().frameworks) {
    std::ptrdiff_t words_alone = 0;
    for (const FrameworkRule& rule : framework.rules) words_alone += !rule.holds.has_value();
    for (const LaunchedScenario& preset : real_presets().scenarios) {
      CAPTURE(framework.preset);
      CAPTURE(preset.scenario.preset);
      CHECK(check_rules(preset, framework, real_presets()).unchecked == words_alone);
    }
  }
}

TEST_CASE("a broken rule says its text, its source and the flags concerned") {
  const RulesReport report =
      check_rules(launched_of(small_scenario, {"plan.tp=3"}), framework_named("megatron"), real_presets());
  const auto found = std::find_if(report.broken.begin(), report.broken.end(),
                                  [](const BrokenRule& rule) { return rule.id == "heads-divisible-by-tp"; });
  REQUIRE(found != report.broken.end());
  CHECK(found->source == "megatron/core/transformer/transformer_config.py:1446");
  CHECK(found->flags == std::vector<std::string>{"--num-attention-heads", "--tensor-model-parallel-size"});
  const std::vector<Problem> problems = rule_problems(report);
  CHECK(std::any_of(problems.begin(), problems.end(), [](const Problem& problem) {
    return full_rule(problem) == "megatron:heads-divisible-by-tp" && problem.origin == Origin::framework &&
           problem.severity == Severity::warning &&
           says(problem.message,
                "Megatron-LM refuses this: Heads 32, TP 3: Attention heads must split evenly over tensor ranks.");
  }));
}

TEST_CASE("a plan is a framework's where its launch was, or its software is what such a launch runs") {
  const LaunchFramework &megatron = framework_named("megatron"), &torchtitan = framework_named("torchtitan");
  LaunchedScenario scenario = launched_of(small_scenario);
  CHECK(is_plan_of(megatron, scenario));  // whose code is meant where nothing is said
  CHECK_FALSE(is_plan_of(torchtitan, scenario));
  scenario.scenario.software.framework = Framework::megatron_lm;
  CHECK(is_plan_of(megatron, scenario));
  for (const Framework other : {Framework::maxtext, Framework::own, Framework::other}) {
    scenario.scenario.software.framework = other;
    CHECK_FALSE(is_plan_of(megatron, scenario));
    CHECK_FALSE(is_plan_of(framework_named("nanotron"), scenario));
  }
  scenario.launch.framework = "torchtitan";
  CHECK(is_plan_of(torchtitan, scenario));
  CHECK_FALSE(is_plan_of(megatron, scenario));
}

TEST_CASE("a launch's own environment is asked where it is known") {
  const std::string without = edited("export CUDA_DEVICE_MAX_CONNECTIONS=1\n", "# none\n", small_launch);
  const auto ids = [](const std::string& text) {
    std::string all;
    const RulesReport report = check_rules(imported(text).parsed.said, framework_named("megatron"), real_presets());
    for (const BrokenRule& rule : report.broken) all += rule.id + " ";
    return all;
  };
  CHECK(says(ids(without), "tp-cp-connections-env"));
  CHECK_FALSE(says(ids(std::string(small_launch)), "tp-cp-connections-env"));
}

TEST_CASE("a schedule that the framework lacks is refused for that, not for the rules of what its flags run instead") {
  const LaunchedScenario scenario = launched_of(
      small_scenario, {"plan.schedule=\"zb-v\"", "plan.pp=4", "plan.tp=2", "plan.dp=1", "plan.global_batch=10"});
  const RulesReport report = check_rules(scenario, framework_named("megatron"), real_presets());
  REQUIRE_FALSE(report.broken.empty());
  CHECK(report.broken[0].id == "no-such-schedule");
  CHECK(report.broken[0].message == "it has no ZB-V; its flags run Interleaved 1F1B instead.");
  CHECK(report.broken[0].source == "megatron/core/pipeline_parallel/schedules.py, get_forward_backward_func()");
  CHECK(report.broken[0].keys == std::vector<std::string>{"plan.schedule"});
  CHECK(report.runs_instead == "Interleaved 1F1B");
  const auto of_interleaved = [](const BrokenRule& rule) { return rule.id == "vpp-group-remainder"; };
  CHECK(std::none_of(report.broken.begin(), report.broken.end(), of_interleaved));
  CHECK(std::count_if(report.broken_instead.begin(), report.broken_instead.end(), of_interleaved) == 1);
}

TEST_CASE("each framework says which schedules it lacks, and of its own nothing") {
  const auto lacks = [](const char* framework, const std::string& schedule) {
    return breaks(framework, {"plan.schedule=\"" + schedule + "\""}, "no-such-schedule");
  };
  CHECK(lacks("megatron", "zb-h1"));
  CHECK(lacks("megatron-bridge", "gpipe"));
  CHECK(lacks("deepspeed", "gpipe"));
  CHECK(lacks("nanotron", "zb-auto"));
  CHECK(lacks("torchtitan", "zb-h1"));
  CHECK_FALSE(lacks("megatron", "1f1b"));
  CHECK_FALSE(lacks("deepspeed", "1f1b"));
  CHECK_FALSE(lacks("nanotron", "gpipe"));
  CHECK_FALSE(lacks("torchtitan", "gpipe"));
  CHECK_FALSE(breaks("megatron", {"plan.schedule=\"zb-h1\"", "plan.pp=1", "plan.dp=4"}, "no-such-schedule"));
}

TEST_CASE("rules in words") {
  RulesReport rules;
  rules.checked = 63, rules.unchecked = 58;
  CHECK(rules_line(rules) == "63 rules checked, none broken; 58 can't be checked from here.");
  rules.broken.push_back(
      {"a-rule", "It won't.", "heads % tp == 0", "args.py:1", RuleSeverity::error, {}, {"--tp", "--heads"}});
  rules.broken.push_back({"b-rule", "Hm.", "tp < 9", "args.py:2", RuleSeverity::warning, {}, {}});
  CHECK(rules_line(rules).find("2 broken") != std::string::npos);
  CHECK(std::string(severity_word(RuleSeverity::adjust)) == "adjusted");
}

TEST_CASE("a broken rule stands at the first of its fields that the text gives") {
  RulesReport rules;
  rules.broken.push_back({"a-rule", "It won't.", "", "args.py:1", RuleSeverity::error, {"plan.cp", "plan.tp"}, {}});
  rules.broken.push_back({"b-rule", "Hm.", "", "args.py:2", RuleSeverity::warning, {"plan.cp"}, {}});
  rules.broken.push_back({"c-rule", "Hm.", "", "args.py:3", RuleSeverity::warning, {}, {}});
  const FieldPlaces places = {{"plan.tp", {{}, 3, "--tp"}}, {"plan.cp", {{}, 0, "--cp"}}};
  const std::vector<Problem> problems = at_given_flags(rule_problems(rules), rules, places);
  CHECK(where_words(problems[0]) == "line 3, --tp");
  CHECK(where_words(problems[1]) == "--cp");
  CHECK(problems[2].path == "plan");
}

TEST_CASE("a plan is of its launch's framework, else of one that runs its software; nobody's of the picked one") {
  const std::span<const LaunchFramework> all = real_presets().frameworks;
  const LaunchFramework* megatron = find_framework(all, "megatron");
  const auto of = [&](const char* preset) {
    return framework_of_plan(*real_presets().launched(preset), all, megatron);
  };
  CHECK(of("llama3-70b-4096-h100") == megatron);  // a laboratory's own
  CHECK(of("textbook-65k-h100") == megatron);
  CHECK(of("palm-540b-6144-tpu-v4") == nullptr);  // MaxText
  REQUIRE(of("bloom-176b-384-a100") != nullptr);
  CHECK(of("bloom-176b-384-a100")->software.framework == Framework::megatron_deepspeed);
  LaunchedScenario own = *real_presets().launched("palm-540b-6144-tpu-v4");
  own.scenario.software.framework = Framework::own;
  CHECK(framework_of_plan(own, all, megatron) == nullptr);  // no TPU runs it
  own.scenario.software.framework = Framework::torchtitan;
  CHECK(framework_of_plan(own, all, megatron)->preset == "torchtitan");
  own.launch.framework = "nanotron";
  CHECK(framework_of_plan(own, all, megatron)->preset == "nanotron");
}

TEST_CASE("NeMo 1 keeps fp32 weights unless megatron_amp_O2 is on, and is told what that takes") {
  const auto nemo = [](const std::string& model, const std::string& precision = "bf16") {
    return imported("trainer:\n  devices: 8\n  num_nodes: 1\n  precision: " + precision +
                        "\nexp_manager:\n  name: a\nmodel:\n  num_layers: 8\n  hidden_size: 1024\n  "
                        "num_attention_heads: 16\n  encoder_seq_length: 1024\n  max_position_embeddings: 1024\n  "
                        "micro_batch_size: 1\n  global_batch_size: 8\n  vocab_size: 32000\n" +
                        model,
                    {}, "gpt.yaml");
  };
  const auto broken = [](const ImportedLaunch& launch) {
    std::string ids;
    for (const BrokenRule& each :
         check_rules(launch.parsed.said, framework_named(launch.framework), real_presets()).broken)
      ids += each.id + " ";
    return ids;
  };
  const std::string shards = "  optim:\n    name: distributed_fused_adam\n", on = "  megatron_amp_O2: true\n";
  const auto says_copies = [](const ImportedLaunch& launch) {
    return std::any_of(launch.parsed.notices.begin(), launch.parsed.notices.end(), [](const Problem& notice) {
      return says(notice.message, "Without megatron_amp_O2 the weights are fp32 and whole on every GPU");
    });
  };
  CHECK(says_copies(nemo(shards)));
  CHECK_FALSE(says_copies(nemo(shards + on)));
  CHECK_FALSE(says_copies(nemo("")));  // without shards the bytes are the same
  CHECK(nemo(on, "16").parsed.said.scenario.plan.gradient_dtype == Dtype::fp32);
  CHECK(says(broken(nemo(on, "16")), "amp-o2-not-fp16"));
  CHECK_FALSE(says(broken(nemo(shards + on, "16")), "amp-o2-not-fp16"));
  const std::string chunks = "  pipeline_model_parallel_size: 2\n  virtual_pipeline_model_parallel_size: 2\n";
  CHECK(says(broken(nemo(chunks)), "vpp-needs-amp-o2"));
  CHECK_FALSE(says(broken(nemo(chunks + on)), "vpp-needs-amp-o2"));
  // Also where another key's value can be read in its own text alone.
  CHECK(check_rules(nemo(chunks).parsed.said, framework_named("nemo-launcher"), real_presets())
            .broken.back()
            .message.starts_with("model.megatron_amp_O2 off"));
  const std::string stands_for = "  ffn_hidden_size: ${multiply:4, ${.hidden_size}}\n";
  CHECK_FALSE(says(broken(nemo(chunks + on + shards + stands_for)), "amp-o2"));
}

namespace {

std::string broken_by(std::string_view script) {
  const ImportedLaunch launch = imported(script);
  std::string ids = launch.framework;
  for (const BrokenRule& rule :
       check_rules(launch.parsed.said, framework_named(launch.framework), real_presets()).broken)
    ids += " " + rule.id;
  return ids;
}

}  // namespace

TEST_CASE("full recomputation takes a chunk of one layer where the release has that by itself") {
  const std::string small =
      "torchrun --nproc_per_node 8 pretrain_gpt.py --num-layers 24 --hidden-size 1024 --num-attention-heads 16 "
      "--seq-length 1024 --max-position-embeddings 1024 --micro-batch-size 8 --global-batch-size 64 --bf16 "
      "--vocab-size 50257 --recompute-granularity full --recompute-method uniform ";
  CHECK(broken_by(small + "--zero-stage 1 --deepspeed") == "megatron-deepspeed");
  CHECK(broken_by(small + "--data-impl mmap --no-query-key-layer-scaling") == "megatron-2023");
  CHECK(says(broken_by(small + "--group-query-attention --num-query-groups 4"), "recompute-full-needs-layers"));
}

TEST_CASE("a rule on a variable of CUDA's holds where PyTorch calls the device so") {
  const std::string small =
      "torchrun --nproc_per_node 8 pretrain_gpt.py --num-layers 24 --hidden-size 1024 --num-attention-heads 16 "
      "--seq-length 1024 --max-position-embeddings 1024 --micro-batch-size 8 --global-batch-size 64 --bf16 "
      "--vocab-size 50257 --tensor-model-parallel-size 2 --sequence-parallel --zero-stage 0 --deepspeed ";
  CHECK(says(broken_by("export NCCL_DEBUG=INFO\n" + small), "sp-connections-env"));
  CHECK_FALSE(says(broken_by("export PT_HPU_LAZY_MODE=1\n" + small), "sp-connections-env"));
  CHECK_FALSE(says(broken_by("export HL_SIZE=1\n" + small), "sp-connections-env"));
  const ImportedLaunch mlp = imported(small + "--recompute-granularity mlp");
  REQUIRE(mlp.parsed.said.scenario.plan.recompute);
  CHECK(mlp.parsed.said.scenario.plan.recompute->mode == RecomputeMode::selective);
}

TEST_CASE("in MindSpeed there are as many groups of experts as expert ranks, and positions may be ALiBi") {
  const std::string script =
      "torchrun --nproc_per_node 8 pretrain_gpt.py --num-layers 8 --hidden-size 1024 --num-attention-heads 16 "
      "--seq-length 1024 --max-position-embeddings 1024 --micro-batch-size 1 --global-batch-size 64 --bf16 "
      "--vocab-size 50257 --disable-bias-linear --num-experts 16 --moe-router-topk 4 --use-fused-swiglu "
      "--position-embedding-type alibi --output-layer-slice-num 4 --expert-model-parallel-size 4 --topk-group ";
  CHECK_FALSE(says(broken_by(script + "2"), "group-topk-needs-groups"));
  CHECK(says(broken_by(script + "5"), "group-topk-needs-groups"));
  const ImportedLaunch launch = imported(script + "2");
  CHECK(launch.parsed.said.scenario.model.position_embedding == PositionEmbedding::alibi);
  CHECK(std::any_of(launch.parsed.notices.begin(), launch.parsed.notices.end(), [](const Problem& notice) {
    return says(notice.message, "the output layer's weights in slices");
  }));
}
