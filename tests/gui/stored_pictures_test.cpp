// Each view beside a stored picture of it, a quarter as wide and high. Tolerance: a mean difference of 4 (delta E 1976;
// 2.3 is what an eye just notices of a whole area) in every tile of 32 x 32 of the window's pixels. All shifted by half
// a pixel makes 3.5 at most, as another driver's rounding would; a card, a legend, a word or a bar that is missing,
// another colour and a number of another width make more. After a view was changed on purpose:
// SHARDSCOPE_STORE_PICTURES=1 gui_tests -tc="every view looks*"
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "app/commands/words/commands.h"
#include "app/compare/compare_cards.h"
#include "app/explorer/state/view_list.h"
#include "app/explorer/write_picture.h"
#include "render/picture/png.h"
#include "render/text/rect.h"
#include "tests/app/desk.h"
#include "tests/gui/picture_difference.h"
#include "tests/gui/read_png.h"
#include "tests/source_path.h"
#include "tests/temporary_folder.h"

using namespace shardscope;
using namespace shardscope::testing;

namespace {

constexpr double tile_max = 4;
constexpr int reduction = 4;

DrawOptions drawn(const std::string& view, ThemeName theme, const std::string& file) {
  return {view, 1200, 740, 0.68F, theme, file};
}

Image picture_in(const std::string& file) {
  const Outcome<Image> image = read_png(file);
  REQUIRE(succeeded(image));
  return value_of(image);
}

/// A view in the window's own pixels.
Image whole_picture(const std::string& view, ThemeName theme, const std::string& file) {
  const LaunchedScenario& scenario = *shipped_presets().launched("gpt4-25k-a100");
  REQUIRE(succeeded(write_picture(shipped_presets(), scenario, drawn(view, theme, file))));
  return picture_in(file);
}

/// The view of logs with one, and that of a launch with its script.
Image picture_with_text(const std::string& view, const std::string& scenario, const std::string& log,
                        const std::string& file) {
  DrawCommand command{scenario, {}, drawn(view, ThemeName::dark, file), {}};
  if (!log.empty()) command.options.log = source_path("tests/data/logs/" + log).string();
  std::istringstream in;
  std::ostringstream out, error;
  CHECK(run(command, shipped_presets(), {in, out, error}) == exit_status::done);
  return picture_in(file);
}

Image picture_of_two_plans(const std::string& file) {
  Explorer explorer = explorer_on("gpt4-25k-a100");
  explorer.grown = "compare";
  LaunchedScenario longer = *shipped_presets().launched("gpt4-25k-a100");
  longer.scenario.plan.pp = 30, longer.scenario.plan.dp = 104;
  REQUIRE(pin_plan(explorer.of<CompareState>(), {longer, {}, {}}, "pinned"));
  REQUIRE(pin_plan(explorer.of<CompareState>(), {*shipped_presets().launched("gpt4-25k-a100"), {}, {}}, "pinned"));
  REQUIRE(succeeded(write_picture(std::move(explorer), drawn("compare", ThemeName::dark, file))));
  return picture_in(file);
}

/// What is stored of a picture, and by how much it differs from that at most.
void compare_with_stored(const std::string& name, const Image& picture) {
  INFO(name);
  const Image now = tests::smaller(picture, reduction);
  const std::string file = source_path("tests/data/pictures/" + name + ".png").string();
  if (std::getenv("SHARDSCOPE_STORE_PICTURES") != nullptr) REQUIRE_FALSE(write_png(file, now).has_value());
  const Image stored = picture_in(file);
  REQUIRE(stored.width == now.width);
  REQUIRE(stored.height == now.height);
  const tests::PictureDifference difference = tests::difference_of(now, stored);
  CAPTURE(difference.tile_x * reduction);
  CAPTURE(difference.tile_y * reduction);
  CHECK(difference.worst_tile <= tile_max);
}

/// The picture with a part painted over: with what lies at its first pixel, or with a colour.
Image painted(Image image, const Rect& part, std::optional<std::array<std::uint8_t, 4>> color = std::nullopt) {
  const auto paint = color.value_or(image.at(static_cast<int>(part.min.x), static_cast<int>(part.min.y)));
  for (auto y = static_cast<int>(part.min.y); y < static_cast<int>(part.max.y); ++y)
    for (auto x = static_cast<int>(part.min.x); x < static_cast<int>(part.max.x); ++x)
      std::copy(paint.begin(), paint.end(),
                image.rgba.begin() + 4 * (static_cast<std::ptrdiff_t>(y) * image.width + x));
  return image;
}

/// The picture moved to the right by half a pixel.
Image moved_by_half(const Image& image) {
  Image moved = image;
  for (int y = 0; y < image.height; ++y)
    for (int x = 1; x < image.width; ++x) {
      const auto left = image.at(x - 1, y), here = image.at(x, y);
      for (std::size_t i = 0; i < 4; ++i)
        moved.rgba[4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) +
                        static_cast<std::size_t>(x)) +
                   i] = static_cast<std::uint8_t>((left[i] + here[i]) / 2);
    }
  return moved;
}

double worst_tile(const Image& a, const Image& b) {
  return tests::difference_of(tests::smaller(a, reduction), tests::smaller(b, reduction)).worst_tile;
}

}  // namespace

TEST_CASE("every view looks as it was stored" * doctest::test_suite("long")) {
  const tests::TemporaryFolder folder;
  std::vector<std::pair<std::string, ThemeName>> all = {{std::string(whole_window), ThemeName::light}};
  for (const std::string_view view : picture_names()) all.emplace_back(view, ThemeName::dark);
  for (const auto& [view, theme] : all)
    compare_with_stored(view + "-" + std::string(json_name(theme)), whole_picture(view, theme, folder.path("now.png")));
}

TEST_CASE("every view looks as it was stored: with a log, a launch script, a second plan" *
          doctest::test_suite("long")) {
  const tests::TemporaryFolder folder;
  const std::string file = folder.path("now.png"), script = source_path("tests/data/launches/megatron.sh").string();
  compare_with_stored("log-of-torchtitan",
                      picture_with_text("log", "llama3-8b-1024-h100", "torchtitan-colours.log", file));
  compare_with_stored("launch-of-script", picture_with_text("launch", script, {}, file));
  compare_with_stored("compare-of-two", picture_of_two_plans(file));
}

TEST_CASE("the tolerance tells a view from another one, and a theme from the other") {
  const tests::TemporaryFolder folder;
  const Image dark = whole_picture("memory", ThemeName::dark, folder.path("a.png"));
  CHECK(worst_tile(dark, whole_picture("memory", ThemeName::light, folder.path("b.png"))) > 5 * tile_max);
  CHECK(worst_tile(dark, whole_picture("step", ThemeName::dark, folder.path("c.png"))) > 5 * tile_max);
}

TEST_CASE("the tolerance passes a picture moved by half a pixel, and no changed card, legend, colour or number") {
  const tests::TemporaryFolder folder;
  const Image memory = whole_picture("memory", ThemeName::dark, folder.path("a.png"));
  const Image timeline = whole_picture("timeline", ThemeName::dark, folder.path("b.png"));
  CHECK(worst_tile(memory, moved_by_half(memory)) <= tile_max);
  CHECK(worst_tile(timeline, moved_by_half(timeline)) <= tile_max);
  const Rect card{{896, 395}, {1186, 672}}, legend{{292, 51}, {900, 67}}, row{{902, 448}, {1180, 475}};
  const Rect number{{346, 472}, {382, 486}}, bar{{77, 155}, {96, 190}};
  CHECK(worst_tile(memory, painted(memory, card)) > tile_max);
  CHECK(worst_tile(memory, painted(memory, row)) > tile_max);
  CHECK(worst_tile(timeline, painted(timeline, legend)) > tile_max);
  CHECK(worst_tile(memory, painted(memory, number)) > tile_max);
  CHECK(worst_tile(memory, painted(memory, bar, std::array<std::uint8_t, 4>{139, 124, 246, 255})) > tile_max);
}
