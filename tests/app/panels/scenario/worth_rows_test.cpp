#include "app/panels/scenario/worth_rows.h"

#include <doctest/doctest.h>

#include "core/evaluate/evaluate.h"
#include "tests/gui/drawn_words.h"
#include "tests/gui/window_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

bool shows(const std::string& words) {
  for (const DrawnRun& run : drawn_runs())
    if (run.words.find(words) != std::string::npos) return true;
  return false;
}

/// Frames until all changes are tried, which are as many as the machine is slow.
void try_all(WindowDriver& window) {
  window.frames(3);
  for (int frame = 0; frame < 500 && window.explorer.worth.working; ++frame) window.frames(1);
}

}  // namespace

TEST_CASE("the panel says which changes are worth most, and a click makes one, in a step that is undone") {
  WindowDriver window("gpt4-25k-a100");
  try_all(window);
  const Scenario before = window.explorer.session.history.present().said.scenario;
  const std::vector<MemorySaving> expected =
      worthwhile_changes(before, evaluate(before), 2, window.explorer.session.holds);
  REQUIRE(expected.size() == 2);
  CHECK(shows(expected.front().words));
  const Bytes peak = window.explorer.session.report.memory.peak;
  window.click("worth.0");
  CHECK(window.explorer.session.history.present().said.scenario == expected.front().scenario);
  CHECK(window.explorer.session.report.memory.peak.value == doctest::Approx((peak - expected.front().saved).value));
  window.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  CHECK(window.explorer.session.history.present().said.scenario == before);
}

TEST_CASE("changes that are worth most are said of a plan that doesn't fit, and none of one that is impossible") {
  WindowDriver window("gpt4-25k-a100");
  Scenario scenario = window.explorer.session.history.present().said.scenario;
  scenario.plan.sequence_length = 65536;
  edit_as_step(window.explorer.session, scenario, "plan.sequence_length");
  try_all(window);
  REQUIRE(window.explorer.session.report.valid);
  REQUIRE_FALSE(window.explorer.session.report.fits);
  REQUIRE(window.shows("worth.0"));
  CHECK(window.explorer.worth.most.front().fits);
  scenario.plan.tp = 7;
  edit_as_step(window.explorer.session, scenario, "plan.tp");
  window.frames(3);
  REQUIRE_FALSE(window.explorer.session.report.valid);
  CHECK_FALSE(window.shows("worth.0"));
}

TEST_CASE("they are said whatever the plan: of thousands of passes, beside notes of what is wrong, in a small window") {
  for (const char* preset : {"llama3-405b-16k-h100", "deepseek-v3-2048-h800", "gpt4-25k-a100"})
    for (const auto& size :
         {tests::WindowSize{1760, 1080, 1}, tests::WindowSize{1280, 720, 1}, tests::WindowSize{1024, 640, 1}}) {
      CAPTURE(preset);
      CAPTURE(size.width);
      WindowDriver window(preset, size);
      try_all(window);
      CHECK(window.shows("worth.0"));
      CHECK(window.shows("worth.1"));
    }
  WindowDriver window("gpt4-25k-a100");
  Scenario scenario = window.explorer.session.history.present().said.scenario;
  scenario.plan.tp = 4;
  edit_as_step(window.explorer.session, scenario, "plan.tp");
  try_all(window);
  REQUIRE_FALSE(window.explorer.session.report.fits);
  CHECK(window.shows("worth.0"));
}

TEST_CASE("nothing moves by itself for changes that are still to be tried where a view has the window") {
  WindowDriver window("gpt4-25k-a100");
  window.click("tab.sweep");
  window.explorer.worth.working = true;  // as left by a frame with the panel
  window.frames(2);
  CHECK_FALSE(window.explorer.worth.working);
}
