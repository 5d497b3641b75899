#include <doctest/doctest.h>

#include "tests/gui/window_driver.h"
#include "tests/temporary_folder.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("a click on the scenario box and on a line opens that preset") {
  WindowDriver window;
  window.click("scenario");
  window.click("scenario=llama3-405b-16k-h100");
  CHECK(window.scenario().preset == "llama3-405b-16k-h100");
  CHECK(window.explorer.session.report.scenario.preset == "llama3-405b-16k-h100");
  CHECK_FALSE(window.shows("scenario=llama3-405b-16k-h100"));
  CHECK_FALSE(window.explorer.session.history.present().edited());
}

TEST_CASE("typing above the list of scenarios narrows it") {
  WindowDriver window;
  window.click("scenario");
  CHECK(window.shows("scenario=gpt4-25k-a100"));
  CHECK(window.shows("scenario=mixtral-8x7b-512-h100"));
  window.type("MIXT");
  CHECK_FALSE(window.shows("scenario=gpt4-25k-a100"));
  CHECK(window.shows("scenario=mixtral-8x7b-512-h100"));
  window.key(ImGuiKey_Escape);
  CHECK_FALSE(window.shows("scenario=mixtral-8x7b-512-h100"));
  CHECK(window.scenario().preset == "gpt4-25k-a100");
}

TEST_CASE("Enter opens the first match of what was typed, and the keys work after") {
  WindowDriver window;
  window.click("scenario");
  window.type("palm");
  window.key(ImGuiKey_Enter);
  window.frames(2);
  CHECK(window.scenario().preset == "palm-540b-6144-tpu-v4");
  CHECK_FALSE(window.explorer.list_open);
  window.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  CHECK(window.scenario().preset == "gpt4-25k-a100");
  window.click("scenario");
  window.type("no such name");
  window.key(ImGuiKey_Enter);
  CHECK(window.scenario().preset == "gpt4-25k-a100");
  window.key(ImGuiKey_Escape);
  window.key(ImGuiKey_Escape);
  CHECK_FALSE(window.explorer.list_open);
  window.key(ImGuiMod_Ctrl | ImGuiKey_Q);
  CHECK(window.explorer.session.closing);
}

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
