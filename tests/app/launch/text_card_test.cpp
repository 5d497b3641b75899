// The card of the launch's text, in the window.
#include <doctest/doctest.h>

#include <string>

#include "app/session/document/take_in.h"
#include "core/scenario_json/short_code.h"
#include "tests/gui/drawn_words.h"
#include "tests/gui/window_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

std::string clipboard() {
  const char* text = ImGui::GetClipboardText();
  return text != nullptr ? text : "";
}

}  // namespace

TEST_CASE("format and launcher are picked, and the button and the key copy what is shown") {
  WindowDriver window("llama3-70b-4096-h100");
  window.click("tab.launch");
  window.click("launch.copy");
  CHECK(clipboard() == window.explorer.of<LaunchState>().detail->exported.text);
  CHECK(clipboard().find("--tensor-model-parallel-size 8") != std::string::npos);
  CHECK(window.explorer.session.notice.text.find("Megatron-LM") != std::string::npos);
  window.click("launch.form");
  window.click("launch.form=torchtitan");
  CHECK(window.explorer.session.launch.form == "torchtitan");
  window.click("launch.slurm");
  CHECK(window.explorer.session.launch.launcher == Launcher::slurm);
  window.key(ImGuiMod_Ctrl | ImGuiKey_C);
  CHECK(clipboard().starts_with("#!/bin/bash"));
  CHECK(clipboard().find("#SBATCH --nodes=512") != std::string::npos);
  window.click("launch.plain");
  CHECK(window.explorer.of<LaunchState>().detail->exported.text.find("#SBATCH") == std::string::npos);
}

TEST_CASE("the text follows a drag on the panel while the view is shown") {
  WindowDriver window("llama3-70b-4096-h100");
  window.click("tab.launch");
  window.set_value("plan.global_batch", "2048");
  CHECK(window.explorer.of<LaunchState>().detail->exported.text.find("--global-batch-size 2048") != std::string::npos);
}

TEST_CASE("the scenario's code is copied by button and key, and pasting it brings the scenario back") {
  WindowDriver window;
  window.click("tab.launch");
  window.click("launch.copy_code");
  const std::string code = clipboard();
  CHECK(is_scenario_code(code));
  const Scenario before = window.scenario();
  window.set_value("plan.micro_batch", "2");
  REQUIRE(window.scenario() != before);
  ImGui::SetClipboardText(code.c_str());
  window.key(ImGuiMod_Ctrl | ImGuiKey_V);
  CHECK(window.scenario() == before);
  window.click("tab.explorer");
  ImGui::SetClipboardText("");
  window.key(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_C);
  CHECK(clipboard() == code);
}

TEST_CASE("all launchers can be picked in a small window") {
  WindowDriver window("llama3-70b-4096-h100", {1100, 700});
  window.click("tab.launch");
  for (const char* launcher : {"launch.slurm", "launch.torchrun", "launch.plain"})
    CHECK(window.explorer.places.find(launcher).has_value());
  window.click("launch.torchrun");
  CHECK(window.explorer.session.launch.launcher == Launcher::torchrun);
}

TEST_CASE("a line that is wider than the card is reached by scrolling sideways") {
  WindowDriver window("llama3-405b-16k-h100", {1180, 680, 1});
  window.click("tab.launch");
  const Rect area = window.place("launch.text");
  const Image before = window.picture();
  window.point_at(area.center());
  ImGui::GetIO().AddMouseWheelEvent(-8, 0);
  window.frames(3);
  CHECK(window.picture().rgba != before.rgba);
}

TEST_CASE("E over a line of the text keeps how the field comes about that its flag sets") {
  WindowDriver window("llama3-70b-4096-h100");
  window.click("tab.launch");
  window.frames(2);
  for (const DrawnRun& run : drawn_runs()) {
    if (run.words.find("tensor-model-parallel-size") == std::string::npos) continue;
    window.rest_at(run.rect.center());
    window.key(ImGuiKey_E);
  }
  REQUIRE(window.explorer.derivations.size() == 1);
  CHECK(window.explorer.derivations.front().name == "plan.tp");
}
