// Choosing a scenario, and editing its plan: what a person does with the left panel and the top bar.
#include <doctest/doctest.h>

#include <algorithm>

#include "app/panels/verdict.h"
#include "core/scenario/validate.h"
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
  return verdict_cells(window.explorer.report, {})[0].line;
}

}  // namespace

TEST_CASE("a click on the scenario box and on a line opens that preset") {
  WindowDriver window;
  window.click("scenario");
  window.click("scenario=llama3-405b-16k-h100");
  CHECK(window.scenario().preset == "llama3-405b-16k-h100");
  CHECK(window.explorer.report.scenario.preset == "llama3-405b-16k-h100");
  CHECK_FALSE(window.shows("scenario=llama3-405b-16k-h100"));
  CHECK_FALSE(window.explorer.history.present().edited());
}

TEST_CASE("typing above the list of scenarios narrows it") {
  WindowDriver window;
  window.click("scenario");
  CHECK(window.shows("scenario=gpt4-25k-a100"));
  CHECK(window.shows("scenario=mixtral-8x7b-512-h100"));
  window.type("MIXT");
  CHECK_FALSE(window.shows("scenario=gpt4-25k-a100"));
  CHECK(window.shows("scenario=mixtral-8x7b-512-h100"));
  window.key(ImGuiKey_Escape);
  CHECK_FALSE(window.shows("scenario=mixtral-8x7b-512-h100"));
  CHECK(window.scenario().preset == "gpt4-25k-a100");
}

TEST_CASE("a GPU is found by typing its name and taken with Enter") {
  WindowDriver window;
  window.click("cluster.gpu");
  window.type("h100 sxm");
  window.key(ImGuiKey_Enter);
  CHECK(window.scenario().cluster.gpu.preset == "h100-sxm");
  CHECK(window.explorer.history.size() == 2);
}

TEST_CASE("dragging tensor parallelism from 8 to 4 halves it, doubles the replicas, keeps the GPUs, and is one step") {
  WindowDriver window;
  REQUIRE(window.plan().tp == 8);
  REQUIRE(window.explorer.report.fits);
  const double peak = window.explorer.report.memory.peak.value;
  const std::int64_t gpus = window.scenario().cluster.gpus;
  const std::int64_t dp = window.plan().dp.value_or(0);
  drag_tp(window, 4);
  CHECK(window.plan().tp == 4);
  CHECK(window.plan().dp.value_or(0) == 2 * dp);
  CHECK(window.scenario().cluster.gpus == gpus);
  const MemoryReport& memory = window.explorer.report.memory;
  CHECK(memory.peak.value > peak);
  CHECK(memory.peak.value > memory.capacity.value);
  CHECK_FALSE(window.explorer.report.fits);
  CHECK(memory_line(window).starts_with("does not fit"));
  CHECK(window.explorer.history.size() == 2);
  CHECK(window.explorer.change.words == "Tensor 8 → 4");
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
  CHECK(window.explorer.history.size() == 1);
  CHECK_FALSE(window.explorer.history.can_undo());
}

TEST_CASE("undo and redo work by button and by key") {
  WindowDriver window;
  const Scenario before = window.scenario();
  drag_tp(window, 4);
  const Scenario after = window.scenario();
  window.click("button.undo");
  CHECK(window.scenario() == before);
  CHECK(window.explorer.report.scenario.plan.tp == 8);
  window.click("button.redo");
  CHECK(window.scenario() == after);
  window.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  CHECK(window.scenario() == before);
  window.key(ImGuiMod_Ctrl | ImGuiKey_Y);
  CHECK(window.scenario() == after);
  window.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  window.key(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_Z);
  CHECK(window.scenario() == after);
  CHECK(window.explorer.history.size() == 2);
}

TEST_CASE("a value typed into its box is taken") {
  WindowDriver window;
  window.set_value("plan.tp", "4");
  CHECK(window.plan().tp == 4);
  window.set_value("run.tokens", "2.5T");
  CHECK(window.scenario().run.tokens.value_or(0) == 2.5e12);
  window.set_value("plan.sequence_length", "4,096");
  CHECK(window.plan().sequence_length == 4096);
  CHECK(window.explorer.history.size() == 4);
}

TEST_CASE("what is no number leaves the field as it was") {
  WindowDriver window;
  const Scenario before = window.scenario();
  window.set_value("plan.tp", "many");
  window.set_value("plan.tp", "1e400");
  CHECK(window.scenario() == before);
  window.set_value("plan.tp", "-3");
  CHECK(window.scenario() == before);
  CHECK(window.explorer.notice.text.find("Tensor") != std::string::npos);
}

TEST_CASE("an impossible value is said under its control and the views go on") {
  WindowDriver window;
  window.set_value("plan.tp", "6");
  CHECK(window.plan().tp == 6);
  const std::vector<Problem>& problems = window.explorer.report.problems;
  const bool said = std::any_of(problems.begin(), problems.end(), [](const Problem& problem) {
    return problem.severity == Severity::error && problem.path == "plan.tp";
  });
  CHECK(said);
  CHECK_FALSE(window.explorer.report.valid);
  window.point_at(window.place("view.timeline").center());
  window.point_at(window.place("view.racks").center());
  window.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  CHECK(window.plan().tp == 8);
  CHECK(window.explorer.report.valid);
}

TEST_CASE("data parallelism that is held stays when the tensor degree is dragged") {
  WindowDriver window;
  const std::int64_t dp = window.plan().dp.value_or(0);
  window.click("plan.dp.hold");
  CHECK(window.explorer.holds.dp);
  drag_tp(window, 4);
  CHECK(window.plan().tp == 4);
  CHECK(window.plan().dp.value_or(0) == dp);
}

TEST_CASE("the mark of an edited field brings the preset's value back") {
  WindowDriver window;
  CHECK_FALSE(window.shows("plan.tp.reset"));
  drag_tp(window, 4);
  REQUIRE(window.shows("plan.tp.reset"));
  window.click("plan.tp.reset");
  CHECK(window.plan().tp == 8);
  CHECK_FALSE(window.shows("plan.tp.reset"));
}

TEST_CASE("the arrow keys move the slider under the pointer by one stop") {
  WindowDriver window;
  window.point_at(stop_of(window, "plan.tp", 8));
  window.key(ImGuiKey_LeftArrow);
  CHECK(window.plan().tp == 4);
  window.key(ImGuiKey_RightArrow);
  CHECK(window.plan().tp == 8);
}
