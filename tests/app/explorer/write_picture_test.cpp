#include "app/explorer/write_picture.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <set>

#include "tests/app/desk.h"
#include "tests/gui/read_png.h"
#include "tests/temporary_folder.h"

using namespace shardscope;
using namespace shardscope::testing;

namespace {

std::size_t colors_of(const Image& image) {
  std::set<std::array<std::uint8_t, 4>> colors;
  for (int y = 0; y < image.height; y += 3)
    for (int x = 0; x < image.width; x += 3) colors.insert(image.at(x, y));
  return colors.size();
}

}  // namespace

TEST_CASE("every view is drawn without a display, at the size asked for and in each theme" *
          doctest::test_suite("long")) {
  const tests::TemporaryFolder folder;
  const LaunchedScenario& scenario = *shipped_presets().launched("gpt4-25k-a100");
  for (const char* view : {"window", "memory", "timeline", "step", "cluster", "network", "matrix", "sites", "lessons",
                           "lab", "run", "launch"})
    for (const ThemeName theme : {ThemeName::dark, ThemeName::light, ThemeName::high_contrast, ThemeName::print}) {
      CAPTURE(view);
      CAPTURE(json_name(theme));
      DrawOptions options{view, 900, 640, 1, theme, (folder.root() / "view.png").string()};
      REQUIRE(succeeded(write_picture(shipped_presets(), scenario, options)));
      const Outcome<Image> image = read_png(options.to);
      REQUIRE(succeeded(image));
      CHECK(value_of(image).width == 900);
      CHECK(value_of(image).height == 640);
      CHECK(colors_of(value_of(image)) > 20);
    }
}

TEST_CASE("a view that no size is asked for has its own") {
  const tests::TemporaryFolder folder;
  DrawOptions options;
  options.view = "launch", options.to = (folder.root() / "own.png").string();
  REQUIRE(succeeded(write_picture(shipped_presets(), *shipped_presets().launched("gpt2-xl-8-a100"), options)));
  const Outcome<Image> image = read_png(options.to);
  REQUIRE(succeeded(image));
  CHECK(PictureSize{value_of(image).width, value_of(image).height} == PictureSize{1760, 1080});
}

TEST_CASE("the same scenario gives the same picture") {
  const tests::TemporaryFolder folder;
  const LaunchedScenario& scenario = *shipped_presets().launched("llama3-8b-1024-h100");
  std::vector<Image> images;
  for (const char* name : {"a.png", "b.png"}) {
    DrawOptions options{"window", 1280, 720, 1, ThemeName::dark, (folder.root() / name).string()};
    REQUIRE(succeeded(write_picture(shipped_presets(), scenario, options)));
    images.push_back(value_of(read_png(options.to)));
  }
  CHECK(images[0].rgba == images[1].rgba);
}

TEST_CASE("a launch is drawn with its own framework's rules") {
  const tests::TemporaryFolder folder;
  LaunchedScenario said = *shipped_presets().launched("llama3-70b-4096-h100");
  said.scenario.software.framework = Framework::megatron_core;
  said.scenario.plan.padded_vocab = 128'260;  // which 8 ranks don't divide: Megatron warns of it
  std::vector<Image> images;
  for (const char* framework : {"", "megatron", "torchtitan"}) {
    const DrawOptions options{"window", 1280, 720, 1, ThemeName::dark, (folder.root() / "rules.png").string()};
    REQUIRE(succeeded(write_picture(shipped_presets(), said, options, {"launch", "", framework, {}, {}})));
    images.push_back(value_of(read_png(options.to)));
  }
  CHECK(images[1].rgba == images[0].rgba);
  CHECK(images[2].rgba != images[0].rgba);
}

TEST_CASE("a view that isn't there and a file that can't be written are said in words") {
  const LaunchedScenario& scenario = *shipped_presets().launched("gpt4-25k-a100");
  DrawOptions options{"nonsense", 400, 300, 1, ThemeName::dark, "x.png"};
  CHECK_FALSE(succeeded(write_picture(shipped_presets(), scenario, options)));
  options = {"step", 400, 300, 1, ThemeName::dark, "/nonexistent/folder/x.png"};
  CHECK_FALSE(succeeded(write_picture(shipped_presets(), scenario, options)));
}
