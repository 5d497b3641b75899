#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "tests/app/commands/run_command.h"
#include "tests/gui/window_driver.h"
#include "tests/temporary_folder.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("a scenario is saved under a name that is typed, and opened from the list of recent files") {
  const TemporaryFolder folder;
  const std::string file = folder.path("mine.json");
  WindowDriver window;
  window.set_value("plan.tp", "4");
  CHECK(window.explorer.session.history.present().edited());
  window.key(ImGuiMod_Ctrl | ImGuiKey_S);
  CHECK(window.explorer.session.picker.mode == PickerMode::save);
  window.type(file);
  window.key(ImGuiKey_Enter);
  CHECK(window.explorer.session.picker.mode == PickerMode::closed);
  REQUIRE(std::filesystem::exists(file));
  CHECK_FALSE(window.explorer.session.history.present().edited());
  open_preset(window.explorer.session, real_presets().scenarios.back());
  window.frames(2);
  window.click("scenario");
  window.type("mine.json");
  window.click("recent=" + file);
  CHECK(window.plan().tp == 4);
  CHECK(window.explorer.session.history.present().file == file);
}

TEST_CASE("a file is opened by clicking it in its folder") {
  const TemporaryFolder folder;
  const std::string file = folder.write("small.json", scenario_line);
  WindowDriver window;
  window.click("button.open");
  show_folder(window.explorer.session.picker, folder.path(""));
  window.frames(2);
  window.click("file=small.json");
  window.click("dialog.confirm");
  CHECK(window.explorer.session.picker.mode == PickerMode::closed);
  CHECK(window.scenario().name == "Small");
}

TEST_CASE(
    "a file that is wrong is said in every line, in a dialog that stays where it is, with the keyboard in its name") {
  const TemporaryFolder folder;
  const std::string wrong = folder.write("wrong.json", R"({"model": "gpt3-175b", "plan": {"tpp": 1, "pp": "x"}})");
  const std::string right = folder.write("right.json", scenario_line);
  WindowDriver window;
  window.click("button.open");
  const Rect name = window.place("dialog.name"), confirm = window.place("dialog.confirm");
  window.type(wrong);
  window.key(ImGuiKey_Enter);
  window.frames(3);
  CHECK(window.explorer.session.picker.mode == PickerMode::open);
  const std::string problem = window.explorer.session.picker.problem;
  CHECK(problem.find("plan.tpp") != std::string::npos);
  CHECK(problem.find("plan.pp") != std::string::npos);
  CHECK(problem.find("cluster") != std::string::npos);
  CHECK(std::count(problem.begin(), problem.end(), '\n') >= 2);
  CHECK(window.place("dialog.confirm").min.y == confirm.min.y);
  CHECK(window.place("dialog.confirm").min.x == confirm.min.x);
  CHECK(window.place("dialog.name").min.y < name.min.y);  // what is said stands between field and buttons
  window.key(ImGuiMod_Ctrl | ImGuiKey_A);
  window.type(right);
  window.key(ImGuiKey_Enter);
  CHECK(window.explorer.session.picker.mode == PickerMode::closed);
  CHECK(window.scenario().name == "Small");
}

TEST_CASE("a window without edits closes at once") {
  WindowDriver window;
  window.key(ImGuiMod_Ctrl | ImGuiKey_Q);
  CHECK(window.explorer.session.closing);
}

TEST_CASE("closing with unsaved edits asks: Cancel keeps the window, discarding closes it") {
  WindowDriver window;
  window.set_value("plan.tp", "4");
  request_close(window.explorer.session);
  window.frames(3);
  CHECK_FALSE(window.explorer.session.closing);
  window.click("dialog.cancel");
  CHECK(window.explorer.session.pending == Pending::nothing);
  CHECK_FALSE(window.explorer.session.closing);
  window.frames(3);
  CHECK_FALSE(window.shows("dialog.cancel"));
  request_close(window.explorer.session);
  window.frames(3);
  window.click("dialog.discard");
  CHECK(window.explorer.session.closing);
}

TEST_CASE("closing with unsaved edits can save them first") {
  const TemporaryFolder folder;
  WindowDriver window;
  window.set_value("plan.tp", "4");
  request_close(window.explorer.session);
  window.frames(3);
  window.click("dialog.save");
  CHECK_FALSE(window.explorer.session.closing);
  window.frames(3);
  REQUIRE(window.explorer.session.picker.mode == PickerMode::save);
  window.explorer.session.picker.folder = folder.path("");
  window.key(ImGuiMod_Ctrl | ImGuiKey_A);
  window.type("kept.json");
  window.click("dialog.confirm");
  CHECK(window.explorer.session.closing);
  CHECK(std::filesystem::exists(folder.path("kept.json")));
}

TEST_CASE("an export asks before it replaces the open scenario's own file, saving doesn't") {
  const TemporaryFolder folder;
  const std::string file = folder.write("small.json", scenario_line);
  WindowDriver window;
  REQUIRE(open_file(window.explorer.session, file));
  window.frames(2);
  const auto size = std::filesystem::file_size(file);
  FilePicker& picker = window.explorer.session.picker;
  begin_picking(picker, PickerMode::save_chart, file);
  window.frames(2);
  window.click("dialog.confirm");
  CHECK(picker.problem.find("is there already") != std::string::npos);
  CHECK(std::filesystem::file_size(file) == size);
  begin_picking(picker, PickerMode::save, file);
  window.frames(2);
  window.click("dialog.confirm");
  CHECK(picker.mode == PickerMode::closed);
}
