#include "app/commands/words/options.h"

#include <doctest/doctest.h>

#include <CLI/CLI.hpp>

using namespace shardscope;

namespace {

std::optional<ListedKind> kind_read(std::string word, bool shown) {
  CLI::App app;
  ListedKind kind = PresetKind::models;
  add_kind(app, kind, shown);
  try {
    app.parse(std::vector<std::string>{std::move(word)});
  } catch (const CLI::ParseError&) {
    return std::nullopt;
  }
  return kind;
}

}  // namespace

TEST_CASE("a kind of preset has its plural and its singular, and a framework isn't shown") {
  CHECK(kind_read("models", false) == ListedKind(PresetKind::models));
  CHECK(kind_read("gpu", true) == ListedKind(PresetKind::gpus));
  CHECK(kind_read("schema", true) == ListedKind(FileSchemas{}));
  CHECK(kind_read("frameworks", false) == ListedKind(PresetKind::frameworks));
  CHECK_FALSE(kind_read("frameworks", true).has_value());
  CHECK_FALSE(kind_read("dogs", false).has_value());
  CHECK(plural_of(PresetKind::clusters) == "clusters");
}

TEST_CASE("a size is two numbers of pixels, and only a picture has one") {
  int width = 1, height = 2;
  CHECK(read_size("", width, height).empty());
  CHECK(width == 1);
  CHECK(read_size_of("a.png", "800x600", width, height).empty());
  CHECK(width == 800);
  CHECK(height == 600);
  for (const char* wrong : {"800", "x", "800x", "0x600", "800x99999999999", "15x16"})
    CHECK_FALSE(read_size(wrong, width, height).empty());
  CHECK_FALSE(read_size_of("a.csv", "800x600", width, height).empty());
  CHECK(height == 600);
}
