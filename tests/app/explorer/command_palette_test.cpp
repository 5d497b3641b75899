#include "app/explorer/command_palette.h"

#include <doctest/doctest.h>

#include "tests/gui/window_driver.h"

using namespace shardscope;
using shardscope::tests::WindowDriver;

namespace {

void open_palette(WindowDriver& driver, std::string_view typed) {
  driver.key(ImGuiMod_Ctrl | ImGuiKey_K);
  driver.frames(2);
  REQUIRE(driver.shows("palette"));
  driver.type(typed);
  driver.frames(1);
}

}  // namespace

TEST_CASE("a view, a scenario and a lesson open by a few letters and Enter") {
  WindowDriver driver;
  open_palette(driver, "run");
  driver.key(ImGuiKey_Enter);
  CHECK(driver.explorer.grown == "run");
  CHECK_FALSE(driver.shows("palette"));
  open_palette(driver, "llama3-8b-1024");
  driver.key(ImGuiKey_Enter);
  CHECK(driver.explorer.session.history.present().said.scenario.preset == "llama3-8b-1024-h100");
  open_palette(driver, "zero: one");
  driver.key(ImGuiKey_Enter);
  CHECK(driver.explorer.of<LessonsState>().open == "zero");
  CHECK(driver.plan().zero == 0);
}

TEST_CASE("a field is chosen and its value typed, with units; undo takes it back as one step") {
  WindowDriver driver;
  open_palette(driver, "run.tokens");
  driver.key(ImGuiKey_Enter);
  driver.frames(2);
  driver.type("15T");
  driver.key(ImGuiKey_Enter);
  CHECK(driver.scenario().run.tokens == 15e12);
  driver.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  CHECK(driver.scenario().run.tokens == 13e12);
}

TEST_CASE("a setting is typed at once; one that can't be is said, and the palette stays") {
  WindowDriver driver;
  open_palette(driver, "plan.tp = 4");
  driver.key(ImGuiKey_Enter);
  CHECK(driver.plan().tp == 4);
  open_palette(driver, "plan.tp = many");
  driver.key(ImGuiKey_Enter);
  driver.frames(1);
  CHECK(driver.plan().tp == 4);
  CHECK(driver.shows("palette"));
  CHECK(driver.explorer.session.refusal.path == "plan.tp");
  driver.key(ImGuiKey_Escape);
  driver.frames(2);
  CHECK_FALSE(driver.shows("palette"));
}

TEST_CASE("an action runs by a click") {
  WindowDriver driver;
  open_palette(driver, "light theme");
  driver.click("palette.action=Light theme");
  CHECK(driver.explorer.session.settings.theme == ThemeName::light);
}

TEST_CASE("the glossary is browsed from the palette: every term is listed, typing narrows, a choice opens its card") {
  WindowDriver window;
  window.key(ImGuiMod_Ctrl | ImGuiKey_K);
  window.type("glossary");
  window.key(ImGuiKey_Enter);
  REQUIRE(window.shows("palette"));
  const Glossary& glossary = window.explorer.session.presets->glossary;
  REQUIRE(glossary.size() > 80);
  for (const GlossaryEntry& term : glossary) {
    CAPTURE(term.term);
    CHECK(window.shows("palette.term=" + term.term));
  }
  window.type("bubble");
  CHECK_FALSE(window.shows("palette.term=router"));
  window.key(ImGuiKey_Enter);
  window.frames(2);
  REQUIRE_FALSE(window.explorer.derivations.empty());
  CHECK(window.explorer.derivations.back().name == "bubble");
}

TEST_CASE("a field is set in one line by its short name, with units") {
  WindowDriver window;
  const auto typed = [&](const char* line) {
    window.key(ImGuiMod_Ctrl | ImGuiKey_K);
    window.type(line);
    window.key(ImGuiKey_Enter);
    window.frames(2);
    CHECK_FALSE(window.shows("palette"));
  };
  typed("tp 4");
  CHECK(window.plan().tp == 4);
  typed("seq 4k");
  CHECK(window.plan().sequence_length == 4096);
  typed("hbm 4 TB/s");
  CHECK(window.scenario().cluster.gpu.memory_bandwidth == 4e12);
  window.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  window.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  CHECK(window.plan().sequence_length == 8192);
  CHECK(window.plan().tp == 4);
}
