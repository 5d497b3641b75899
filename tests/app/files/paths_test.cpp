#include "app/files/paths.h"

#include <doctest/doctest.h>
#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "tests/source_path.h"

namespace fs = std::filesystem;

namespace {

// A folder of this test's own, gone at the end.
struct ScratchFolder {
  fs::path path = fs::temp_directory_path() / ("shardscope-paths-" + std::to_string(getpid()));
  ScratchFolder() { fs::create_directories(path); }
  ~ScratchFolder() { fs::remove_all(path); }
};

}  // namespace

TEST_CASE("an installed program finds its data beside itself, before the source tree") {
  const ScratchFolder prefix;
  fs::create_directories(prefix.path / "share/shardscope/presets");
  CHECK(shardscope::find_data_directory({{}, prefix.path / "bin/shardscope", "/source"}) ==
        prefix.path / "share/shardscope");
}

TEST_CASE("a program in its build tree takes the source tree's data") {
  const ScratchFolder tree;
  CHECK(shardscope::find_data_directory({{}, tree.path / "build/release/shardscope", "/source"}) == "/source");
}

TEST_CASE("what the user chose goes first, also where it is empty") {
  const ScratchFolder prefix;
  fs::create_directories(prefix.path / "share/shardscope/presets");
  CHECK(shardscope::find_data_directory({"/chosen", prefix.path / "bin/shardscope", "/source"}) == "/chosen");
}

TEST_CASE("SHARDSCOPE_DATA moves this process's data, and without it the source tree is used") {
  setenv("SHARDSCOPE_DATA", "/elsewhere", 1);
  CHECK(shardscope::data_directory() == "/elsewhere");
  unsetenv("SHARDSCOPE_DATA");
  CHECK(fs::equivalent(shardscope::data_directory(), shardscope::source_path("")));
}

TEST_CASE("a person's presets lie in their configuration folder, by the XDG rules") {
  const char* before = std::getenv("XDG_CONFIG_HOME");
  const std::string kept = before != nullptr ? before : "";
  setenv("XDG_CONFIG_HOME", "/somewhere", 1);
  CHECK(shardscope::own_presets_directory() == "/somewhere/shardscope/presets");
  setenv("XDG_CONFIG_HOME", "relative paths don't count", 1);
  CHECK(shardscope::own_presets_directory().string().find("relative") == std::string::npos);
  if (before != nullptr)
    setenv("XDG_CONFIG_HOME", kept.c_str(), 1);
  else
    unsetenv("XDG_CONFIG_HOME");
}
