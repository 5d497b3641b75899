#include "core/frameworks/verdict.h"

#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

std::string change(const char* id, const char* framework = "megatron") {
  const LaunchFramework& owner = framework_named(framework);
  for (const FrameworkRule& rule : owner.rules)
    if (rule.id == id) return change_words(rule.requires_words, owner);
  return "there is no such rule";
}

}  // namespace

TEST_CASE("a broken rule says in flags what to change") {
  CHECK(change("moe-tp-needs-sp") == "add --sequence-parallel");
  CHECK(change("tp-cp-connections-env") == "export CUDA_DEVICE_MAX_CONNECTIONS=1");
  CHECK(change("heads-divisible-by-tp") == "make --num-attention-heads a multiple of --tensor-model-parallel-size");
  CHECK(change("cpu-offload-no-pp") == "set --pipeline-model-parallel-size to 1");
  CHECK(change("vpp-needs-pp") == "set --pipeline-model-parallel-size above 1");
  CHECK(change("seq-fits-positions") == "set --seq-length to at most --max-position-embeddings");
}

TEST_CASE("no change speaks of the rules' own names") {
  for (const LaunchFramework& framework : real_presets().frameworks)
    for (const FrameworkRule& rule : framework.rules) {
      CAPTURE(rule.id);
      const std::string words = change_words(rule.requires_words, framework);
      CHECK(words.find("plan.") == std::string::npos);
      CHECK(words.find("model.h") == std::string::npos);
    }
}

TEST_CASE("all refusals are changes to make, each once") {
  const LaunchFramework& megatron = framework_named("megatron");
  RulesReport rules;
  rules.broken.push_back({"a", "Why.", "plan.sequence_parallel", "s", RuleSeverity::error, {}, {}});
  rules.broken.push_back({"b", "Why.", "plan.sequence_parallel", "s", RuleSeverity::error, {}, {}});
  rules.broken.push_back({"c", "Why.", "plan.pp > 1", "s", RuleSeverity::warning, {}, {}});
  rules.broken.push_back({"d", "A reason.", "", "s", RuleSeverity::error, {}, {}});
  CHECK(wanted_changes(rules, megatron) == std::vector<std::string>{"add --sequence-parallel", "A reason."});
}

TEST_CASE("what a framework can't express of a plan is said, and nothing of a plan that it can") {
  const auto of = [](const char* framework, const std::vector<std::string>& settings) {
    std::string all;
    for (const std::string& each :
         inexpressible(scenario_of(small_scenario, settings), framework_named(framework), real_presets()))
      all += each + "; ";
    return all;
  };
  CHECK(of("megatron", {}).empty());
  CHECK(says(of("deepspeed", {"plan.virtual_stages=2"}), "plan.virtual_stages = 2"));
  CHECK(says(of("nanotron", {"plan.precision=\"fp8-delayed\""}), "plan.precision = fp8-delayed"));
  CHECK(says(of("fsdp2", {}), "plan.tp = "));
  const std::vector<Problem> problems = inexpressible_problems({"plan.schedule = zb-h1"}, framework_named("deepspeed"));
  REQUIRE(problems.size() == 1);
  CHECK(problems[0].path == "plan.schedule");
  CHECK(problems[0].severity == Severity::warning);
  CHECK(problems[0].message == "DeepSpeed can't express plan.schedule = zb-h1");
}
