#include "tests/gui/drawn_words.h"

#include <doctest/doctest.h>

#include <array>
#include <string>

#include "tests/gui/window_driver.h"

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
  const std::array<Rect, 1> ground = {Rect{{110, 90}, {300, 130}}};
  CHECK(overlapping_words(ground).empty());  // the later words lie on it
  std::size_t clipped = 0;                   // but where a gap between two letters lies on the border
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
  CHECK(word_faults({}, {}).find("cut: ") != std::string::npos);
  with("(…) is a mark", {100, 100});
  CHECK(cut_words().empty());
  const std::array<Rect, 1> card = {Rect{{90, 90}, {160, 130}}};
  CHECK(words_across(card).size() == 1);
  const std::array<Rect, 1> ground = {Rect{{80, 80}, {600, 140}}};
  CHECK(words_across(card, ground).empty());
  with("in it", {100, 100});
  CHECK(words_across(card).empty());
  with("beside", {200, 100});
  CHECK(words_across(card).empty());
}
