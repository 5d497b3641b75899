#include "app/session/file_picker.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "tests/temporary_folder.h"

using namespace shardscope;
namespace fs = std::filesystem;

namespace {

struct Folder {
  tests::TemporaryFolder own;
  const std::filesystem::path path = own.root();
  Folder() {
    std::filesystem::create_directories(path / "runs");
    for (const char* name : {"b.json", "a.json", "notes.txt", ".hidden.json"}) std::ofstream(path / name) << "{}";
  }
};

}  // namespace

TEST_CASE("a folder shows its folders first, then its scenarios, and nothing hidden") {
  const Folder folder;
  FilePicker picker;
  show_folder(picker, folder.path.string());
  CHECK(picker.problem.empty());
  CHECK(picker.entries == std::vector<PickerEntry>{{"runs", true}, {"a.json", false}, {"b.json", false}});
}

TEST_CASE("a folder that can't be shown says why and leaves the last one") {
  const Folder folder;
  FilePicker picker;
  show_folder(picker, folder.path.string());
  const std::string shown = picker.folder;
  show_folder(picker, "/nonexistent/folder");
  CHECK_FALSE(picker.problem.empty());
  CHECK(picker.folder == shown);
  CHECK(picker.entries.size() == 3);
}

TEST_CASE("saving begins with the present file's name and adds the extension that is missing") {
  const Folder folder;
  FilePicker picker;
  begin_picking(picker, PickerMode::save, (folder.path / "a.json").string());
  CHECK(picker.name == "a.json");
  CHECK(picked_path(picker) == (std::filesystem::canonical(folder.path) / "a.json").string());
  picker.name = "mine";
  CHECK(picked_path(picker) == (std::filesystem::canonical(folder.path) / "mine.json").string());
  picker.name = "/elsewhere/x.json";
  CHECK(picked_path(picker) == "/elsewhere/x.json");
}

TEST_CASE("a scenario's name makes a file name, without what file names can't have") {
  CHECK(suggested_file("GPT-4 on 25k A100s") == "GPT-4 on 25k A100s.json");
  CHECK(suggested_file("a/b\\c: \"d\"") == "a-b-c- -d-.json");
  CHECK(suggested_file("") == "scenario.json");
  CHECK(suggested_file(" .. ") == "scenario.json");
  CHECK(suggested_file("..hidden") == "hidden.json");
  CHECK(suggested_file(std::string(500, 'x')).size() == 125);
  CHECK(suggested_file(std::string(119, 'x') + "ä") == std::string(119, 'x') + ".json");
}

TEST_CASE("to open, what may be a scenario, a configuration or a launch is listed; to save, files of the ending") {
  const fs::path folder = fs::temp_directory_path() / ("shardscope-picker-" + std::to_string(getpid()));
  fs::create_directories(folder);
  for (const char* name : {"a.json", "b.sh", "c.toml", "d.yaml", "e.png", "f"}) std::ofstream(folder / name) << "x";
  FilePicker picker;
  begin_picking(picker, PickerMode::open, (folder / "a.json").string());
  CHECK(picker.entries.size() == 4);
  begin_picking(picker, PickerMode::save, (folder / "a.json").string());
  CHECK(picker.entries == std::vector<PickerEntry>{{"a.json", false}});
  picker.native = true;
  begin_picking(picker, PickerMode::save, (folder / "a.json").string());
  CHECK(picker.native);
  fs::remove_all(folder);
}
