#include "core/scenario_json/short_code.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/core/scenario/cases.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

LaunchedScenario read_back(const std::string& code) {
  const Outcome<ParsedScenario> parsed = parse_scenario_code(code, real_presets());
  if (!succeeded(parsed)) FAIL(line_of(problems_of(parsed).front(), code));
  return value_of(parsed).said;
}

}  // namespace

TEST_CASE("every preset's code reads back as the preset and fits a line") {
  for (const LaunchedScenario& preset : real_presets().scenarios) {
    CAPTURE(preset.scenario.preset);
    const std::string code = scenario_code(preset, real_presets());
    CHECK(code.size() < 60);
    CHECK(read_back(code) == preset);
  }
}

TEST_CASE("what was changed of a preset comes back, what was taken away too") {
  LaunchedScenario said = *real_presets().launched("gpt4-25k-a100");
  said.scenario.plan.tp = 4;
  said.scenario.plan.dp = 416;
  said.scenario.plan.recompute.reset();
  said.scenario.plan.stage_layers = std::vector<std::int64_t>(15, 8);
  said.scenario.cluster.gpu.price_usd = 12345;
  said.scenario.run.tokens = 1e12;
  said.scenario.note.clear();
  const std::string code = scenario_code(said, real_presets());
  CHECK(code.size() < 200);
  CHECK(read_back(code) == said);
}

TEST_CASE("a scenario without a preset has a code too, and a setting goes on top") {
  const LaunchedScenario scenario = launched_of(small_scenario);
  const std::string code = scenario_code(scenario, real_presets());
  CHECK(code.size() < 220);
  CHECK(read_back("  " + code + "\n") == scenario);
  const Setting settings[] = {"plan.pp=4"};
  const auto changed = parse_scenario_code(code, real_presets(), settings);
  REQUIRE(succeeded(changed));
  CHECK(value_of(changed).said.scenario.plan.pp == 4);
}

TEST_CASE("a word is a code by its beginning; only signs that a double click selects are in one") {
  const std::string code = scenario_code(launched_of(small_scenario), real_presets());
  CHECK(is_scenario_code(code));
  CHECK(is_scenario_code(" " + code));
  CHECK_FALSE(is_scenario_code("gpt4-25k-a100"));
  CHECK_FALSE(is_scenario_code(""));
  CHECK(std::all_of(code.begin(), code.end(), [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '-'; }));
}

TEST_CASE("a code that was cut, mistyped or made up is one problem in words, at every place of the damage") {
  const std::string code = scenario_code(launched_of(small_scenario), real_presets());
  const auto refused = [](const std::string& word) {
    const auto parsed = parse_scenario_code(word, real_presets());
    return !succeeded(parsed) && problems_of(parsed).size() == 1 && !problems_of(parsed).front().message.empty();
  };
  for (std::size_t at = 12; at + 1 < code.size(); ++at) {
    std::string typo = code;
    typo[at] = typo[at] == 'A' ? 'B' : 'A';
    CHECK(refused(typo));
    CHECK(refused(code.substr(0, at)));
  }
  CHECK(refused("shardscope1_"));
  CHECK(refused("shardscope1_%%%%"));
  CHECK(refused("shardscope1_AAAAAAAA"));
  CHECK(refused("gpt4"));
}

TEST_CASE("a code of a preset that isn't here says which one") {
  Presets without = real_presets();
  const std::string code = scenario_code(*real_presets().launched("gpt4-25k-a100"), real_presets());
  std::erase_if(without.scenarios,
                [](const LaunchedScenario& said) { return said.scenario.preset == "gpt4-25k-a100"; });
  const auto parsed = parse_scenario_code(code, without);
  REQUIRE(!succeeded(parsed));
  CHECK(problems_of(parsed).front().message.find("gpt4-25k-a100") != std::string::npos);
}
