// The window as a whole: files, closing, zoom, themes, sizes.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include "app/explorer/settings.h"
#include "tests/app/commands/run_command.h"
#include "tests/gui/temporary_folder.h"
#include "tests/gui/window_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

std::size_t colors_in(const Image& image) {
  std::set<std::uint32_t> colors;
  for (std::size_t i = 0; i + 3 < image.rgba.size(); i += 4)
    colors.insert(static_cast<std::uint32_t>(image.rgba[i] | image.rgba[i + 1] << 8 | image.rgba[i + 2] << 16));
  return colors.size();
}

}  // namespace

TEST_CASE("every preset is drawn in both themes") {
  WindowDriver window("gpt4-25k-a100", {1500, 800, 1});
  for (const Scenario& preset : real_presets().scenarios) {
    CAPTURE(preset.preset);
    open_preset(window.explorer, preset);
    window.explorer.settings.light = false;
    const Image dark = window.picture();
    window.explorer.settings.light = true;
    const Image light = window.picture();
    CHECK(colors_in(dark) > 40);
    CHECK(colors_in(light) > 40);
    CHECK(dark.rgba != light.rgba);
  }
}

TEST_CASE("the button of the theme switches it and back") {
  WindowDriver window;
  window.click("button.theme");
  CHECK(window.explorer.settings.light);
  window.click("button.theme");
  CHECK_FALSE(window.explorer.settings.light);
}

TEST_CASE("small, large and dense windows show every part") {
  for (const WindowSize size :
       {WindowSize{1280, 720, 1}, WindowSize{2560, 1440, 2}, WindowSize{3840, 2160, 2}, WindowSize{1280, 720, 2}}) {
    CAPTURE(size.width);
    CAPTURE(size.scale);
    WindowDriver window("gpt4-25k-a100", size);
    for (const char* name : {"scenario", "plan.tp", "verdict.memory", "verdict.run", "view.memory", "view.timeline"}) {
      CAPTURE(name);
      const Rect place = window.place(name);
      CHECK(place.width() > 0);
      CHECK(place.max.x <= static_cast<float>(size.width) + 1);
    }
    window.point_at(window.place("view.timeline").center());
    CHECK(colors_in(window.picture()) > 40);
  }
}

TEST_CASE("a tiny window doesn't crash") {
  for (const WindowSize size : {WindowSize{1, 1, 1}, WindowSize{200, 100, 1}, WindowSize{640, 400, 3}}) {
    WindowDriver window("gpt4-25k-a100", size);
    window.point_at({static_cast<float>(size.width) / 2, static_cast<float>(size.height) / 2});
    CHECK(window.picture().width == size.width);
  }
}

TEST_CASE("Ctrl with plus, minus and 0 zooms all, within limits") {
  WindowDriver window;
  const float row = window.place("plan.tp.value").height();
  window.key(ImGuiMod_Ctrl | ImGuiKey_Equal);
  CHECK(window.explorer.settings.zoom == doctest::Approx(1.1));
  window.frames(2);
  CHECK(window.place("plan.tp.value").height() > row);
  for (int i = 0; i < 8; ++i) window.key(ImGuiMod_Ctrl | ImGuiKey_Minus);
  CHECK(window.explorer.settings.zoom == doctest::Approx(0.7));
  window.key(ImGuiMod_Ctrl | ImGuiKey_0);
  CHECK(window.explorer.settings.zoom == 1);
}

TEST_CASE("a right click on a value and a click on a figure copy them") {
  WindowDriver window;
  window.click(window.place("plan.dp.value").center(), ImGuiMouseButton_Right);
  CHECK(std::string(ImGui::GetClipboardText()) == "208");
  CHECK(window.explorer.notice.text == "Copied 208");
  window.click("verdict.step");
  CHECK(std::string(ImGui::GetClipboardText()).ends_with(" s"));
}

TEST_CASE("a malformed file leaves all as it was and says why") {
  const TemporaryFolder folder;
  const std::string file = folder.write("broken.json", R"({"shardscope": 1, "plan": {"tp": "eight"})");
  WindowDriver window;
  const Scenario before = window.scenario();
  CHECK_FALSE(open_file(window.explorer, file));
  window.frames(2);
  CHECK(window.scenario() == before);
  CHECK(window.explorer.history.size() == 1);
  CHECK(window.explorer.notice.bad);
  CHECK(window.explorer.notice.text.find("broken.json") != std::string::npos);
  CHECK(window.explorer.settings.recent_files.empty());
}

TEST_CASE("a scenario is saved under a name that is typed, and opened from the list of recent files") {
  const TemporaryFolder folder;
  const std::string file = folder.path("mine.json");
  WindowDriver window;
  window.set_value("plan.tp", "4");
  CHECK(window.explorer.history.present().edited());
  window.key(ImGuiMod_Ctrl | ImGuiKey_S);
  CHECK(window.explorer.picker.mode == PickerMode::save);
  window.type(file);
  window.key(ImGuiKey_Enter);
  CHECK(window.explorer.picker.mode == PickerMode::closed);
  REQUIRE(std::filesystem::exists(file));
  CHECK_FALSE(window.explorer.history.present().edited());
  open_preset(window.explorer, real_presets().scenarios.back());
  window.frames(2);
  window.click("scenario");
  window.type("mine.json");
  window.click("recent=" + file);
  CHECK(window.plan().tp == 4);
  CHECK(window.explorer.history.present().file == file);
}

TEST_CASE("a file is opened by clicking it in its folder") {
  const TemporaryFolder folder;
  const std::string file = folder.write("small.json", small_scenario);
  WindowDriver window;
  window.click("button.open");
  show_folder(window.explorer.picker, folder.path(""));
  window.frames(2);
  window.click("file=small.json");
  window.click("dialog.confirm");
  CHECK(window.explorer.picker.mode == PickerMode::closed);
  CHECK(window.scenario().name == "Small");
}

TEST_CASE("a window without edits closes at once") {
  WindowDriver window;
  window.key(ImGuiMod_Ctrl | ImGuiKey_Q);
  CHECK(window.explorer.closing);
}

TEST_CASE("closing with unsaved edits asks: Cancel keeps the window, discarding closes it") {
  WindowDriver window;
  window.set_value("plan.tp", "4");
  request_close(window.explorer);
  window.frames(3);
  CHECK_FALSE(window.explorer.closing);
  window.click("dialog.cancel");
  CHECK(window.explorer.pending == Pending::nothing);
  CHECK_FALSE(window.explorer.closing);
  window.frames(3);
  CHECK_FALSE(window.shows("dialog.cancel"));
  request_close(window.explorer);
  window.frames(3);
  window.click("dialog.discard");
  CHECK(window.explorer.closing);
}

TEST_CASE("closing with unsaved edits can save them first") {
  const TemporaryFolder folder;
  WindowDriver window;
  window.set_value("plan.tp", "4");
  request_close(window.explorer);
  window.frames(3);
  window.click("dialog.save");
  CHECK_FALSE(window.explorer.closing);
  window.frames(3);
  REQUIRE(window.explorer.picker.mode == PickerMode::save);
  window.explorer.picker.folder = folder.path("");
  window.key(ImGuiMod_Ctrl | ImGuiKey_A);
  window.type("kept.json");
  window.click("dialog.confirm");
  CHECK(window.explorer.closing);
  CHECK(std::filesystem::exists(folder.path("kept.json")));
}
