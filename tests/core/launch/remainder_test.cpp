#include <algorithm>

#include "core/frameworks/write_flags.h"
#include "core/launch/export_launch.h"
#include "tests/core/frameworks/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

LaunchRemainder remainder(const Scenario& scenario, std::string_view framework) {
  const LaunchFramework& to = framework_named(framework);
  return remainder_of(scenario, to, write_flags(to, {with_defaults(scenario), {}}), real_presets());
}

}  // namespace

TEST_CASE("nothing of the plan is left beside flags that say all of it") {
  const LaunchRemainder left = remainder(scenario_of(small_scenario), "megatron");
  CHECK(left.plan.empty());
  CHECK(std::find(left.rest.begin(), left.rest.end(), "model.preset=\"llama2-7b\"") != left.rest.end());
  CHECK(
      std::any_of(left.rest.begin(), left.rest.end(), [](const Setting& setting) { return setting.key == "cluster"; }));
}

TEST_CASE("what no flag says is left, each field once") {
  const LaunchRemainder left =
      remainder(scenario_of(small_scenario, {"plan.schedule=\"zb-h2\"", "plan.expert_imbalance=2"}), "megatron");
  CHECK(left.plan == std::vector<Setting>{"plan.schedule=\"zb-h2\"", "plan.expert_imbalance=2.0"});
  CHECK(remainder(scenario_of(small_scenario), "deepspeed").plan[0] == "model=\"llama2-7b\"");
}

TEST_CASE("rotary scaling is said where a framework can, and above the text where it can't") {
  const std::vector<Setting> llama = {
      R"(model.rope_scaling={"rope_type":"llama3","factor":16.0,"low_freq_factor":1.0,"high_freq_factor":4.0,)"
      R"("original_max_position_embeddings":8192})"};
  const LaunchedScenario scaled = launched_of(small_scenario, llama);
  const auto text = [&](const LaunchedScenario& scenario, const char* framework) {
    return export_launch(scenario, framework_named(framework), Launcher::none, real_presets()).text;
  };
  CHECK(says(text(scaled, "megatron"), "  --rope-scaling-factor 16 \\\n  --use-rope-scaling"));
  CHECK_FALSE(says(text(scaled, "megatron"), "model.rope_scaling ="));
  CHECK(says(text(scaled, "nanotron"), "    rope_scaling:\n      rope_type: \"llama3\"\n      factor: 16.0\n"));
  CHECK(says(text(scaled, "megatron-bridge"), "shardscope: model.rope_scaling = "));
  for (const char* framework : {"megatron", "nanotron", "megatron-bridge"})
    CHECK_MESSAGE(
        imported(text(scaled, framework)).parsed.said.scenario.model.rope_scaling == scaled.scenario.model.rope_scaling,
        framework);
  const LaunchedScenario yarn =
      launched_of(small_scenario, {R"(model.rope_scaling={"rope_type":"yarn","factor":4.0})"});
  CHECK(says(text(yarn, "megatron"), "shardscope: model.rope_scaling = {\"factor\":4.0,\"rope_type\":\"yarn\"}"));
  CHECK_FALSE(says(text(yarn, "megatron"), "--use-rope-scaling"));
}

TEST_CASE("a model that is no flavor of torchtitan's keeps chunks per rank and recomputed layers") {
  const struct {
    const char* framework;
    std::vector<Setting> settings;
  } cases[] = {
      {"torchtitan", {"plan.virtual_stages=2"}},
      {"torchtitan-2026-08", {"plan.virtual_stages=2"}},
      {"torchtitan", {R"(plan.recompute={"mode":"full","layers":2,"method":"block"})"}},
      {"torchtitan", {"plan.virtual_stages=2", R"(plan.recompute={"mode":"full","layers":3,"method":"block"})"}},
      {"torchtitan-2026-08", {R"(plan.recompute={"mode":"full","layers":2,"method":"block"})"}},
  };
  for (const auto& [framework, settings] : cases)
    for (const Launcher launcher : {Launcher::none, Launcher::slurm}) {
      std::vector<Setting> all = {"model.num_hidden_layers=48"};
      all.insert(all.end(), settings.begin(), settings.end());
      const LaunchedScenario scenario = launched_of(small_scenario, all);
      const ExportedLaunch launch = export_launch(scenario, framework_named(framework), launcher, real_presets());
      CAPTURE(launch.text);
      const Scenario wanted = with_defaults(scenario.scenario),
                     got = with_defaults(imported(launch.text).parsed.said.scenario);
      CHECK(got.plan.virtual_stages == wanted.plan.virtual_stages);
      CHECK(got.plan.recompute == wanted.plan.recompute);
      CHECK(got.model.num_hidden_layers == 48);
    }
}

TEST_CASE("virtual stages that become a layout take no flag of the launch with them") {
  std::string script(small_launch);
  const std::string_view rate = "--lr 3e-4";
  script.replace(script.find(rate), rate.size(),
                 "--lr 3e-4 --tokenizer-type NullTokenizer --num-layers-per-virtual-pipeline-stage 4");
  LaunchedScenario said = imported(script).parsed.said;
  REQUIRE(said.scenario.plan.virtual_stages == 4);
  const auto exported = [&] {
    return export_launch(said, framework_named("megatron"), Launcher::none, real_presets()).text;
  };
  CHECK(exported().find("--tokenizer-type NullTokenizer") != std::string::npos);
  said.scenario.plan.stage_layers = std::vector<std::int64_t>{3, 4, 4, 4, 4, 4, 4, 5};
  CHECK(exported().find("--pipeline-model-parallel-layout") != std::string::npos);
  CHECK(exported().find("--tokenizer-type NullTokenizer") != std::string::npos);
}
