#include "tests/gui/drawn_words.h"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "app/explorer/state/view_list.h"
#include "tests/gui/window_driver.h"
#include "tests/real_presets.h"

using namespace shardscope;
using namespace shardscope::tests;

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

TEST_CASE("the test sees words that are cut, and words that leave their card") {
  WindowDriver window;
  window.frames(1);
  const auto with = [&](const char* words, ImVec2 at) {
    ImGui::NewFrame();
    ImGui::GetForegroundDrawList()->AddText(at, IM_COL32_WHITE, words);
    ImGui::Render();
  };
  with("The text says the wh…", {100, 100});
  REQUIRE(cut_words().size() == 1);
  CHECK(cut_words().front().find("The text says the wh…") != std::string::npos);
  with("(…) is a mark", {100, 100});
  CHECK(cut_words().empty());
  const std::array<Rect, 1> card = {Rect{{90, 90}, {160, 130}}};
  CHECK(words_across(card).size() == 1);
  with("in it", {100, 100});
  CHECK(words_across(card).empty());
  with("beside", {200, 100});
  CHECK(words_across(card).empty());
}

namespace {

/// A scenario that others of the list don't stand for.
struct Shown {
  const char* preset;
  void (*edit)(Scenario&) = nullptr;
};

constexpr std::array shown_scenarios = {
    Shown{"gpt4-25k-a100"},
    Shown{"llama3-405b-16k-h100"},
    Shown{"deepseek-v3-2048-h800"},
    Shown{"llama2-7b-256-a100"},  // one stage
    Shown{"gpt4-25k-a100", [](Scenario& scenario) { scenario.cluster.sites.number = 2; }},
    Shown{"llama3-70b-4096-h100",
          [](Scenario& scenario) {
            const Presets& presets = real_presets();
            scenario.cluster.pools = {{*presets.gpu("h100-sxm"), 2048, {}, {}, {}},
                                      {*presets.gpu("a100-80"), 2048, {}, {}, {}}};
          }},
};

void open_shown(WindowDriver& window, const Shown& shown) {
  LaunchedScenario scenario = *real_presets().launched(shown.preset);
  if (shown.edit != nullptr) shown.edit(scenario.scenario);
  open_preset(window.explorer.session, scenario);
}

std::vector<Rect> cards_of(const WindowDriver& window) {
  std::vector<Rect> cards;
  for (const Place& place : window.explorer.places.all)
    if (place.name == "card") cards.push_back(place.rect);
  return cards;
}

/// Draws every view of each scenario in a window of this size.
void check_views(const WindowSize& size) {
  WindowDriver window("gpt4-25k-a100", size);
  for (const Shown& shown : shown_scenarios) {
    open_shown(window, shown);
    for (const std::string_view view : picture_names()) {
      CAPTURE(std::string(shown.preset));
      CAPTURE(size.width);
      CAPTURE(size.scale);
      CAPTURE(std::string(view));
      show_view(window.explorer, view);
      window.frames(4);
      CHECK(joined_lines(overlapping_words()) == "");
      CHECK(joined_lines(clipped_words()) == "");
      CHECK(joined_lines(cut_words()) == "");
      CHECK(joined_lines(words_across(cards_of(window))) == "");
    }
  }
}

}  // namespace

TEST_CASE("every view of every size and scale has no words on one another, cut, clipped or across a card's border" *
          doctest::test_suite("long")) {
  for (const auto& [width, height] :
       {std::pair{1024, 640}, {1280, 720}, {1440, 900}, {1760, 1080}, {2560, 1440}, {3440, 1440}})
    for (const float scale : {1.0F, 1.25F, 1.5F, 2.0F}) check_views({width, height, scale});
}
