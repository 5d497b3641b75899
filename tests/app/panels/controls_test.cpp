#include "app/panels/controls.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <optional>
#include <string>

#include "tests/app/panels/stop_of.h"
#include "tests/gui/drawn_words.h"
#include "tests/gui/window_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("data parallelism that is held stays when the tensor degree is dragged") {
  WindowDriver window;
  const std::int64_t dp = window.plan().dp.value_or(0);
  window.click("plan.dp.hold");
  CHECK(window.explorer.session.holds.dp);
  window.set_value("plan.tp", "4");
  CHECK(window.plan().tp == 4);
  CHECK(window.plan().dp.value_or(0) == dp);
}

TEST_CASE("with GPUs and data parallelism held the sliders offer only what fits into the GPUs") {
  WindowDriver window;
  window.click("plan.dp.hold");
  REQUIRE(window.explorer.session.holds.gpus);
  for (const char* path : {"plan.tp", "plan.pp", "plan.cp"}) {
    window.drag(window.place(path).center(), {window.place(path).max.x + 500, window.place(path).center().y});
    const Plan& plan = window.plan();
    CHECK(plan.tp * plan.pp * plan.cp * plan.dp.value_or(1) <= window.scenario().cluster.gpus);
  }
}

TEST_CASE("what is said above a slider doesn't move it away while it is held") {
  WindowDriver window;
  const Rect track = window.place("plan.dp");
  window.point_at(window.place("plan.dp").center());
  window.press();
  for (int step = 0; step < 12; ++step) {
    window.point_at({track.max.x - static_cast<float>(step) * track.width() / 12, track.center().y});
    CHECK(window.place("plan.dp").min.y == track.min.y);
  }
  window.release();
}

TEST_CASE("the arrow keys move the slider under the pointer by one stop") {
  WindowDriver window;
  window.point_at(stop_of(window, "plan.tp", 8));
  window.key(ImGuiKey_LeftArrow);
  CHECK(window.plan().tp == 4);
  window.key(ImGuiKey_RightArrow);
  CHECK(window.plan().tp == 8);
}

TEST_CASE("a slider's ends take its first and last value, also where the pointer goes past them") {
  WindowDriver window;
  const std::vector<std::int64_t> values = valid_values(window.scenario(), "plan.tp");
  const ImVec2 knob = stop_of(window, "plan.tp", 8);
  window.drag(knob, {knob.x + 2000, knob.y});
  CHECK(window.plan().tp == values.back());
  window.drag(stop_of(window, "plan.tp", window.plan().tp), {2, knob.y});
  CHECK(window.plan().tp == values.front());
}

TEST_CASE("a control that has no meaning now can't be moved") {
  WindowDriver window("llama2-70b-2000-a100");
  REQUIRE(window.scenario().model.num_experts <= 0);
  const Scenario before = window.scenario();
  const Rect track = window.place("plan.ep");
  window.drag({track.min.x, track.center().y}, {track.max.x, track.center().y});
  CHECK(window.scenario() == before);
}

TEST_CASE("a switch is flipped by a click anywhere on its row") {
  WindowDriver window("gpt4-25k-a100", {1760, 2400, 1});
  window.show_rarer_fields();
  const bool before = with_defaults(window.scenario()).plan.overlap.tp.value();
  window.click("plan.overlap.tp");
  CHECK(window.plan().overlap.tp == !before);
  const Rect box = window.place("plan.overlap.tp");
  window.click(ImVec2{box.min.x - 60, box.center().y});
  CHECK(window.plan().overlap.tp == before);
}

TEST_CASE("the explanation of a control comes up while the pointer rests on it") {
  WindowDriver window;
  const Image before = window.picture();
  window.point_at({window.place("plan.tp").min.x - 40, window.place("plan.tp").center().y});
  window.frames(90);
  CHECK(window.picture().rgba != before.rgba);
}

TEST_CASE("the pointer rests once it has lain still for a while, and no more when it moves") {
  WindowDriver window;
  const ImVec2 at = window.place("view.racks").center();
  window.point_at(at);
  window.frames(2);
  CHECK_FALSE(pointer_rests());
  window.frames(40);
  CHECK(pointer_rests());
  window.point_at({at.x + 12, at.y});
  CHECK_FALSE(pointer_rests());
}

TEST_CASE("E over a heading opens how it comes about at once, before the box beside the pointer is shown") {
  tests::WindowDriver window;
  std::optional<ImVec2> split;
  for (const DrawnRun& run : tests::drawn_runs())
    if (run.words.find("of 25,000") != std::string::npos) split = run.rect.center();
  REQUIRE(split);
  window.point_at(*split);
  CHECK_FALSE(pointer_rests());
  window.key(ImGuiKey_E);
  REQUIRE_FALSE(window.explorer.derivations.empty());
  CHECK_FALSE(window.explorer.derivations.back().said.made_from.empty());
}

TEST_CASE("one thing at a time is said beside the pointer") {
  tests::WindowDriver window;
  const ViewFrame frame = window.view_frame();
  show_tip(frame, {"One", "1", {}, ""});
  show_tip(frame, {"Two", "2", {}, ""});
  CHECK(frame.tip.title == "One");
  window.frames(1);
  show_tip(frame, {"Two", "2", {}, ""});
  CHECK(frame.tip.title == "Two");
}
