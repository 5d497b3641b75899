#include <doctest/doctest.h>

#include <cmath>

#include "tests/gui/window_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("a view grows by its corner mark or a double click on its title, and comes back with the mark or Esc") {
  WindowDriver window;
  const float small = window.place("view.step").width();
  window.click("grow.step");
  CHECK(window.explorer.grown == "step");
  window.frames(2);
  CHECK(window.place("view.step").width() > 1.5F * small);
  CHECK(window.shows("step.roofline"));
  CHECK_FALSE(window.shows("view.timeline"));
  window.click("grow.step");
  CHECK(window.explorer.grown.empty());
  const Rect title = window.place("title.timeline");
  window.double_click({title.min.x + 20, title.center().y});
  CHECK(window.explorer.grown == "timeline");
  window.key(ImGuiKey_Escape);
  CHECK(window.explorer.grown.empty());
}

TEST_CASE("Esc that closes a list doesn't bring a grown view back") {
  WindowDriver window;
  window.click("grow.step");
  window.click("plan.recompute");
  window.key(ImGuiKey_Escape);
  CHECK(window.explorer.grown == "step");
}

TEST_CASE("borders between cards are dragged, within limits") {
  WindowDriver window;
  const Arrangement before = window.explorer.session.settings.arrangement;
  const ImVec2 upper = window.place("border.upper").center();
  window.drag(upper, {upper.x, upper.y + 80});
  CHECK(window.explorer.session.settings.arrangement.upper > before.upper + 0.05F);
  const ImVec2 memory = window.place("border.memory").center();
  const float step_ends = window.place("border.step").min.x;
  window.drag(memory, {memory.x - 60, memory.y});
  CHECK(window.explorer.session.settings.arrangement.memory < before.memory);
  CHECK(std::abs(window.place("border.step").min.x - step_ends) <= 2);
  window.drag(window.place("border.upper").center(), {upper.x, 5000});
  CHECK(window.explorer.session.settings.arrangement.upper == doctest::Approx(0.8));
  CHECK(window.explorer.session.history.size() == 1);
}

TEST_CASE("in a narrow window Step and Cluster share a card that a button switches") {
  WindowDriver window("gpt4-25k-a100", {1280, 720, 1});
  CHECK(window.shows("view.step"));
  CHECK_FALSE(window.shows("view.cluster"));
  window.click("button.step-or-cluster");
  window.frames(2);
  CHECK(window.shows("view.cluster"));
  CHECK_FALSE(window.shows("view.step"));
}

TEST_CASE("in a narrow window the border between the two upper cards is dragged too") {
  WindowDriver window("gpt4-25k-a100", {1280, 720, 1});
  const Arrangement before = window.explorer.session.settings.arrangement;
  const float width = window.place("view.memory").width();
  const ImVec2 border = window.place("border.memory").center();
  window.drag(border, {border.x - 60, border.y});
  CHECK(window.place("view.memory").width() == doctest::Approx(width - 60).epsilon(0.02));
  CHECK(window.explorer.session.settings.arrangement.memory == before.memory);  // the wide window keeps its own
  window.drag(window.place("border.memory").center(), {0, border.y});
  CHECK(window.explorer.session.settings.arrangement.memory_of_two == doctest::Approx(0.3));
}

TEST_CASE("the four views don't overlap") {
  const WindowDriver window;
  const char* names[] = {"view.memory", "view.step", "view.cluster", "view.timeline"};
  for (int a = 0; a < 4; ++a)
    for (int b = a + 1; b < 4; ++b) CHECK_FALSE(window.place(names[a]).overlaps(window.place(names[b])));
}
