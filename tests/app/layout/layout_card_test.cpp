#include <doctest/doctest.h>

#include "app/output/balance_words.h"
#include "core/changes/layout/cuts.h"
#include "tests/gui/drawn_words.h"
#include "tests/gui/window_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

/// The window with the Timeline grown, whose upper card is the layout.
struct LayoutWindow : WindowDriver {
  explicit LayoutWindow(std::string_view preset = "gpt3-175b-v100", WindowSize size = {}) : WindowDriver(preset, size) {
    explorer.grown = "timeline";
    frames(2);
    if (shows("layout.open")) click("layout.open");
    frames(2);
  }
  [[nodiscard]] std::int64_t layers(std::size_t stage) const { return explorer.session.report.layout[stage].layers(); }
  [[nodiscard]] ImVec2 border(int which) const { return place("layout.border." + std::to_string(which)).center(); }
  [[nodiscard]] ImVec2 stage(int which) const { return place("layout.stage." + std::to_string(which)).center(); }
  void enter_layout(std::string_view text) {
    click("layout.string");
    key(ImGuiMod_Ctrl | ImGuiKey_A);
    type(text);
    key(ImGuiKey_Enter);
    frames(2);
  }
};

}  // namespace

TEST_CASE("dragging a border moves layers from one stage to the other, live, as one step that is undone whole") {
  LayoutWindow window;
  REQUIRE(window.layers(0) == 12);
  const Scenario before = window.scenario();
  const Seconds step = window.explorer.session.report.time->step;
  const ImVec2 from = window.border(1);
  window.point_at(from);
  window.press();
  for (const float way : {9.0F, 18.0F, 27.0F}) window.point_at({from.x + way, from.y});
  const std::int64_t moved = window.layers(0) - 12;
  CHECK(moved >= 1);
  CHECK(window.layers(1) == 12 - moved);
  CHECK(window.layers(2) == 12);
  CHECK(window.explorer.session.report.time->step > step);
  window.release();
  window.frames(2);
  CHECK(window.layers(0) == 12 + moved);
  CHECK(window.explorer.session.history.size() == 2);
  CHECK(window.explorer.session.change.words.starts_with("Stage 0: 12 → "));
  window.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  CHECK(window.scenario() == before);
}

TEST_CASE("a border that comes back to where it was leaves no step, and none moves past its neighbour") {
  LayoutWindow window;
  const Scenario before = window.scenario();
  const ImVec2 from = window.border(4);
  window.point_at(from);
  window.press();
  window.point_at({from.x - 40, from.y});
  CHECK(window.layers(3) < 12);
  window.point_at({from.x - 1500, from.y});
  CHECK(window.layers(3) == 1);
  CHECK(window.layers(4) == 23);
  CHECK(window.explorer.session.report.valid);
  window.point_at(from);
  window.release();
  window.frames(2);
  CHECK(window.scenario() == before);
  CHECK_FALSE(window.explorer.session.history.can_undo());
}

TEST_CASE("a block is dragged to any other stage, and a click alone picks the stage") {
  LayoutWindow window;
  window.drag(window.stage(2), window.stage(6));
  window.frames(2);
  CHECK(window.layers(2) == 11);
  CHECK(window.layers(6) == 13);
  CHECK(window.layers(4) == 12);
  CHECK(window.explorer.session.history.size() == 2);
  window.click(window.stage(5));
  CHECK(window.explorer.selection.stage == 5);
  CHECK(window.layers(5) == 12);
}

TEST_CASE("a typed layout is applied with Enter as a step of its own") {
  LayoutWindow window;
  window.enter_layout("Et*11|(t*12|)*6,t*13L");
  CHECK(window.plan().pipeline_layout == "Et*11|(t*12|)*6,t*13L");
  CHECK(window.layers(0) == 11);
  CHECK(window.layers(7) == 13);
  CHECK(window.explorer.session.history.size() == 2);
  window.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  CHECK(window.layers(0) == 12);
}

TEST_CASE("what is wrong with a typed layout is said in words, and the last good one stays") {
  LayoutWindow window;
  const Scenario before = window.scenario();
  window.enter_layout("Et*11|(t*12|)*6,t*12L");
  CHECK(window.explorer.layout.wrong.find("add 1") != std::string::npos);
  CHECK(window.scenario() == before);
  window.enter_layout("Et*11|x");
  CHECK(window.explorer.layout.wrong.find("x means nothing here") != std::string::npos);
  CHECK(window.scenario() == before);
  CHECK(window.explorer.session.report.valid);
  window.drag(window.border(1), {window.border(1).x + 30, window.border(1).y});
  CHECK(window.explorer.layout.wrong.empty());
  CHECK(window.layers(0) > 12);
}

TEST_CASE("a balance says what it gains before the click, does that, and is undone in one step") {
  LayoutWindow window;
  REQUIRE(window.explorer.layout.balance->lowest);
  const Balanced promised = *window.explorer.layout.balance->lowest;
  REQUIRE(promised.changed);
  CHECK(balance_words(promised, BalanceGoal::lowest_peak).find("% memory, +") != std::string::npos);
  const Scenario before = window.scenario();
  window.click("button.balance-memory");
  window.frames(2);
  CHECK(window.explorer.session.report.memory.peak.value == promised.peak_after.value);
  CHECK(window.explorer.session.report.time->step.value == promised.step_after.value);
  CHECK(window.explorer.session.history.size() == 2);
  CHECK_FALSE(window.explorer.layout.balance->lowest->changed);
  window.click("button.balance-memory");  // dead now
  CHECK(window.explorer.session.history.size() == 2);
  window.click("button.even");
  CHECK(window.layers(0) == 12);
  window.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  window.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  CHECK(window.scenario() == before);
}

TEST_CASE("an impossible plan shows the last layout and lets nobody drag it") {
  LayoutWindow window;
  window.set_value("plan.tp", "7");
  REQUIRE_FALSE(window.explorer.session.report.valid);
  const Scenario before = window.scenario();
  window.drag(window.border(1), {window.border(1).x + 40, window.border(1).y});
  window.click("button.balance-memory");
  CHECK(window.scenario() == before);
}

TEST_CASE("one stage has no layout to show, and the grown Memory view shows it where there is room") {
  LayoutWindow window("llama3-8b-1024-h100");
  CHECK_FALSE(window.shows("view.layout"));
  WindowDriver memory("gpt4-25k-a100");
  memory.explorer.grown = "memory";
  memory.frames(2);
  CHECK(memory.shows("view.layout"));
  CHECK(memory.shows("memory.tensors"));
}

TEST_CASE("chunks have a row each and their borders move too") {
  LayoutWindow window("llama3-70b-4096-h100");
  REQUIRE(window.plan().virtual_stages == 5);
  const Rect first = window.place("layout.stage.0"), below = window.place("layout.stage.4");
  CHECK(below.min.y > first.max.y);
  CHECK(below.min.x == first.min.x);
  const std::int64_t before = window.layers(5), next = window.layers(6);
  window.drag(window.border(6), {window.border(6).x + 20, window.border(6).y});
  CHECK(window.layers(5) == before + 1);
  CHECK(window.layers(6) == next - 1);
}

TEST_CASE("no word of the layout is cut, also where the window is small or the stages are many") {
  for (const char* preset : {"gpt4-25k-a100", "deepseek-v3-2048-h800", "nemotron4-340b-6144-h100",
                             "megatron-1t-3072-a100", "megatron-530b-280-a100"})
    for (const WindowSize size : {WindowSize{1760, 1080, 1}, WindowSize{1280, 720, 1}}) {
      CAPTURE(preset);
      CAPTURE(size.width);
      LayoutWindow window(preset, size);
      REQUIRE(window.shows("view.layout"));
      CHECK(joined_lines(cut_words()) == "");
      CHECK(window.place("view.timeline").height() > 150);
    }
}

TEST_CASE("choosing a V schedule on a plan with a list of layers of its own leaves a plan that runs") {
  LayoutWindow window("deepseek-v3-2048-h800");
  REQUIRE(window.scenario().plan.stage_layers.has_value());
  window.click("plan.schedule");
  window.click("plan.schedule=ZB-V");
  window.frames(2);
  CHECK(window.explorer.session.report.valid);
  CHECK(window.explorer.session.report.timeline.has_value());
  CHECK_FALSE(window.scenario().plan.stage_layers.has_value());
  CHECK(window.explorer.session.change.followed.find("layers even over the stages") != std::string::npos);
}

TEST_CASE("a layout that makes the plan impossible says why in its card, and Even or another string mends it") {
  LayoutWindow window;
  Scenario wrong = window.scenario();
  wrong.plan.stage_layers = std::vector<std::int64_t>(3, 32);
  edit_scenario(window.explorer.session, wrong, "plan.stage_layers");
  window.frames(2);
  REQUIRE_FALSE(window.explorer.session.report.valid);
  window.click("button.even");
  window.frames(2);
  CHECK(window.explorer.session.report.valid);
  edit_scenario(window.explorer.session, wrong, "plan.stage_layers");
  window.frames(2);
  window.enter_layout("Et*12|(t*12|)*6t*12L");
  CHECK(window.explorer.session.report.valid);
}

TEST_CASE("the layout is a line until it is asked for, and gives its room to the view below") {
  for (const char* view : {"timeline", "memory"}) {
    CAPTURE(view);
    WindowDriver window("gpt3-175b-v100");
    window.explorer.grown = view;
    window.frames(2);
    const float folded = window.place("view.layout").height();
    CHECK(folded < 48);
    CHECK_FALSE(window.shows("layout.string"));
    window.click("layout.open");
    window.frames(2);
    CHECK(window.shows("layout.string"));
    CHECK(window.place("view.layout").height() > 2 * folded);
    window.click("layout.open");
    window.frames(2);
    CHECK(window.place("view.layout").height() == folded);
  }
}
