// The window by keys alone: Tab, arrows and Enter.
#include <doctest/doctest.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tests/gui/drawn_words.h"
#include "tests/gui/keyboard_focus.h"
#include "tests/gui/window_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

/// The names whose place the focus stands on, of all controls that Tab comes by until it is where it began.
struct Round {
  std::vector<Rect> stops;
  std::set<std::string> names;
};

Round all_around(WindowDriver& window) {
  Round round;
  std::set<ImGuiID> seen;
  for (int i = 0; i < 400; ++i) {
    window.key(ImGuiKey_Tab);
    if (!seen.insert(ImGui::GetCurrentContext()->NavId).second) break;
    const Rect at = place_of_focus();
    round.stops.push_back(at);
    for (const Place& place : window.explorer.places.all)
      if (at.contains(place.rect.center())) round.names.insert(place.name);
  }
  return round;
}

// Undo and Redo have nothing to do yet.
constexpr std::array reached = {"scenario",
                                "tab.explorer",
                                "tab.lab",
                                "button.open",
                                "button.save",
                                "picture",
                                "button.theme",
                                "model",
                                "cluster.gpu",
                                "cluster.gpus",
                                "cluster.gpus.hold",
                                "cluster.gpus.value",
                                "plan.tp",
                                "plan.tp.value",
                                "plan.pp",
                                "plan.dp",
                                "plan.dp.hold",
                                "plan.ep",
                                "plan.cp",
                                "plan.schedule",
                                "plan.sequence_length",
                                "plan.micro_batch",
                                "plan.global_batch",
                                "plan.recompute",
                                "plan.zero",
                                "plan.precision",
                                "run.tokens",
                                "button.more",
                                "verdict.memory",
                                "verdict.run",
                                "grow.memory",
                                "grow.step",
                                "grow.cluster",
                                "grow.timeline",
                                "timeline.play"};

/// Tab until the focus stands on the place.
bool tab_to(WindowDriver& window, std::string_view name) {
  for (int i = 0; i < 400; ++i) {
    window.key(ImGuiKey_Tab);
    const Rect at = place_of_focus(), wanted = window.place(name);
    if (at.contains(wanted.center()) && at.height() < 2 * wanted.height() + 8) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("Tab reaches every control, list, slider, tab and view, and comes around") {
  WindowDriver window;
  const Round round = all_around(window);
  for (const char* name : reached) {
    CAPTURE(name);
    CHECK(round.names.contains(name));
  }
}

TEST_CASE("Tab goes as the eye does: the bar, the panel from top to bottom, the verdict, the views") {
  WindowDriver window;
  const Round round = all_around(window);
  const float bar = 45, panel = window.place("verdict.memory").min.x;
  const auto part_of = [&](const Rect& at) { return at.max.y <= bar + 4 ? 0 : at.max.x < panel ? 1 : 2; };
  const auto first =
      std::find_if(round.stops.begin(), round.stops.end(), [&](const Rect& at) { return part_of(at) == 0; });
  REQUIRE(first != round.stops.end());
  std::vector<Rect> stops(first, round.stops.end());
  stops.insert(stops.end(), round.stops.begin(), first);
  for (std::size_t i = 1; i < stops.size(); ++i) {
    CAPTURE(i);
    CHECK(part_of(stops[i]) >= part_of(stops[i - 1]));
    if (part_of(stops[i]) != 1 || part_of(stops[i - 1]) != 1) continue;
    const bool below = stops[i].center().y > stops[i - 1].center().y + 4;
    CHECK((below || stops[i].center().x > stops[i - 1].center().x));
  }
}

TEST_CASE("arrows move the slider in focus and nothing else, and it is seen where the focus is") {
  WindowDriver window;
  REQUIRE(tab_to(window, "plan.tp"));
  const Rect at = place_of_focus();
  const ImU32 accent = window.theme().accent;
  int ring = 0;
  for (const ImDrawList* list : ImGui::GetDrawData()->CmdLists)
    for (const ImDrawVert& vertex : list->VtxBuffer)
      ring +=
          (vertex.col & 0x00FFFFFF) == (accent & 0x00FFFFFF) && vertex.pos.x < at.min.x && vertex.pos.x > at.min.x - 8
              ? 1
              : 0;
  CHECK(ring > 0);
  window.key(ImGuiKey_LeftArrow);
  CHECK(window.plan().tp == 4);
  CHECK(place_of_focus().center().y == at.center().y);
  window.key(ImGuiKey_RightArrow);
  CHECK(window.plan().tp == 8);
  window.key(ImGuiKey_DownArrow);
  CHECK(place_of_focus().center().y > at.center().y);
  CHECK(window.plan().tp == 8);
}

TEST_CASE("what is said of the row in focus covers no other row, and is gone once keys have moved the row") {
  WindowDriver window;
  REQUIRE(tab_to(window, "plan.tp"));
  window.frames(60);
  const float panel = window.place("verdict.memory").min.x;
  const auto said_at = [&]() -> std::optional<float> {
    for (const DrawnRun& run : drawn_runs())
      if (run.words.find("Tensor parallelism: every") != std::string::npos) return run.rect.min.x;
    return std::nullopt;
  };
  REQUIRE(said_at());
  CHECK(*said_at() > panel - 20);
  const Rect row = place_of_focus();
  window.key(ImGuiKey_LeftArrow);
  window.frames(60);
  CHECK_FALSE(said_at());
  for (int i = 0; i < 2; ++i) window.key(ImGuiKey_Tab);  // past the row's value
  CHECK(place_of_focus().center().y > row.center().y);
  for (int i = 0; i < 2; ++i) window.key(ImGuiMod_Shift | ImGuiKey_Tab);
  window.frames(60);
  CHECK(place_of_focus().center().y == row.center().y);
  CHECK(said_at());
}

TEST_CASE("Enter opens a list, arrows walk it, Enter takes a line, and the focus is back on the list's control") {
  WindowDriver window;
  REQUIRE(tab_to(window, "plan.zero"));
  const Rect at = place_of_focus();
  const std::int64_t before = with_defaults(window.scenario()).plan.zero.value_or(0);
  window.key(ImGuiKey_Enter);
  window.frames(2);
  window.key(before == 0 ? ImGuiKey_DownArrow : ImGuiKey_UpArrow);
  window.key(ImGuiKey_Enter);
  window.frames(2);
  CHECK(with_defaults(window.scenario()).plan.zero.value_or(0) == (before == 0 ? 1 : before - 1));
  CHECK(place_of_focus().center().y == at.center().y);
}

TEST_CASE("Enter types a value, and the focus stays on it") {
  WindowDriver window;
  REQUIRE(tab_to(window, "plan.tp.value"));
  const Rect at = place_of_focus();
  window.key(ImGuiKey_Enter);
  window.frames(2);
  REQUIRE(ImGui::GetIO().WantTextInput);
  window.type("4");
  window.key(ImGuiKey_Enter);
  CHECK(window.plan().tp == 4);
  CHECK_FALSE(ImGui::GetIO().WantTextInput);
  CHECK(place_of_focus().center().y == at.center().y);
  window.key(ImGuiKey_Tab);
  CHECK(place_of_focus().center().y > at.center().y);
}

TEST_CASE("Enter grows a view, and Esc brings it back") {
  WindowDriver window;
  REQUIRE(tab_to(window, "grow.memory"));
  window.key(ImGuiKey_Enter);
  CHECK(window.explorer.grown == "memory");
  window.key(ImGuiKey_Escape);
  CHECK(window.explorer.grown.empty());
}

TEST_CASE("a click on a chart takes the focus from a field, and the keys go to the chart") {
  for (const char* chart : {"view.memory", "view.racks", "view.timeline"}) {
    CAPTURE(chart);
    WindowDriver window;
    const Scenario before = window.scenario();
    window.click("plan.tp.value");
    window.frames(2);
    REQUIRE(ImGui::GetIO().WantTextInput);
    window.click(window.place(chart).center());
    CHECK_FALSE(ImGui::GetIO().WantTextInput);
    window.key(ImGuiKey_LeftArrow);
    window.type("2");
    window.key(ImGuiKey_Enter);
    CHECK(window.scenario() == before);
  }
}

TEST_CASE("Tab goes on after Esc, in the panel and once a grown view has gone back") {
  WindowDriver window;
  REQUIRE(tab_to(window, "plan.tp"));
  window.key(ImGuiKey_Escape);
  CHECK(tab_to(window, "plan.pp"));
  REQUIRE(tab_to(window, "grow.memory"));
  window.key(ImGuiKey_Enter);
  REQUIRE(window.explorer.grown == "memory");
  window.key(ImGuiKey_Escape);
  REQUIRE(window.explorer.grown.empty());
  CHECK(tab_to(window, "plan.tp"));
  REQUIRE(tab_to(window, "tab.lab"));
  window.key(ImGuiKey_Enter);
  window.key(ImGuiKey_Escape);
  CHECK(tab_to(window, "tab.explorer"));
}
