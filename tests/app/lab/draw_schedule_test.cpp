#include "app/lab/draw_schedule.h"

#include <doctest/doctest.h>

#include "core/pipeline/timeline.h"
#include "tests/core/pipeline/cases.h"
#include "tests/gui/read_png.h"
#include "tests/temporary_folder.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("a schedule alone is drawn at the size asked for, in the theme's colours") {
  const Schedule schedule = shardscope::test::schedule_of(ScheduleKind::zb_h1, {4, 1, 8});
  const Timeline timeline =
      simulate(schedule, shardscope::test::equal_times(schedule, {Seconds{1}, Seconds{0}, Seconds{1}, Seconds{1}}));
  const HeldIndex held = build_held_index(timeline, std::vector<double>(4, 1));
  TimelineSource source{timeline, "ZB-H1"};
  source.kind = ScheduleKind::zb_h1;
  source.unit = TimeUnit::units;
  source.held = &held;
  source.held_unit = "micro-batches";
  const TemporaryFolder folder;
  for (const bool light : {false, true}) {
    const Theme theme = light ? light_theme() : dark_theme();
    REQUIRE(draw_schedule(source, {folder.path("a.png"), 900, 400, theme}).empty());
    const Outcome<Image> picture = read_png(folder.path("a.png"));
    REQUIRE(succeeded(picture));
    const Image& image = value_of(picture);
    CHECK(image.width == 900);
    CHECK(image.height == 400);
    const auto count = [&](ImU32 color) {
      int found = 0;
      for (std::size_t i = 0; i < image.rgba.size(); i += 4)
        found += image.rgba[i] == (color >> IM_COL32_R_SHIFT & 255U) &&
                         image.rgba[i + 1] == (color >> IM_COL32_G_SHIFT & 255U) &&
                         image.rgba[i + 2] == (color >> IM_COL32_B_SHIFT & 255U)
                     ? 1
                     : 0;
      return found;
    };
    CHECK(count(theme.forward) > 5000);
    CHECK(count(theme.backward) > 5000);
    CHECK(count(theme.backward_weight) > 5000);
  }
  CHECK(draw_schedule(source, {folder.path("missing/a.png"), 900, 400, dark_theme()}).find("missing") !=
        std::string::npos);
}
