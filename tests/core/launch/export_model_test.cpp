#include "core/launch/export_launch.h"
#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("a launch that says its uneven split itself is refused by no rule, and exports to the same flags") {
  std::string script(small_launch);
  const std::string_view flag = "--sequence-parallel";
  REQUIRE(script.find(flag) != std::string::npos);
  script.replace(script.find(flag), flag.size(), "--sequence-parallel --decoder-first-pipeline-num-layers 10");
  const LaunchedScenario scenario = imported(script).parsed.said;
  const LaunchFramework& megatron = framework_named("megatron");
  for (const BrokenRule& rule : check_rules(scenario, megatron, real_presets()).broken)
    CHECK(rule.id != "layout-excludes-others");
  const std::string text = export_launch(scenario, megatron, Launcher::none, real_presets()).text;
  CAPTURE(text);
  CHECK(says(text, "--decoder-first-pipeline-num-layers 10"));
  CHECK_FALSE(says(text, "--pipeline-model-parallel-layout"));
  CHECK(with_defaults(imported(text).parsed.said.scenario).plan.stage_layers ==
        with_defaults(scenario).scenario.plan.stage_layers);
}

TEST_CASE("rotary base, norm epsilon and activation go from a config.json into the flags, and back") {
  const LaunchedScenario& nemotron = *real_presets().launched("nemotron4-340b-6144-h100");
  const LaunchedScenario& llama = *real_presets().launched("llama3-70b-4096-h100");
  const auto text = [&](const LaunchedScenario& scenario, const char* framework) {
    return export_launch(scenario, framework_named(framework), Launcher::none, real_presets()).text;
  };
  CHECK(says(text(llama, "megatron"), "--rotary-base 500000"));
  CHECK(says(text(llama, "megatron"), "--norm-epsilon 1e-05"));
  CHECK(says(text(nemotron, "megatron"), "--squared-relu"));
  CHECK(says(text(llama, "nanotron"), "rope_theta: 500000.0"));
  CHECK(says(text(llama, "nanotron"), "rms_norm_eps: 1.0e-05"));
  CHECK(says(text(llama, "nanotron"), "hidden_act: silu"));
  CHECK(says(text(llama, "megatron-bridge"), "cfg.model.rotary_base = 500000"));
  std::string script = text(llama, "megatron");
  const std::string named = "# shardscope: model.preset";
  const std::size_t at = script.find(named);
  REQUIRE(at != std::string::npos);
  script.erase(at, script.find('\n', at) - at + 1);
  const Model read = imported(script).parsed.said.scenario.model;
  CHECK(read.rope_theta == 500000);
  CHECK(read.rms_norm_eps == 1e-5);
}
