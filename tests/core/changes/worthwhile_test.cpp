#include "core/changes/worthwhile.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "core/evaluate/evaluate.h"
#include "core/scenario_json/parse.h"
#include "core/scenario_json/write.h"
#include "tests/core/step/preset_scenarios.h"

using namespace shardscope;

TEST_CASE("changes worth most stand first, by memory and time together, whether the plan fits or not") {
  const Scenario fitting = preset_scenario("gpt4-25k-a100");
  Scenario over = gpt3_on(4, 4, 4);
  over.plan.shard_group.reset();
  for (const Scenario& scenario : {fitting, over}) {
    const Report before = evaluate(scenario);
    const std::vector<MemorySaving> changes = worthwhile_changes(scenario, before, 5);
    REQUIRE_FALSE(changes.empty());
    CHECK(changes.size() <= 5);
    for (std::size_t i = 0; i < changes.size(); ++i) {
      CAPTURE(changes[i].words);
      const Report after = evaluate(changes[i].scenario);
      CHECK(after.fits);
      CHECK(changes[i].peak == after.memory.peak);
      const double left = after.memory.peak / before.memory.peak * before.throughput->tokens_per_second /
                          after.throughput->tokens_per_second;
      CHECK(*left_of(changes[i]) == doctest::Approx(left));
      CHECK(left <= 0.99);
      if (i == 0) continue;
      CHECK((saves_both(changes[i - 1]) || !saves_both(changes[i])));  // what is better in both stands first
      if (saves_both(changes[i - 1]) == saves_both(changes[i])) CHECK(*left_of(changes[i - 1]) <= *left_of(changes[i]));
    }
  }
}

TEST_CASE("of GPT-4 more expert parallelism is among them: much memory for little time") {
  const Scenario scenario = preset_scenario("gpt4-25k-a100");
  const std::vector<MemorySaving> changes = worthwhile_changes(scenario, evaluate(scenario), 5);
  const auto found = std::find_if(changes.begin(), changes.end(),
                                  [](const MemorySaving& change) { return change.words.starts_with("EP 1 "); });
  REQUIRE(found != changes.end());
  CHECK(found->saved.value > 20e9);
  CHECK(*found->slower < 0.1);
}

TEST_CASE("a plan that no machine could run has no change worth its figures") {
  const Scenario scenario = gpt3_on(5, 1, 1);
  CHECK(worthwhile_changes(scenario, evaluate(scenario), 3).empty());
}

TEST_CASE("law: a hint's settings, given to --set, give the hint's figures, on all presets") {
  int tried = 0;
  for (const auto& [preset, launch] : all_presets().scenarios) {
    CAPTURE(preset.preset);
    const std::string text = write_scenario(preset, all_presets());
    for (const MemorySaving& change : worthwhile_changes(preset, evaluate(preset), 8)) {
      CAPTURE(change.words);
      REQUIRE_FALSE(change.settings.empty());
      const Outcome<ParsedScenario> set = parse_scenario(text, all_presets(), change.settings);
      REQUIRE(succeeded(set));
      const Report hinted = evaluate(change.scenario), after = evaluate(value_of(set).said.scenario);
      CHECK(after.memory.peak == change.peak);
      CHECK(after.fits == change.fits);
      CHECK(after.time.has_value() == hinted.time.has_value());
      if (after.time && hinted.time) CHECK(after.time->step == hinted.time->step);
      ++tried;
    }
  }
  CHECK(tried > 50);
}

TEST_CASE("a hint says what follows too: EP 1 to 2 of GPT-4 keeps its experts split over 8") {
  const Scenario scenario = *all_presets().scenario("gpt4-25k-a100");  // as it is written
  const std::vector<MemorySaving> changes = worthwhile_changes(scenario, evaluate(scenario), 5);
  const auto found = std::find_if(changes.begin(), changes.end(),
                                  [](const MemorySaving& change) { return change.words == "EP 1 → 2"; });
  REQUIRE(found != changes.end());
  CHECK(std::find(found->settings.begin(), found->settings.end(), Setting("plan.ep=2")) != found->settings.end());
  CHECK(std::find(found->settings.begin(), found->settings.end(), Setting("plan.etp=8")) != found->settings.end());
}
