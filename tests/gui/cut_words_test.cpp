#include <doctest/doctest.h>

#include "tests/app/commands/run_command.h"
#include "tests/gui/drawn_words.h"
#include "tests/gui/window_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("the test sees words that are cut") {
  WindowDriver window("gpt4-25k-a100", {420, 720, 1});
  CHECK_FALSE(cut_words().empty());
}

TEST_CASE("no preset's window has cut words, large or small" * doctest::test_suite("long")) {
  for (const WindowSize size : {WindowSize{1760, 1080, 1}, WindowSize{1280, 720, 1}, WindowSize{3520, 2160, 2}})
    for (const LaunchedScenario& preset : real_presets().scenarios) {
      CAPTURE(preset.scenario.preset);
      CAPTURE(size.width);
      WindowDriver window(preset.scenario.preset, size);
      CHECK(joined_lines(cut_words()) == "");
    }
}

TEST_CASE("no word is cut while the step is played, nor in the tabs of some long names") {
  WindowDriver window("gpt4-25k-a100", {1760, 1080, 1});
  window.click("timeline.play");
  window.frames(30);
  CHECK(joined_lines(cut_words()) == "");
  WindowDriver tabs("llama3-405b-100k-h100", {1280, 720, 1});
  for (const char* other : {"llama3-8b-1024-h100", "gpt4-25k-a100"}) {
    tabs.key(ImGuiMod_Ctrl | ImGuiKey_T);
    open_preset(tabs.explorer.session, *real_presets().launched(other));
    tabs.set_value("plan.micro_batch", "2");
  }
  tabs.frames(2);
  CHECK(joined_lines(cut_words()) == "");
}

TEST_CASE("no word is cut once a change is shown, nor among the rarer fields") {
  for (const WindowSize size : {WindowSize{1760, 1080, 1}, WindowSize{1280, 720, 1}}) {
    CAPTURE(size.width);
    WindowDriver window("gpt4-25k-a100", size);
    window.set_value("plan.tp", "4");
    window.explorer.session.change.words = "Tensor 8 → 4";  // the hint line is as long as it has to be
    window.explorer.session.change.followed.clear();
    window.frames(2);
    CHECK(joined_lines(cut_words()) == "");
  }
  WindowDriver window("gpt4-25k-a100", {1760, 2400, 1});
  window.show_rarer_fields();
  window.frames(2);
  CHECK(joined_lines(cut_words()) == "");
}
