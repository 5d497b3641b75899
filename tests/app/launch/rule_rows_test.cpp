// Broken rules and what isn't read, mended by a button.
#include <doctest/doctest.h>

#include <algorithm>

#include "tests/app/launch/script_window.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

/// A sequence that the ranks don't share evenly.
void break_a_rule(WindowDriver& window) {
  window.click("tab.launch");
  Scenario scenario = window.scenario();
  scenario.plan.sequence_length = 8190;
  edit_scenario(window.explorer.session, scenario, "plan.sequence_length");
  end_step(window.explorer.session);
  window.frames(2);
}

}  // namespace

TEST_CASE("a rule that the plan breaks is mended by its button, and undo takes it back") {
  WindowDriver window("textbook-65k-h100");
  break_a_rule(window);
  const RulesReport& rules = window.explorer.of<LaunchState>().detail->rules;
  const auto broken = std::find_if(rules.broken.begin(), rules.broken.end(),
                                   [&](const BrokenRule& rule) { return window.shows("launch.mend_rule." + rule.id); });
  REQUIRE(broken != rules.broken.end());
  const std::string id = broken->id;
  CHECK(broken->headline.find("8190") != std::string::npos);
  window.click("launch.mend_rule." + id);
  window.frames(2);
  CHECK(window.plan().sequence_length != 8190);
  CHECK(std::none_of(window.explorer.of<LaunchState>().detail->rules.broken.begin(),
                     window.explorer.of<LaunchState>().detail->rules.broken.end(),
                     [&](const BrokenRule& rule) { return rule.id == id; }));
  CHECK_FALSE(window.shows("launch.mend_rule." + id));
  window.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  window.frames(2);
  CHECK(window.plan().sequence_length == 8190);
}

TEST_CASE("a rule that a script breaks is mended in its text") {
  WindowDriver window("gpt4-25k-a100", {1760, 2000, 1});
  paste_script(window, broken_script());
  window.frames(40);  // a change is tried a frame
  const std::vector<BrokenRule> broken = window.explorer.of<LaunchState>().detail->rules.broken;
  const auto mendable = std::find_if(broken.begin(), broken.end(), [&](const BrokenRule& rule) {
    return window.shows("launch.mend_rule." + rule.id);
  });
  REQUIRE(mendable != broken.end());
  window.click("launch.mend_rule." + mendable->id);
  window.frames(3);
  CHECK(window.explorer.session.history.present().source->text != broken_script());
  CHECK(window.explorer.of<LaunchState>().marked->lit.refused() == 0);
}

TEST_CASE("a flag that isn't understood is mended by the button beside it") {
  WindowDriver window;
  paste_script(window, script_with("--swiglu", "--swigluu"));
  window.frames(20);
  REQUIRE(window.shows("launch.mend_problem.0"));
  window.click("launch.mend_problem.0");
  window.frames(3);
  CHECK(window.explorer.session.taken.problems.empty());
  CHECK(window.scenario().model.gated_mlp);
}

TEST_CASE("pointing at the button says what it changes") {
  WindowDriver window("textbook-65k-h100");
  break_a_rule(window);
  const RulesReport& rules = window.explorer.of<LaunchState>().detail->rules;
  for (const BrokenRule& rule : rules.broken) {
    const std::string name = "launch.mend_rule." + rule.id;
    if (!window.shows(name)) continue;
    const Image before = window.picture();
    window.point_at(window.place(name).center());
    window.frames(60);
    CHECK(window.picture().rgba != before.rgba);
  }
}
