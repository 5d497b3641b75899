#include "app/files/paths.h"

#include <doctest/doctest.h>
#include <stdlib.h>

#include <filesystem>
#include <string>

#include "tests/source_path.h"
#include "tests/temporary_folder.h"

namespace fs = std::filesystem;

TEST_CASE("an installed program finds its data beside itself, before the source tree") {
  const shardscope::tests::TemporaryFolder prefix;
  fs::create_directories(prefix.root() / "share/shardscope/presets");
  CHECK(shardscope::find_data_directory({{}, {}, prefix.root() / "bin/shardscope", "/source"}) ==
        prefix.root() / "share/shardscope");
}

TEST_CASE("a program in its build tree takes the source tree's data") {
  const shardscope::tests::TemporaryFolder tree;
  CHECK(shardscope::find_data_directory({{}, {}, tree.root() / "build/release/shardscope", "/source"}) == "/source");
}

TEST_CASE("a module in another program finds its data beside itself, before that of an installed program") {
  const shardscope::tests::TemporaryFolder prefix;
  fs::create_directories(prefix.root() / "share/shardscope/presets");
  const fs::path module = prefix.root() / "packages/shardscope/_native.so", python = prefix.root() / "bin/python3";
  CHECK(shardscope::find_data_directory({{}, module, python, "/source"}) == prefix.root() / "share/shardscope");
  fs::create_directories(module.parent_path() / "share/shardscope/presets");
  CHECK(shardscope::find_data_directory({{}, module, python, "/source"}) == module.parent_path() / "share/shardscope");
}

TEST_CASE("what the user chose goes first, also where it is empty") {
  const shardscope::tests::TemporaryFolder prefix;
  fs::create_directories(prefix.root() / "share/shardscope/presets");
  CHECK(shardscope::find_data_directory({"/chosen", "/lib/module.so", prefix.root() / "bin/shardscope", "/source"}) ==
        "/chosen");
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
