#include "app/session/own_presets.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>

#include "tests/app/desk.h"
#include "tests/gui/window_driver.h"
#include "tests/temporary_folder.h"

using namespace shardscope;
using namespace shardscope::testing;

TEST_CASE("a scenario that is saved as a preset is in the list at once, and is what its fields go back to") {
  const tests::TemporaryFolder folder;
  Explorer explorer = explorer_on("gpt4-25k-a100");
  edit(explorer, "plan.micro_batch", [](Scenario& scenario) { scenario.plan.micro_batch = 2; });
  REQUIRE(save_as_preset(explorer.session, "GPT-4, micro-batch 2.json", folder.path(".")));
  CHECK(std::filesystem::exists(folder.path("scenarios") + "/gpt-4-micro-batch-2.json"));
  const Scenario* preset = explorer.session.presets->scenario("gpt-4-micro-batch-2");
  REQUIRE(preset != nullptr);
  CHECK(preset->plan.micro_batch == 2);
  CHECK(preset->name == "GPT-4, micro-batch 2");
  CHECK_FALSE(explorer.session.history.present().edited());
  CHECK(explorer.session.history.present().said.scenario.preset == "gpt-4-micro-batch-2");
  CHECK(shipped_presets().scenario("gpt-4-micro-batch-2") == nullptr);
  CHECK(explorer.session.presets_version == 1);
  REQUIRE(save_as_preset(explorer.session, "again", folder.path(".")));
  CHECK(explorer.session.presets_version == 2);  // what is made of them goes by this, not by where they lie
  open_preset(explorer.session, *explorer.session.presets->launched("llama3-70b-4096-h100"));
  CHECK(explorer.session.report.valid);
}

TEST_CASE("without a folder, or one that can't be made, the reason is said") {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  CHECK_FALSE(save_as_preset(explorer.session, "x", ""));
  CHECK(explorer.session.notice.bad);
  CHECK_FALSE(save_as_preset(explorer.session, "x", "/proc/nowhere"));
  CHECK(explorer.session.notice.text.find("/proc/nowhere") != std::string::npos);
  CHECK(explorer.session.presets == &shipped_presets());
}

TEST_CASE("in the window: Save, then Save as preset, and the list of scenarios has it") {
  const tests::TemporaryFolder folder;
  const char* before = std::getenv("XDG_CONFIG_HOME");
  const std::string kept = before != nullptr ? before : "";
  setenv("XDG_CONFIG_HOME", folder.path("config").c_str(), 1);
  tests::WindowDriver window;
  window.set_value("plan.micro_batch", "2");
  window.click("button.save");
  window.click("dialog.name");
  window.key(ImGuiMod_Ctrl | ImGuiKey_A);
  window.type("my plan");
  window.click("dialog.preset");
  CHECK(window.explorer.session.picker.mode == PickerMode::closed);
  CHECK(std::filesystem::exists(folder.path("config") + "/shardscope/presets/scenarios/my-plan.json"));
  window.click("scenario");
  window.type("my pl");
  CHECK(window.shows("scenario=my-plan"));
  window.key(ImGuiKey_Enter);
  CHECK(window.scenario().name == "my plan");
  CHECK(window.plan().micro_batch == 2);
  if (before != nullptr)
    setenv("XDG_CONFIG_HOME", kept.c_str(), 1);
  else
    unsetenv("XDG_CONFIG_HOME");
}
