#include <doctest/doctest.h>

#include <algorithm>

#include "tests/gui/window_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

std::string component_row(MemoryComponent component) {
  return "memory.component." + std::to_string(static_cast<int>(component));
}

}  // namespace

TEST_CASE("a double click on Memory's title takes the fullest stage apart, and Esc brings all views back") {
  WindowDriver window("llama3-405b-16k-h100");
  const Rect title = window.place("title.memory");
  window.double_click({title.min.x + 20, title.center().y});
  REQUIRE(window.explorer.grown == "memory");
  CHECK(window.shows("memory.tensors"));
  CHECK(window.shows("memory.curve"));
  const MemoryState& state = window.explorer.of<MemoryState>();
  const StageDetail& detail = *state.stage;
  CHECK(detail.stage == window.explorer.session.report.memory.peak_stage);
  Bytes sum;
  for (const LedgerLine& line : detail.ledger) sum += line.bytes;
  CHECK(sum.value == doctest::Approx(window.explorer.session.report.memory.peak.value).epsilon(1e-9));
  CHECK(detail.curve.total(detail.curve.peak).value ==
        doctest::Approx(window.explorer.session.report.memory.peak.value).epsilon(1e-9));
  window.key(ImGuiKey_Escape);
  CHECK(window.explorer.grown.empty());
}

TEST_CASE("a click on a component shows its tensors, a second one closes it") {
  WindowDriver window("llama3-405b-16k-h100");
  window.explorer.grown = "memory";
  window.explorer.of<MemoryState>().arranged.open = {};  // all components in sight
  window.frames(2);
  const auto optimizer = static_cast<std::size_t>(MemoryComponent::optimizer);
  CHECK_FALSE(window.explorer.of<MemoryState>().arranged.open[optimizer]);
  window.click(component_row(MemoryComponent::optimizer));
  CHECK(window.explorer.of<MemoryState>().arranged.open[optimizer]);
  CHECK(window.explorer.of<MemoryState>().arranged.shown == MemoryComponent::optimizer);
  window.click(component_row(MemoryComponent::optimizer));
  CHECK_FALSE(window.explorer.of<MemoryState>().arranged.open[optimizer]);
  window.click(window.place("memory.tensors").center());
  CHECK(window.explorer.of<MemoryState>().arranged.tensor.has_value());
}

TEST_CASE("the arrows step through the stages, round the end") {
  WindowDriver window("llama3-405b-16k-h100");
  window.explorer.grown = "memory";
  window.explorer.selection.stage = 15;
  window.frames(2);
  window.click("memory.next");
  CHECK(window.explorer.of<MemoryState>().stage->stage == 0);
  window.click("memory.previous");
  CHECK(window.explorer.of<MemoryState>().stage->stage == 15);
}

TEST_CASE("a click on a change that makes the plan fit applies it as one step") {
  WindowDriver window("llama3-70b-4096-h100");
  window.set_value("plan.tp", "2");
  window.explorer.grown = "memory";
  window.frames(2);
  REQUIRE_FALSE(window.explorer.session.report.fits);
  const std::vector<MemorySaving> savings = *window.explorer.of<MemoryState>().savings;
  REQUIRE_FALSE(savings.empty());
  REQUIRE(savings.front().fits);
  const Scenario before = window.scenario();
  window.click("memory.saving.0");
  CHECK(window.scenario() == savings.front().scenario);
  CHECK(window.explorer.session.report.fits);
  CHECK(window.explorer.session.report.memory.peak == savings.front().peak);
  window.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  CHECK(window.scenario() == before);
}

TEST_CASE("an edit while the view is grown takes the new plan apart") {
  WindowDriver window("gpt4-25k-a100");
  window.explorer.grown = "memory";
  window.frames(2);
  const std::uint64_t before = window.explorer.of<MemoryState>().stage.made();
  window.set_value("plan.tp", "4");
  CHECK(window.explorer.of<MemoryState>().stage.made() > before);
  Bytes sum;
  for (const LedgerLine& line : window.explorer.of<MemoryState>().stage->ledger) sum += line.bytes;
  CHECK(sum.value == doctest::Approx(window.explorer.session.report.memory.peak.value).epsilon(1e-9));
}

TEST_CASE("a change that saves memory is said by its own name, with what followed it, and so is its undoing") {
  WindowDriver window;
  window.explorer.grown = "memory";
  window.frames(2);
  const std::vector<MemorySaving>& savings = *window.explorer.of<MemoryState>().savings;
  const auto context =
      std::find_if(savings.begin(), savings.end(), [](const MemorySaving& c) { return c.words == "CP 1 → 2"; });
  REQUIRE(context != savings.end());
  window.click("memory.saving." + std::to_string(context - savings.begin()));
  CHECK(window.plan().cp == 2);
  CHECK(window.explorer.session.change.words == "Context 1 → 2");
  CHECK(window.explorer.session.change.followed == "data parallel 208 → 104");
  undo(window.explorer);
  CHECK(window.explorer.session.change.words == "Context 2 → 1");
  CHECK(window.explorer.session.change.followed == "data parallel 104 → 208");
}

TEST_CASE("the arrows let go of a GPU that was pinned in another stage") {
  WindowDriver window("llama3-405b-16k-h100");
  window.explorer.grown = "memory";
  window.explorer.selection.stage = 0, window.explorer.selection.gpu = 0;
  window.frames(2);
  window.click("memory.next");
  CHECK(window.explorer.selection.stage == 1);
  CHECK_FALSE(window.explorer.selection.gpu);
}

TEST_CASE("what a stage holds over the step is the same curve in Memory and in Timeline's layers") {
  WindowDriver window("llama3-8b-1024-h100");
  window.explorer.grown = "memory";
  window.frames(3);
  const MemoryCurve memory = window.explorer.of<MemoryState>().stage->curve;
  window.explorer.grown = "timeline";
  window.frames(3);
  const MemoryCurve& timeline = window.explorer.of<TimelineState>().extras->curves[0];
  REQUIRE(memory.points.size() == timeline.points.size());
  CHECK(memory.points[memory.peak].time == timeline.points[timeline.peak].time);
}
