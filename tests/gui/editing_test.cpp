// Editing the plan: a slider is dragged, what follows, what it does to the figures, and back again.
#include <doctest/doctest.h>

#include <algorithm>

#include "app/panels/verdict_cells.h"
#include "app/session/document/history_words.h"
#include "core/validate/valid_values.h"
#include "tests/gui/window_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

/// The point of the slider at which it takes the value.
ImVec2 stop_of(const WindowDriver& window, std::string_view path, std::int64_t value) {
  const std::vector<std::int64_t> values = valid_values(window.scenario(), path);
  const auto found = std::find(values.begin(), values.end(), value);
  REQUIRE(found != values.end());
  return window.stop(path, static_cast<int>(found - values.begin()), static_cast<int>(values.size()));
}

void drag_tp(WindowDriver& window, std::int64_t value) {
  window.drag(stop_of(window, "plan.tp", window.plan().tp), stop_of(window, "plan.tp", value));
}

std::string memory_line(const WindowDriver& window) {
  return verdict_cells(window.explorer.session.report, {})[0].line;
}

}  // namespace

TEST_CASE("dragging tensor parallelism from 8 to 4 halves it, doubles the replicas, keeps the GPUs, and is one step") {
  WindowDriver window;
  REQUIRE(window.plan().tp == 8);
  REQUIRE(window.explorer.session.report.fits);
  const double peak = window.explorer.session.report.memory.peak.value;
  const std::int64_t gpus = window.scenario().cluster.gpus;
  const std::int64_t dp = window.plan().dp.value_or(0);
  drag_tp(window, 4);
  CHECK(window.plan().tp == 4);
  CHECK(window.plan().dp.value_or(0) == 2 * dp);
  CHECK(window.scenario().cluster.gpus == gpus);
  const MemoryReport& memory = window.explorer.session.report.memory;
  CHECK(memory.peak.value > peak);
  CHECK(memory.peak.value > memory.capacity.value);
  CHECK_FALSE(window.explorer.session.report.fits);
  CHECK(memory_line(window).starts_with("does not fit"));
  CHECK(window.explorer.session.history.size() == 2);
  CHECK(window.explorer.session.change.words == "Tensor 8 → 4");
}

TEST_CASE("a drag that comes back to where it began leaves no step") {
  WindowDriver window;
  const Scenario before = window.scenario();
  const ImVec2 eight = stop_of(window, "plan.tp", 8);
  const ImVec2 one = stop_of(window, "plan.tp", 1);
  window.point_at(eight);
  window.press();
  window.point_at(one);
  CHECK(window.plan().tp == 1);
  window.point_at(eight);
  CHECK(window.plan().tp == 8);
  window.release();
  CHECK(window.scenario() == before);
  CHECK(window.explorer.session.history.size() == 1);
  CHECK_FALSE(window.explorer.session.history.can_undo());
}

TEST_CASE("separate drags that end where they began give the scenario they began with") {
  WindowDriver window;
  const Scenario before = window.scenario();
  for (const std::int64_t tp : {4, 2, 4, 8}) drag_tp(window, tp);
  CHECK(window.explorer.session.history.size() == 5);
  CHECK(window.plan().global_batch == 7280);
  CHECK(window.scenario() == before);
}

TEST_CASE("undo and redo work by button and by key") {
  WindowDriver window;
  const Scenario before = window.scenario();
  drag_tp(window, 4);
  const Scenario after = window.scenario();
  window.click("button.undo");
  CHECK(window.scenario() == before);
  CHECK(window.explorer.session.report.scenario.plan.tp == 8);
  window.click("button.redo");
  CHECK(window.scenario() == after);
  window.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  CHECK(window.scenario() == before);
  window.key(ImGuiMod_Ctrl | ImGuiKey_Y);
  CHECK(window.scenario() == after);
  window.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  window.key(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_Z);
  CHECK(window.scenario() == after);
  CHECK(window.explorer.session.history.size() == 2);
}

TEST_CASE("an impossible value is said under its control and the views go on") {
  WindowDriver window;
  window.set_value("plan.tp", "6");
  CHECK(window.plan().tp == 6);
  const std::vector<Problem>& problems = window.explorer.session.report.problems;
  const bool said = std::any_of(problems.begin(), problems.end(), [](const Problem& problem) {
    return problem.severity == Severity::error && problem.path == "plan.tp";
  });
  CHECK(said);
  CHECK_FALSE(window.explorer.session.report.valid);
  window.point_at(window.place("view.timeline").center());
  window.point_at(window.place("view.racks").center());
  window.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  CHECK(window.plan().tp == 8);
  CHECK(window.explorer.session.report.valid);
}

TEST_CASE("the bars keep the height that they had before the last edit") {
  WindowDriver window;
  const std::vector<double> before = figures_of(window.explorer.session.report).stage_bytes;
  REQUIRE(before.size() == 15);
  CHECK_FALSE(window.view_frame().before);
  drag_tp(window, 4);
  REQUIRE(window.view_frame().before);
  CHECK(window.view_frame().before->stage_bytes == before);
  window.set_value("run.tokens", "2T");
  CHECK(window.view_frame().before->stage_bytes == figures_of(window.explorer.session.report).stage_bytes);
}

TEST_CASE("a right click copies the figure under the pointer, wherever it is, and says so") {
  WindowDriver window;
  for (const char* place : {"verdict.memory", "verdict.run", "plan.tp.value", "memory.bars", "step.bars"}) {
    CAPTURE(place);
    ImGui::SetClipboardText("");
    const Rect at = window.place(place);
    const ImVec2 point = std::string_view(place) == "step.bars" ? ImVec2{at.center().x, at.min.y + 14}
                                                                : ImVec2{at.center().x, at.max.y - at.height() / 2};
    window.point_at(point);
    window.frames(60);
    window.click(point, ImGuiMouseButton_Right);
    const std::string copied = ImGui::GetClipboardText();
    CHECK_FALSE(copied.empty());
    CHECK(window.explorer.session.notice.text == "Copied " + copied);
  }
}

TEST_CASE(
    "Ctrl+Z takes back what was asked of Search, a pin and a slide, by their names in the history, and Ctrl+Y "
    "brings them again") {
  WindowDriver window;
  const auto steps = [&] { return history_words(window.explorer.session.history); };
  window.key(ImGuiMod_Ctrl | ImGuiKey_B);
  CHECK(steps().back() == "pin GPT-4 on 25k A100s");
  window.key(ImGuiKey_F6);
  CHECK(steps().back() == "slide: GPT-4 on 25k A100s");
  window.click("tab.search");
  window.frames(3);
  CHECK(steps().size() == 3);
  window.click("search.goal.cost");
  window.frames(2);
  CHECK(steps().back() == "search: objective cost");
  window.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  CHECK(window.explorer.of<SearchState>().settings.goal == SearchGoal::throughput);
  window.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  CHECK(window.explorer.presentation.prepared.empty());
  window.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  CHECK(window.explorer.of<CompareState>().pins.empty());
  CHECK_FALSE(window.explorer.session.history.can_undo());
  for (int i = 0; i < 3; ++i) window.key(ImGuiMod_Ctrl | ImGuiKey_Y);
  CHECK(window.explorer.of<SearchState>().settings.goal == SearchGoal::cost);
  CHECK(window.explorer.presentation.prepared.size() == 1);
  CHECK(window.explorer.of<CompareState>().pins.size() == 1);
  CHECK(steps().size() == 4);
}
