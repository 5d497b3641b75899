#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "app/files/files.h"
#include "core/evaluate/evaluate.h"
#include "core/scenario_json/parse.h"
#include "tests/app/commands/run_command.h"
#include "tests/temporary_folder.h"

using namespace shardscope;
using namespace shardscope::tests;
using Json = nlohmann::json;

namespace {

BalanceCommand balance_of(BalanceGoal goal, bool json) {
  BalanceCommand command;
  command.scenario = "gpt3-175b-v100";
  command.goal = goal;
  command.json = json;
  return command;
}

}  // namespace

TEST_CASE("a balance as JSON has both layouts, and the scenario that it gives says the same when it is evaluated") {
  const Ran ran = run_command(balance_of(BalanceGoal::lowest_peak, true));
  REQUIRE(ran.status == 0);
  const Json answer = Json::parse(ran.out);
  CHECK(answer["goal"] == "memory");
  CHECK(answer["changed"] == true);
  CHECK(answer["after"]["peak_bytes"] < answer["before"]["peak_bytes"]);
  const Outcome<ParsedScenario> scenario = parse_scenario(answer["scenario"].dump(), real_presets());
  REQUIRE(succeeded(scenario));
  const Report report = evaluate(value_of(scenario).said.scenario);
  CHECK(report.memory.peak.value == answer["after"]["peak_bytes"].get<double>());
  CHECK(report.time->step.value == answer["after"]["step_seconds"].get<double>());
}

TEST_CASE("as text it says what is gained, and both layouts as Megatron's strings") {
  const Ran ran = run_command(balance_of(BalanceGoal::lowest_peak, false));
  CHECK(ran.status == 0);
  CHECK(ran.out.find("% memory, +") != std::string::npos);
  CHECK(ran.out.find("Et*12|(t*12|)*6,t*12L") != std::string::npos);
  CHECK(ran.out.find("Balanced") != std::string::npos);
}

TEST_CASE("the layout found is saved as a scenario, and a plan that can't run is refused") {
  const TemporaryFolder folder;
  BalanceCommand command = balance_of(BalanceGoal::lowest_peak, false);
  command.save = folder.path("balanced.json");
  CHECK(run_command(command).status == 0);
  const Outcome<std::string> text = read_text_file(command.save, 1U << 20U);
  REQUIRE(succeeded(text));
  const Outcome<ParsedScenario> saved = parse_scenario(value_of(text), real_presets());
  REQUIRE(succeeded(saved));
  CHECK(value_of(saved).said.scenario.plan.stage_layers);
  command.save = folder.path("missing/balanced.json");
  CHECK(run_command(command).status == 1);
  command.settings = {"plan.tp=7"};
  const Ran refused = run_command(command);
  CHECK(refused.status == 1);
  CHECK(refused.out.empty());
  CHECK(refused.error.find("plan.tp") != std::string::npos);
}
