// Each view beside a stored picture of it, a quarter as wide and high. Tolerance: a mean difference of 2.5 (delta E
// 1976; 2.3 is what an eye just notices of a whole area) and 4 % of the pixels far apart: other drivers, another
// version of the typeface and a changed word pass; a missing chart, a moved card, another layout and wrong colours
// don't. After a view was changed on purpose: SHARDSCOPE_STORE_PICTURES=1 gui_tests -tc="every view looks*"
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>

#include "app/draw_view.h"
#include "render/picture/png.h"
#include "tests/app/desk.h"
#include "tests/gui/picture_difference.h"
#include "tests/gui/temporary_folder.h"
#include "tests/source_path.h"

using namespace shardscope;
using namespace shardscope::testing;

namespace {

constexpr double mean_max = 2.5, share_beyond_max = 0.04;
constexpr int reduction = 4;

Image picture_of(const char* view, const char* theme, const std::string& file) {
  const DrawOptions options{view, 1200, 740, 0.68F, theme, file};
  const Scenario& scenario = *shipped_presets().scenario("gpt4-25k-a100");
  REQUIRE(succeeded(draw_view(shipped_presets(), scenario, options)));
  const Outcome<Image> image = read_png(file);
  REQUIRE(succeeded(image));
  return tests::smaller(value_of(image), reduction);
}

}  // namespace

TEST_CASE("every view looks as it was stored") {
  const tests::TemporaryFolder folder;
  const bool store = std::getenv("SHARDSCOPE_STORE_PICTURES") != nullptr;
  const std::pair<const char*, const char*> all[] = {{"window", "dark"},   {"window", "light"}, {"memory", "dark"},
                                                     {"timeline", "dark"}, {"step", "dark"},    {"cluster", "dark"},
                                                     {"lab", "dark"},      {"run", "dark"},     {"launch", "dark"},
                                                     {"network", "dark"},  {"matrix", "dark"},  {"sites", "dark"}};
  for (const auto& [view, theme] : all) {
    CAPTURE(view);
    CAPTURE(theme);
    const Image now = picture_of(view, theme, folder.path("now.png"));
    const std::string file = source_path("tests/data/pictures/").string() + view + "-" + theme + ".png";
    if (store) REQUIRE_FALSE(write_png(file, now).has_value());
    const Outcome<Image> stored = read_png(file);
    REQUIRE(succeeded(stored));
    REQUIRE(value_of(stored).width == now.width);
    REQUIRE(value_of(stored).height == now.height);
    const tests::PictureDifference difference = tests::difference_of(now, value_of(stored));
    CHECK(difference.mean <= mean_max);
    CHECK(difference.share_beyond <= share_beyond_max);
  }
}

TEST_CASE("the tolerance tells a view from another one, and a theme from the other") {
  const tests::TemporaryFolder folder;
  const Image dark = picture_of("memory", "dark", folder.path("a.png"));
  const Image light = picture_of("memory", "light", folder.path("b.png"));
  const Image step = picture_of("step", "dark", folder.path("c.png"));
  CHECK(tests::difference_of(dark, light).mean > mean_max);
  const tests::PictureDifference other = tests::difference_of(dark, step);
  CHECK((other.mean > mean_max || other.share_beyond > share_beyond_max));
}
