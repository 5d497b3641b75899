#include "core/launch/inexpressible.h"

#include "core/launch/export_launch.h"
#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

std::string change(const char* id, const char* framework = "megatron") {
  const LaunchFramework& owner = framework_named(framework);
  for (const FrameworkRule& rule : owner.rules)
    if (rule.id == id) return change_words(changes_of(*rule.holds, {}), owner);
  return "there is no such rule";
}

std::string words_on_precision(const std::vector<Inexpressible>& all) {
  for (const Inexpressible& each : all)
    if (each.path == "plan.precision") return each.words;
  return "";
}

std::string note_on_precision(const ExportedLaunch& launch) {
  for (std::size_t i = 0; i < launch.cannot_express.size(); ++i)
    if (launch.cannot_express[i].key == "plan.precision") return launch.notes[i];
  return "";
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
  for (const LaunchFramework* framework : offered_frameworks(real_presets().frameworks))
    for (const FrameworkRule& rule : framework->rules) {
      CAPTURE(rule.id);
      if (!rule.holds) continue;
      const std::string words = change_words(changes_of(*rule.holds, {}), *framework);
      CHECK(words.find("plan.") == std::string::npos);
      CHECK(words.find("model.h") == std::string::npos);
    }
}

TEST_CASE("all refusals are changes to make, each once") {
  const LaunchFramework& megatron = framework_named("megatron");
  RulesReport rules;
  const auto wants = [](const char* holds) { return changes_of(value_of(parse_expression(holds)), {}); };
  rules.broken.push_back({"a", "Why.", "", "s", RuleSeverity::error, {}, {}, wants("plan.sequence_parallel")});
  rules.broken.push_back({"b", "Why.", "", "s", RuleSeverity::error, {}, {}, wants("plan.sequence_parallel")});
  rules.broken.push_back({"c", "Why.", "", "s", RuleSeverity::warning, {}, {}, wants("plan.pp > 1")});
  rules.broken.push_back({"d", "A reason.", "", "s", RuleSeverity::error, {}, {}});
  const FrameworkFindings findings =
      framework_findings(rules, launched_of(small_scenario, {}), megatron, real_presets());
  CHECK(findings.changes == std::vector<std::string>{"add --sequence-parallel", "A reason."});
}

TEST_CASE("what a framework can't express of a plan is said, and nothing of a plan that it can") {
  const auto of = [](const char* framework, const std::vector<Setting>& settings) {
    std::string all;
    for (const Inexpressible& each :
         inexpressible(launched_of(small_scenario, settings), framework_named(framework), real_presets()))
      all += each.words + "; ";
    return all;
  };
  CHECK(of("megatron", {}).empty());
  CHECK(says(of("deepspeed", {"plan.virtual_stages=2"}), "plan.virtual_stages = 2"));
  CHECK(says(of("nanotron", {"plan.precision=\"fp8-delayed\""}), "plan.precision = fp8-delayed"));
  CHECK(says(of("fsdp2", {}), "plan.tp = "));
  const std::vector<Problem> problems =
      inexpressible_problems({{"plan.schedule", "plan.schedule = zb-h1"}}, framework_named("deepspeed"));
  REQUIRE(problems.size() == 1);
  CHECK(problems[0].path == "plan.schedule");
  CHECK(problems[0].severity == Severity::warning);
  CHECK(problems[0].message == "DeepSpeed can't express plan.schedule = zb-h1");
}

TEST_CASE("rules and export tell alike which precisions a framework can't say, and what it takes instead") {
  const struct {
    const char *framework, *precision, *taken;  // empty: the flags say it
  } cases[] = {{"megatron", "fp8", ""},
               {"megatron", "fp8-cs", ""},
               {"megatron", "fp8-tensorwise", ""},
               {"megatron", "fp8-delayed", ""},
               {"megatron", "fp8-blockwise", ""},
               {"megatron", "mxfp8", ""},
               {"megatron", "bf16", ""},
               {"megatron", "fp16", ""},
               {"megatron", "fp32", ""},
               {"megatron", "fp8-rowwise", "fp8-cs"},
               {"megatron", "tf32", "fp32"},
               {"megatron-bridge", "fp8", ""},
               {"torchtitan", "fp8-rowwise", ""},
               {"torchtitan", "fp8-delayed", "bf16"},
               {"nanotron", "fp8", "bf16"},
               {"deepspeed", "fp8-cs", "bf16"}};
  for (const auto& [name, precision, taken] : cases) {
    CAPTURE(name);
    CAPTURE(precision);
    const LaunchFramework& framework = framework_named(name);
    const LaunchedScenario scenario = launched_of(small_scenario, {"plan.precision=" + std::string(precision)});
    const std::string said = words_on_precision(inexpressible(scenario, framework, real_presets()));
    const ExportedLaunch launch = export_launch(scenario, framework, Launcher::none, real_presets());
    CAPTURE(launch.text);
    const std::string written = note_on_precision(launch);
    if (*taken == '\0') {
      CHECK(said.empty());
      CHECK(written.empty());
    } else {
      CHECK(said == "plan.precision = " + std::string(precision) + " (it takes " + taken + ")");
      CHECK(written == framework.title + " takes " + taken);
    }
    CHECK(with_defaults(imported(launch.text).parsed.said.scenario).plan.precision == scenario.scenario.plan.precision);
  }
}
