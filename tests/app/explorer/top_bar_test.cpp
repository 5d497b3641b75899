#include <doctest/doctest.h>

#include "app/session/documents.h"
#include "tests/gui/window_driver.h"
#include "tests/temporary_folder.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("the list of themes has each, and takes the one that is clicked") {
  WindowDriver window;
  for (const Choice& choice : choices<ThemeName>()) {
    window.click("button.theme");
    window.click("button.theme=" + std::string(choice.label));
    CHECK(json_name(window.explorer.session.settings.theme) == choice.json);
  }
}

TEST_CASE("Undo and Redo do nothing where there is nothing to undo or redo") {
  WindowDriver window;
  const Scenario before = window.scenario();
  window.click("button.undo");
  window.click("button.redo");
  CHECK(window.scenario() == before);
  CHECK(window.explorer.session.history.size() == 1);
}

TEST_CASE("Open and Save show the files; Save writes at once where there is one, as Ctrl+S does") {
  WindowDriver window;
  window.click("button.open");
  CHECK(window.explorer.session.picker.mode == PickerMode::open);
  CHECK(window.shows("dialog.confirm"));
  window.key(ImGuiKey_Escape);
  CHECK(window.explorer.session.picker.mode == PickerMode::closed);
  window.click("button.save");
  CHECK(window.explorer.session.picker.mode == PickerMode::save);
  CHECK(window.explorer.session.picker.name == "GPT-4 on 25k A100s.json");
  window.key(ImGuiKey_Escape);
  const TemporaryFolder folder;
  Session& session = window.explorer.session;
  REQUIRE(save_file(session, folder.path("mine.json")));
  for (const bool by_key : {false, true}) {
    window.set_value("plan.micro_batch", by_key ? "4" : "2");
    CHECK(session.history.present().edited());
    if (by_key)
      window.key(ImGuiMod_Ctrl | ImGuiKey_S);
    else
      window.click("button.save");
    CHECK(session.picker.mode == PickerMode::closed);
    CHECK_FALSE(session.history.present().edited());
  }
  window.key(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_S);
  CHECK(session.picker.mode == PickerMode::save);
}

TEST_CASE("Picture asks where to draw the view that is shown, and draws it at the size of the name") {
  WindowDriver window("llama2-7b-256-a100");
  window.explorer.grown = "memory";
  window.frames(2);
  window.click("picture");
  window.click("picture=Drawing");
  CHECK(window.explorer.session.picker.mode == PickerMode::save_view);
  CHECK(window.explorer.session.picker.name.ends_with(" memory 1760x1080.svg"));
}

TEST_CASE("what has no room in the bar stands in its list, and does the same there") {
  for (const WindowSize size : {WindowSize{1024, 640, 1}, WindowSize{880, 640, 1}, WindowSize{1760, 1080, 2}}) {
    CAPTURE(size.width);
    WindowDriver window("llama2-7b-256-a100", size);
    REQUIRE(window.shows("bar.more"));
    CHECK(window.place("bar.more").max.x < static_cast<float>(size.width));
    for (const Place& place : window.explorer.places.all)
      if (place.name.starts_with("tab.")) CHECK(place.rect.max.x < window.place("bar.more").min.x);
    window.click("bar.more");
    window.click("bar.more=Picture: Drawing");
    CHECK(window.explorer.session.picker.mode == PickerMode::save_view);
    window.key(ImGuiKey_Escape);
    window.click("bar.more");
    window.click("bar.more=Theme: Print");
    CHECK(window.explorer.session.settings.theme == ThemeName::print);
  }
}

TEST_CASE("in the smallest window the list of what has no room is within it, whatever scenario stands beside it") {
  for (const float scale : {1.0F, 2.0F}) {
    WindowDriver window("gpt4-25k-a100", {static_cast<int>(1024 * scale), static_cast<int>(640 * scale), scale});
    for (const LaunchedScenario& preset : window.explorer.session.presets->scenarios) {
      CAPTURE(preset.scenario.preset);
      open_preset(window.explorer.session, preset);
      window.frames(2);
      for (const bool edited : {false, true}) {
        if (edited) {
          Scenario changed = window.scenario();
          changed.plan.tp += 1;
          take_edit(window.explorer.session, changed, "plan.tp");
          window.frames(2);
        }
        REQUIRE(window.shows("bar.more"));
        CHECK(window.place("bar.more").max.x <= 1024 * scale);
        CHECK(window.place("scenario").width() > 80 * scale);
      }
    }
  }
}
