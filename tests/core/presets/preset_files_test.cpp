#include "core/presets/preset_files.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <fstream>

#include "core/base/limits.h"

using namespace shardscope;
namespace fs = std::filesystem;

TEST_CASE("a folder's JSON files come by their order, then by name, cut where the parser refuses them") {
  const fs::path folder = fs::temp_directory_path() / ("shardscope-preset-files-" + std::to_string(getpid()));
  fs::create_directories(folder / "models");
  const auto write = [&](const char* name, const std::string& text) {
    std::ofstream(folder / "models" / name) << text;
  };
  write("b.json", "{}");
  write("a.json", std::string(limits::scenario_file_bytes_max + 100, ' '));
  write("z.json", R"({"name": "order", "in": [{"order": 8}], "order": 3})");
  write("notes.txt", "{}");
  const std::vector<PresetFile> files = preset_files(folder, "models");
  REQUIRE(files.size() == 3);
  CHECK(files[0].name == "z");
  CHECK(files[1].name == "a");
  CHECK(files[1].text.size() > limits::scenario_file_bytes_max);
  CHECK(files[2].shown_as == "models/b.json");
  CHECK(files[2].path == folder / "models" / "b.json");
  CHECK(preset_files(folder, "gpus").empty());
  fs::remove_all(folder);
}
