#include "tests/gui/drawn_words.h"

#include <doctest/doctest.h>

#include <array>
#include <span>
#include <string>
#include <vector>

#include "app/explorer/view_list.h"
#include "tests/gui/cut_words.h"
#include "tests/gui/window_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

std::string joined_lines(const std::vector<std::string>& lines) {
  std::string all;
  for (const std::string& line : lines) all += line + "; ";
  return all;
}

}  // namespace

TEST_CASE("the test sees words on one another and words that are clipped") {
  WindowDriver window;
  window.frames(1);
  CHECK(drawn_runs().size() > 100);
  const auto draw = [&](ImVec2 at, const char* words) {
    ImGui::GetForegroundDrawList()->AddText(at, IM_COL32_WHITE, words);
  };
  const auto with = [&](auto more) {
    ImGui::NewFrame();
    more();
    ImGui::Render();
  };
  with([&] { draw({100, 100}, "first words"), draw({100, 200}, "others"); });
  CHECK(overlapping_words().empty());
  CHECK(clipped_words().empty());
  with([&] { draw({100, 100}, "first words"), draw({120, 103}, "others"); });
  CHECK(overlapping_words().size() == 1);
  std::size_t clipped = 0;  // but where a gap between two letters lies on the border
  for (float x = 1730; x < 1740; ++x) {
    with([&] { draw({x, 100}, "MMMMMMMM"); });
    clipped += clipped_words().size();
  }
  CHECK(clipped >= 6);
}

namespace {

constexpr std::array presets = {"gpt4-25k-a100", "deepseek-v3-2048-h800", "llama2-7b-256-a100"};

/// Draws each of the views in a window of this size and calls check(view).
template <class Check>
void each_view(const WindowSize& size, std::span<const std::string_view> views, const Check& check) {
  for (const char* preset : presets) {
    WindowDriver window(preset, size);
    for (const std::string_view view : views) {
      CAPTURE(std::string(preset));
      CAPTURE(size.width);
      CAPTURE(size.scale);
      CAPTURE(std::string(view));
      show_view(window.explorer, view);
      window.frames(6);
      check(view);
    }
  }
}

}  // namespace

TEST_CASE("in no view of a roomy window words lie on one another or are clipped") {
  const std::vector<std::string_view> views = picture_names();
  for (const WindowSize size : {WindowSize{1760, 1080, 1}, WindowSize{2560, 1440, 1.25F}, WindowSize{3440, 1440, 1},
                                WindowSize{3440, 1440, 1.5F}})
    each_view(size, views, [](std::string_view view) {
      CHECK(joined_lines(overlapping_words()) == "");
      if (view != "launch") CHECK(joined_lines(clipped_words()) == "");  // a launch's text scrolls sideways
    });
}

TEST_CASE("the window, its chart and the lab have no words on one another and none clipped at any size and scale") {
  constexpr std::array<std::string_view, 3> views = {"window", "timeline", "lab"};
  for (const WindowSize size : {WindowSize{1024, 640, 1}, WindowSize{1280, 720, 1}, WindowSize{1280, 800, 1.25F},
                                WindowSize{1600, 960, 1.5F}, WindowSize{2560, 1440, 2}, WindowSize{3440, 1440, 2}})
    each_view(size, views, [](std::string_view view) {
      CHECK(joined_lines(overlapping_words()) == "");
      CHECK(joined_lines(clipped_words()) == "");
      if (view != "lab") CHECK(ellipses_drawn() == 0);
    });
}
