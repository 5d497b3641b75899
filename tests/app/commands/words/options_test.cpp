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
  } catch (const WrongWords&) {
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
  CHECK_FALSE(read_size("", width, height));
  CHECK(width == 1);
  CHECK_FALSE(read_size_of("a.png", "800x600", width, height));
  CHECK(width == 800);
  CHECK(height == 600);
  for (const char* wrong : {"800", "x", "800x", "0x600", "800x99999999999", "15x16"})
    CHECK(read_size(wrong, width, height).value().path == "--size");
  CHECK(read_size_of("a.csv", "800x600", width, height).value().path == "--size");
  CHECK(height == 600);
}

TEST_CASE("a word that an option doesn't take is refused as a value: the option, and what it takes") {
  CLI::App app;
  int top = 7;
  std::string goal;
  add_number(app, "--top", top, {1, 1000}, "");
  std::optional<double> limit;
  add_number(app, "--limit", limit, {.whole = false}, "");
  takes_names(app.add_option("--goal", goal), {"memory", "cost"});
  const auto refused = [&](std::vector<std::string> words) -> Problem {
    try {
      app.parse(words);
    } catch (const WrongWords& wrong) {
      return wrong.problem;
    }
    return {};
  };
  for (const char* word : {"0", "1001", "1.5", "ten", "nan", "1e400", "7 "}) {
    CAPTURE(word);
    CHECK(refused({word, "--top"}).path == "--top");
    CHECK(refused({word, "--top"}).valid == std::vector<std::string>{"a whole number from 1 to 1000"});
  }
  CHECK(top == 7);
  CHECK(refused({"inf", "--limit"}).valid == std::vector<std::string>{"a number"});
  CHECK_FALSE(limit);
  CHECK(refused({"speed", "--goal"}).valid == std::vector<std::string>{"memory", "cost"});
  CHECK(refused({"2.5", "--limit", "9", "--top", "cost", "--goal"}) == Problem{});
  CHECK(top == 9);
  CHECK(limit == 2.5);
}
