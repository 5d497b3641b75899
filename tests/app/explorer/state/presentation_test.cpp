#include "app/explorer/state/presentation.h"

#include <doctest/doctest.h>

#include "app/explorer/command_palette.h"
#include "tests/gui/window_driver.h"
#include "tests/real_presets.h"
#include "tests/temporary_folder.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

std::size_t step_of(const WindowDriver& window) {
  REQUIRE(window.explorer.presentation.running);
  return window.explorer.presentation.running->at;
}

}  // namespace

TEST_CASE("F5 presents without controls, a clicker goes on and back, and Esc leads back to what was there") {
  WindowDriver window;
  const Scenario before = window.scenario();
  CHECK(window.shows("plan.tp"));
  window.key(ImGuiKey_F5);
  CHECK_FALSE(window.shows("plan.tp"));
  CHECK_FALSE(window.shows("button.undo"));
  CHECK(window.explorer.grown == "memory");
  window.key(ImGuiKey_PageUp);
  CHECK(step_of(window) == 0);
  for (std::size_t step = 1; step < 5; ++step) {
    window.key(ImGuiKey_PageDown);
    CHECK(step_of(window) == step);
  }
  CHECK(window.explorer.grown == "run");
  window.key(ImGuiKey_PageDown);  // there is no further one
  CHECK(step_of(window) == 4);
  window.key(ImGuiKey_PageUp);
  CHECK(step_of(window) == 3);
  window.key(ImGuiKey_Escape);
  CHECK_FALSE(window.explorer.presentation.running);
  CHECK(window.explorer.grown.empty());
  CHECK(window.scenario() == before);
  window.frames(2);
  CHECK(window.shows("plan.tp"));
}

TEST_CASE("steps that were prepared come back as they were, whatever was changed in between") {
  WindowDriver window;
  window.key(ImGuiKey_F6);
  window.set_value("plan.tp", "4");
  window.click("button.present");
  CHECK(window.explorer.presentation.running->slides.size() == 1);
  window.key(ImGuiKey_F5);
  CHECK(window.plan().tp == 4);  // as it was before it was presented
  window.key(ImGuiKey_F6);
  REQUIRE(window.explorer.presentation.prepared.size() == 2);
  CHECK(window.explorer.presentation.prepared[1].title.find("8 → 4") != std::string::npos);
  window.key(ImGuiKey_F5);
  CHECK(window.plan().tp == 8);
  window.key(ImGuiKey_PageDown);
  CHECK(window.plan().tp == 4);
  Scenario changed = window.scenario();
  changed.plan.micro_batch = 2;
  edit_as_step(window.explorer.session, changed, "plan.micro_batch");
  window.key(ImGuiKey_PageUp);
  window.key(ImGuiKey_PageDown);
  CHECK(window.plan().micro_batch == 1);
  window.key(ImGuiMod_Ctrl | ImGuiKey_Z);  // undo goes on to count
  CHECK(window.plan().tp == 8);
  window.key(ImGuiKey_Escape);
  CHECK(window.plan().tp == 4);
  forget_slides(window.explorer);
  CHECK(window.explorer.presentation.prepared.empty());
}

TEST_CASE("a lesson that is open is what is presented") {
  WindowDriver window;
  window.explorer.of<LessonsState>().open = "bubble";
  window.key(ImGuiKey_F5);
  REQUIRE(window.explorer.presentation.running);
  CHECK(window.explorer.presentation.running->slides.size() > 5);
  for (std::size_t i = 1; i < window.explorer.presentation.running->slides.size(); ++i) window.key(ImGuiKey_PageDown);
  CHECK(step_of(window) + 1 == window.explorer.presentation.running->slides.size());
  window.key(ImGuiKey_Escape);
  CHECK(window.scenario().preset == "gpt4-25k-a100");
}

TEST_CASE("the palette knows the presentation") {
  WindowDriver window;
  add_slide(window.explorer);
  const ViewFrame frame = window.view_frame();
  const std::vector<PaletteEntry> entries = palette_entries(window.explorer, frame);
  const std::vector<const PaletteEntry*> found = found_entries(entries, "presentation");
  REQUIRE_FALSE(found.empty());
  CHECK(found.front()->name.find("presentation") != std::string::npos);
}

TEST_CASE("what is said to a step is typed while it is shown, and kept with it") {
  WindowDriver window;
  window.key(ImGuiKey_F6);
  window.key(ImGuiKey_F5);
  window.key(ImGuiKey_E);
  window.frames(2);
  window.type("Eight GPUs share a layer");
  window.key(ImGuiKey_Enter);
  window.frames(2);
  CHECK_FALSE(window.explorer.presentation.running->typing);
  CHECK(window.explorer.presentation.prepared[0].note == "Eight GPUs share a layer");
  window.key(ImGuiKey_Escape);
  window.key(ImGuiKey_F5);
  CHECK(window.explorer.presentation.running->slides[0].note == "Eight GPUs share a layer");
}

TEST_CASE("after a presentation the document is what it was: its file, its edits and what they are counted from") {
  const TemporaryFolder folder;
  WindowDriver window("gpt2-xl-8-a100");
  window.key(ImGuiKey_F6);
  Session& session = window.explorer.session;
  open_preset(session, *real_presets().launched("gpt4-25k-a100"));
  REQUIRE(save_file(session, folder.path("mine.json")));
  window.frames(2);
  window.set_value("plan.tp", "4");
  const Document before = session.history.present();
  REQUIRE(before.edited());
  window.key(ImGuiKey_F5);
  CHECK(window.scenario().preset == "gpt2-xl-8-a100");
  window.key(ImGuiKey_Escape);
  CHECK(session.history.present() == before);
}

TEST_CASE("a step that was prepared of another launch has that one's script behind it, not the shown one's") {
  WindowDriver window;
  Session& session = window.explorer.session;
  window.explorer.presentation.prepared = {{session.history.present().said, "memory", "first", {}, false}};
  LaunchedScenario launched = session.history.present().said;
  launched.launch.framework = "megatron";
  open_preset(session, launched);
  window.frames(2);
  window.key(ImGuiKey_F5);
  CHECK(session.history.present().said.launch.framework.empty());
  window.key(ImGuiKey_Escape);
  CHECK(session.history.present().said.launch.framework == "megatron");
}
