#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "core/scenario_json/parse.h"
#include "core/scenario_json/short_code.h"
#include "tests/app/commands/run_command.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("what is shown of a preset reads back as that preset") {
  const Ran scenario = run_command(ShowCommand{PresetKind::scenarios, "gpt4-25k-a100"});
  CHECK(scenario.status == 0);
  const auto parsed = parse_scenario(scenario.out, real_presets());
  REQUIRE(succeeded(parsed));
  CHECK(value_of(parsed).said.scenario.plan == real_presets().scenario("gpt4-25k-a100")->plan);

  const auto model = parse_model(run_command(ShowCommand{PresetKind::models, "llama3-8b"}).out, real_presets());
  REQUIRE(succeeded(model));
  CHECK(value_of(model).model.hidden_size == real_presets().model("llama3-8b")->hidden_size);

  const auto gpu = parse_gpu(run_command(ShowCommand{PresetKind::gpus, "h100-sxm"}).out, real_presets());
  REQUIRE(succeeded(gpu));
  CHECK(value_of(gpu).memory_bandwidth == real_presets().gpu("h100-sxm")->memory_bandwidth);

  const auto cluster = parse_cluster(run_command(ShowCommand{PresetKind::clusters, "16k-h100"}).out, real_presets());
  REQUIRE(succeeded(cluster));
  CHECK(value_of(cluster).gpus == real_presets().cluster("16k-h100")->gpus);
}

TEST_CASE("a preset that isn't there is status 1 and one line that names a near one") {
  const Ran ran = run_command(ShowCommand{PresetKind::gpus, "h100-sxn"});
  CHECK(ran.status == 1);
  CHECK(ran.out.empty());
  CHECK(ran.error == "h100-sxn: there is no such preset among the gpus; did you mean h100-sxm?\n");
}

TEST_CASE("a scenario's code is shown as the scenario, as an argument and from stdin") {
  const LaunchedScenario& preset = *real_presets().launched("gpt4-25k-a100");
  const std::string code = scenario_code(preset, real_presets());
  for (const auto& [name, input] : {std::pair(code, std::string()), std::pair(std::string("-"), code)}) {
    const Ran ran = run_command(ShowCommand{PresetKind::scenarios, name}, input);
    CHECK(ran.status == 0);
    const auto parsed = parse_scenario(ran.out, real_presets());
    REQUIRE(succeeded(parsed));
    CHECK(value_of(parsed).said.scenario.plan == preset.scenario.plan);
  }
  const Ran broken = run_command(ShowCommand{PresetKind::scenarios, "-"}, "shardscope1_AAAA");
  CHECK(broken.status == 1);
  CHECK(broken.error.starts_with("stdin: "));
}
