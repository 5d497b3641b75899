// Every preset, theme and size of window.
#include <doctest/doctest.h>

#include <cstdint>
#include <set>

#include "tests/app/commands/run_command.h"
#include "tests/gui/has_color.h"
#include "tests/gui/window_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

/// Looks no further once it has seen so many.
bool has_more_colors_than(const Image& image, std::size_t count) {
  std::set<std::uint32_t> colors;
  for (std::size_t i = 0; i + 3 < image.rgba.size() && colors.size() <= count; i += 4)
    colors.insert(static_cast<std::uint32_t>(image.rgba[i] | image.rgba[i + 1] << 8 | image.rgba[i + 2] << 16));
  return colors.size() > count;
}

}  // namespace

TEST_CASE("every preset is drawn in both themes") {
  WindowDriver window("gpt4-25k-a100", {1500, 800, 1});
  for (const LaunchedScenario& preset : real_presets().scenarios) {
    CAPTURE(preset.scenario.preset);
    open_preset(window.explorer.session, preset);
    window.explorer.session.settings.theme = ThemeName::dark;
    const Image dark = window.picture();
    window.explorer.session.settings.theme = ThemeName::light;
    const Image light = window.picture();
    CHECK(has_more_colors_than(dark, 40));
    CHECK(has_more_colors_than(light, 40));
    CHECK(dark.rgba != light.rgba);
  }
}

TEST_CASE("small, large and dense windows show every part") {
  for (const WindowSize size :
       {WindowSize{1280, 720, 1}, WindowSize{2560, 1440, 2}, WindowSize{3840, 2160, 2}, WindowSize{1280, 720, 2}}) {
    CAPTURE(size.width);
    CAPTURE(size.scale);
    WindowDriver window("gpt4-25k-a100", size);
    for (const char* name : {"scenario", "plan.tp", "verdict.memory", "verdict.run", "view.memory", "view.timeline"}) {
      CAPTURE(name);
      const Rect place = window.place(name);
      CHECK(place.width() > 0);
      CHECK(place.max.x <= static_cast<float>(size.width) + 1);
    }
    window.point_at(window.place("view.timeline").center());
    CHECK(has_more_colors_than(window.picture(), 40));
  }
}

TEST_CASE("the Timeline's legend has the weight gradients where they are passes, apart from the optimizer") {
  WindowDriver window("gpt4-25k-a100");
  const Theme theme = window.theme();
  REQUIRE(theme.update != theme.backward_weight);
  const auto in_legend = [&](ImU32 color) {
    window.frames(2);
    return has_color(window.picture(), window.place("timeline.legend"), color);
  };
  CHECK(in_legend(theme.update));
  CHECK_FALSE(in_legend(theme.backward_weight));
  LaunchedScenario split{window.scenario(), {}};
  split.scenario.plan.schedule = ScheduleKind::zb_h1;
  open_preset(window.explorer.session, split);
  CHECK(in_legend(theme.update));
  CHECK(in_legend(theme.backward_weight));
}
