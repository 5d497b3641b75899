#include "core/frameworks/releases.h"

#include <limits>

#include "core/frameworks/rules/rules.h"
#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

/// Releases a, b and c of 2021 to 2023, and the file's own behind them.
LaunchFramework tool() {
  LaunchFramework framework;
  framework.repository = framework.releases_repository = "team/tool";
  framework.software.year = 2026;
  framework.releases = {
      {"a", 2021, {}, {"--gone-early"}}, {"b", 2022, {"--new"}, {"--gone"}}, {"c", 2023, {"--newest"}, {}}};
  return framework;
}

ReleaseRange of(const LaunchFramework& framework, std::vector<std::string> flags) {
  return releases_of(framework, flags);
}

FrameworkRule rule(const char* since, const char* until) {
  FrameworkRule made;
  made.since = since, made.until = until;
  return made;
}

}  // namespace

TEST_CASE("a launch's releases are those that know all of its flags") {
  const double newest = std::numeric_limits<double>::infinity();
  const LaunchFramework framework = tool();
  CHECK(of(framework, {"--any"}) == ReleaseRange{0, newest, "", ""});
  CHECK(of(framework, {"--any", "--new"}) == ReleaseRange{2022, newest, "", ""});
  CHECK(of(framework, {"--gone"}) == ReleaseRange{0, 2022, "b", "--gone"});
  CHECK(of(framework, {"--new", "--gone"}) == ReleaseRange{2022, 2022, "b", "--gone"});
  CHECK(of(framework, {"--gone", "--gone-early"}) == ReleaseRange{0, 2021, "a", "--gone-early"});
  CHECK(of(framework, {"--newest", "--gone"}) == ReleaseRange{0, 2023, "", ""});  // which no release has both
}

TEST_CASE("flags that no release has together are a mix") {
  const LaunchFramework framework = tool();
  for (const auto& [flags, mixed] :
       std::vector<std::pair<std::vector<std::string>, bool>>{{{"--any"}, false},
                                                              {{"--new", "--gone"}, false},
                                                              {{"--newest", "--gone"}, true},
                                                              {{"--new", "--gone-early"}, true}})
    CHECK(mixes_releases(framework, flags) == mixed);
}

TEST_CASE("a script's data and logging tell its release too: what today's only lets pass was a flag once") {
  const std::string old =
      "torchrun --nproc_per_node 8 pretrain_gpt.py --num-layers 24 --hidden-size 1024 --num-attention-heads 16 "
      "--seq-length 1024 --max-position-embeddings 1024 --micro-batch-size 8 --global-batch-size 64 --fp16 "
      "--vocab-size 50257 --data-impl mmap";
  const ImportedLaunch launch = imported(old);
  CHECK(launch.framework == "megatron-2023");
  CHECK(launch.parsed.said.scenario.software.year == 2023.5);
  CHECK(says(check_rules(launch.parsed.said, framework_named(launch.framework), real_presets()).release,
             "23.08, the last with --data-impl"));
  const ImportedLaunch mixed = imported(old + " --moe-router-topk 2 --num-experts 8");  // a fork of both
  CHECK(mixed.framework == "megatron");
}

TEST_CASE("a dialect of the tool itself, and a fork, are of their year; a fork keeps what the tool dropped") {
  LaunchFramework dialect = tool();
  dialect.extends = "tool", dialect.software.year = 2022.5;
  CHECK(of(dialect, {"--any"}).to == 2022.5);
  CHECK(of(dialect, {"--gone-early"}).to == 2021);
  dialect.repository = "others/fork";
  CHECK(of(dialect, {"--gone-early"}) == ReleaseRange{2022.5, 2022.5, "", ""});
}

TEST_CASE("a rule holds in the releases that have it, and where only some have it nothing says that it does") {
  const LaunchFramework framework = tool();
  const ReleaseRange old = of(framework, {"--gone"}), today = of(framework, {"--newest"}),
                     any = of(framework, {"--any"});
  CHECK(reach_of(rule("", ""), old, framework) == RuleReach::all);
  CHECK(reach_of(rule("b", ""), old, framework) == RuleReach::some);
  CHECK(reach_of(rule("b", ""), of(framework, {"--new", "--gone"}), framework) == RuleReach::all);
  CHECK(reach_of(rule("c", ""), old, framework) == RuleReach::none);
  CHECK(reach_of(rule("c", ""), today, framework) == RuleReach::all);
  CHECK(reach_of(rule("a", ""), any, framework) == RuleReach::some);  // which may be older than all
  CHECK(reach_of(rule("", "b"), today, framework) == RuleReach::none);
  CHECK(reach_of(rule("", "b"), old, framework) == RuleReach::all);
}

TEST_CASE("a script is judged by the releases that it may be for, and the report says which") {
  const auto report_on = [](const std::string& flags) {
    const std::string script = std::string(small_launch.substr(0, small_launch.size() - 1)) + flags;
    const ImportedLaunch launch = imported(script);
    return check_rules(launch.parsed.said, framework_named(launch.framework), real_presets());
  };
  const auto broken = [](const RulesReport& report, std::string_view id) -> const BrokenRule* {
    for (const BrokenRule& each : report.broken)
      if (each.id == id) return &each;
    return nullptr;
  };
  const RulesReport today = report_on(" --use-megatron-fsdp --data-parallel-sharding-strategy optim_grads_params");
  REQUIRE(broken(today, "megatron-fsdp-ckpt") != nullptr);
  CHECK(broken(today, "megatron-fsdp-ckpt")->severity == RuleSeverity::error);
  CHECK(says(today.release, " of 2026-"));
  const RulesReport older = report_on(" --use-custom-fsdp --data-parallel-sharding-strategy optim_grads_params");
  CHECK(older.release == "core 0.16, the last with --use-custom-fsdp");
  REQUIRE(broken(older, "megatron-fsdp-ckpt") != nullptr);
  CHECK(broken(older, "megatron-fsdp-ckpt")->severity == RuleSeverity::warning);
  CHECK(says(broken(older, "megatron-fsdp-ckpt")->message, "So from core 0.14 on."));
}

TEST_CASE("what only today's release refuses is no more than a warning for a script of any release, as of a fork") {
  const std::string script =
      "N=8\ntorchrun --nproc_per_node $N pretrain_gpt.py --num-layers 24 --hidden-size 1024 "
      "--num-attention-heads 16 --seq-length 1024 --max-position-embeddings 1024 "
      "--micro-batch-size 8 --global-batch-size 64 --fp16 --tensor-model-parallel-size 2";
  const auto severity = [&](const std::string& flags) -> std::optional<RuleSeverity> {
    const ImportedLaunch launch = imported(script + flags);
    for (const BrokenRule& each :
         check_rules(launch.parsed.said, framework_named(launch.framework), real_presets()).broken)
      if (each.id == "tp-cp-connections-env") return each.severity;
    return std::nullopt;
  };
  CHECK(severity("") == RuleSeverity::warning);                   // it may be older than 23.08
  CHECK(severity(" --vocab-size 50257") == RuleSeverity::error);  // it isn't
}

TEST_CASE("rules that a person asks for by the tool's name are those of the dialect that the launch is in") {
  LaunchedScenario said;
  said.launch.framework = "swiss-ai-megatron";
  const auto& frameworks = real_presets().frameworks;
  CHECK(rules_for(said, "megatron", frameworks)->preset == "swiss-ai-megatron");
  CHECK(rules_for(said, "torchtitan", frameworks)->preset == "torchtitan");
  CHECK(rules_for({}, "megatron", frameworks)->preset == "megatron");
  CHECK(rules_for(said, "none", frameworks) == nullptr);
}

namespace {

std::string told(std::initializer_list<std::string> flags) {
  const std::vector<std::string> all = flags;
  const LaunchFramework* framework = framework_of(all, LaunchForm::flags, real_presets().frameworks);
  return framework == nullptr ? "none" : framework->preset;
}

}  // namespace

TEST_CASE("what DeepSpeed gives every program tells Megatron-DeepSpeed only beside Megatron's own flags") {
  CHECK(told({"--deepspeed", "--deepspeed_config", "--max_length", "--lr"}) == "none");
  CHECK(told({"--deepspeed", "--deepspeed_config", "--num-attention-heads", "--micro-batch-size"}) ==
        "megatron-deepspeed");
  const LaunchFramework& dialect = framework_named("megatron-deepspeed");
  const std::vector<std::string> flags = {"--deepspeed", "--zero-stage", "--checkpoint-in-cpu"};
  CHECK(count_telling(dialect, flags) == 3);
  CHECK(count_telling_alone(dialect, flags) == 1);
  CHECK(tells(dialect, flags));
}

TEST_CASE("underscores for dashes tell where the whole text is written so, and a flag may tell it off") {
  const LaunchFramework& megatron = framework_named("epfllm-megatron");
  CHECK(with_dashes("--tensor_model_parallel_size") == "--tensor-model-parallel-size");
  CHECK(with_dashes("--bf16").empty());
  CHECK(writes_underscores(megatron, std::vector<std::string>{"--hidden_size", "--bf16"}));
  CHECK_FALSE(writes_underscores(megatron, std::vector<std::string>{"--hidden_size", "--num-layers"}));
  CHECK(is_told_off(framework_named("hf-trainer"), std::vector<std::string>{"--deepspeed"}));
  CHECK_FALSE(is_told_off(megatron, std::vector<std::string>{"--deepspeed"}));
}
