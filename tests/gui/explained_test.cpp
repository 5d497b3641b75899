// Whether each number that the views show says how it comes about.
#include <doctest/doctest.h>

#include <algorithm>

#include "tests/gui/drawn_words.h"
#include "tests/gui/window_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

bool has_digit(const std::string& words) {
  return std::any_of(words.begin(), words.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// Numbers on the cards over which E opens no derivation: "39.4 s at 812, 300".
std::vector<std::string> unexplained(WindowDriver& window) {
  std::vector<std::string> found;
  std::vector<Rect> cards;
  for (const Place& place : window.explorer.places.all)
    if (place.name == "card") cards.push_back(place.rect);
  for (const DrawnRun& run : drawn_runs()) {
    const ImVec2 at = run.rect.center();
    const auto on_card = [&](const Rect& card) { return card.contains(at); };
    if (!has_digit(run.words) || !run.clip.contains(at) || std::none_of(cards.begin(), cards.end(), on_card)) continue;
    window.explorer.derivations.clear();
    window.rest_at(at);
    window.key(ImGuiKey_E);
    if (window.explorer.derivations.empty())
      found.push_back(run.words + " at " + std::to_string(static_cast<int>(at.x)) + ", " +
                      std::to_string(static_cast<int>(at.y)));
  }
  window.explorer.derivations.clear();
  window.point_at({-1, -1});
  return found;
}

}  // namespace

TEST_CASE("E over the numbers of each view keeps how they come about, but for axes, titles and what is counted here" *
          doctest::test_suite("long")) {
  struct Case {
    std::string_view view;  // empty: four together
    std::size_t left;       // marks of axes and numbers within sentences, and those that nothing is said of yet
  };
  for (const Case& each : {Case{"", 21}, Case{"memory", 21}, Case{"timeline", 18}, Case{"step", 17},
                           Case{"cluster", 17}, Case{"run", 26}, Case{"launch", 11}}) {
    WindowDriver window;
    window.explorer.grown = each.view;
    window.frames(30);
    const std::vector<std::string> left = unexplained(window);
    CAPTURE(each.view);
    CAPTURE(joined_lines(left));
    CHECK(left.size() <= each.left);
  }
}
