// The card of the check, in the window.
#include <doctest/doctest.h>

#include <algorithm>

#include "tests/gui/window_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("a rule that the plan breaks is shown, and another framework's rules hold when they are picked") {
  WindowDriver window("palm-540b-6144-tpu-v4");
  window.click("tab.launch");
  CHECK(window.explorer.session.launch.rules.empty());  // none of MaxText's is known
  CHECK(window.explorer.of<LaunchState>().detail->rules.broken.empty());
  CHECK(window.shows("launch.no_rules"));
  CHECK(window.shows("launch.unwritten"));
  window.click("launch.rules");
  window.click("launch.rules=Megatron-LM");
  const RulesReport& rules = window.explorer.of<LaunchState>().detail->rules;
  REQUIRE_FALSE(rules.broken.empty());
  CHECK(window.shows("launch.rule." + rules.broken.front().id));
  CHECK_FALSE(rules.broken.front().source.empty());
  CHECK(window.place("launch.release").min.y > window.place("launch.rules").center().y);  // below the heading
  window.click("launch.rules");
  window.click("launch.rules=DeepSpeed");
  CHECK(window.explorer.session.launch.rules == "deepspeed");
  CHECK(window.explorer.of<LaunchState>().detail->rules.title == "DeepSpeed");
  CHECK(window.explorer.session.launch.form.empty());
}

TEST_CASE("a click on a change that saves memory makes it, and undo takes it back") {
  WindowDriver window;
  window.click("tab.launch");
  CHECK_FALSE(window.shows("launch.change.0"));
  Scenario scenario = window.scenario();
  scenario.plan.tp = 4, scenario.plan.dp = 416, scenario.plan.global_batch = 7072;
  edit_scenario(window.explorer.session, scenario, "plan.tp");
  end_step(window.explorer.session);
  window.frames(2);
  REQUIRE_FALSE(window.explorer.session.report.fits);
  REQUIRE_FALSE((*window.explorer.of<LaunchState>().savings).empty());
  const Scenario wanted = (*window.explorer.of<LaunchState>().savings).front().scenario;
  window.click("launch.change.0");
  CHECK(window.scenario() == wanted);
  CHECK(window.explorer.session.report.fits);
  window.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  CHECK(window.scenario() == scenario);
}

TEST_CASE("the change that a rule wants is named, and what a framework can't express at all") {
  WindowDriver window("llama3-70b-4096-h100");
  window.click("tab.launch");
  CHECK(window.explorer.of<LaunchState>().detail->changes.empty());
  CHECK(window.explorer.of<LaunchState>().detail->unsaid.empty());
  Scenario scenario = window.scenario();
  scenario.plan.sequence_length = 8190;
  edit_scenario(window.explorer.session, scenario, "plan.sequence_length");
  window.frames(2);
  REQUIRE_FALSE(window.explorer.of<LaunchState>().detail->changes.empty());
  CHECK(window.explorer.of<LaunchState>().detail->changes.front().find("plan.") == std::string::npos);
  CHECK(window.shows("launch.wanted"));
  CHECK_FALSE(window.shows("launch.inexpressible"));
  window.click("launch.rules");
  window.click("launch.rules=DeepSpeed");
  CHECK_FALSE(window.explorer.of<LaunchState>().detail->unsaid.empty());
  CHECK(window.shows("launch.inexpressible"));
}

TEST_CASE("why no machine could run a plan stands below its verdict") {
  WindowDriver window("llama3-70b-4096-h100");
  window.click("tab.launch");
  CHECK_FALSE(window.shows("launch.problems"));
  Scenario scenario = window.scenario();
  scenario.plan.precision = Precision::nvfp4;
  edit_scenario(window.explorer.session, scenario, "plan.precision");
  window.frames(2);
  REQUIRE_FALSE(window.explorer.session.report.valid);
  CHECK(window.shows("launch.problems"));
}
