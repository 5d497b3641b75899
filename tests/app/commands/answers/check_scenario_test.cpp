#include "app/commands/answers/check_scenario.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "tests/real_presets.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

ParsedScenario preset_scenario(const char* name) {
  return {*real_presets().launched(name), {}, {}};
}

}  // namespace

TEST_CASE("a scenario of no launch is checked by no framework unless one is named") {
  const ParsedScenario loaded = preset_scenario("llama3-70b-4096-h100");
  const Checked alone = check_scenario("a name", loaded, real_presets());
  CHECK(alone.named.source == "a name");
  CHECK_FALSE(alone.findings.has_value());
  CHECK_FALSE(json_of(alone, TensorLists::none).contains("rules"));
  const Checked by_rules = check_scenario("a name", loaded, real_presets(), "megatron");
  REQUIRE(by_rules.findings.has_value());
  CHECK(json_of(by_rules, TensorLists::none).at("rules").is_object());
}

TEST_CASE("a launch is checked by its own framework") {
  ParsedScenario loaded = preset_scenario("llama3-70b-4096-h100");
  loaded.said.launch.framework = real_presets().frameworks.front().preset;
  const Checked checked = check_scenario("", loaded, real_presets());
  REQUIRE(checked.findings.has_value());
  CHECK(checked.findings->rules.framework == real_presets().frameworks.front().preset);
}
