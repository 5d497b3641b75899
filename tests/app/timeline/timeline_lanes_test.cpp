#include "app/timeline/timeline_lanes.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "app/step/step_state.h"
#include "core/changes/if_free.h"
#include "tests/gui/timeline_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

namespace {

TimelineState& state_of(TimelineDriver& window) {
  return window.explorer.of<TimelineState>();
}

bool is_unfolded(TimelineDriver& window) {
  return window.view_frame().places.find("timeline.operations").has_value();
}

}  // namespace

TEST_CASE("a plan of one stage opens unfolded to its layers, one of many stages with its passes") {
  TimelineDriver one("llama3-8b-1024-h100");
  REQUIRE(one.timeline().ranks == 1);
  CHECK(is_unfolded(one));
  TimelineDriver many("gpt4-25k-a100");
  CHECK(!is_unfolded(many));
}

TEST_CASE("Layers unfolds the stage that sets the pace, or the one that is picked, and folds it again") {
  TimelineDriver window("gpt4-25k-a100");
  window.click("timeline.layers");
  window.frames(2);
  REQUIRE(is_unfolded(window));
  const std::int32_t pace = window.explorer.session.report.time->critical_rank;
  CHECK((*state_of(window).lanes)->lanes.rank == pace);
  pick_stage(window.explorer.selection, pace == 3 ? 4 : 3);
  window.frames(2);
  CHECK((*state_of(window).lanes)->lanes.rank == (pace == 3 ? 4 : 3));
  window.click("timeline.layers");
  window.frames(2);
  CHECK(!is_unfolded(window));
}

TEST_CASE("the wheel over the operations goes closer in the chart above them too, down to a kernel") {
  TimelineDriver window("llama3-8b-1024-h100");
  const double whole = window.shown().length();
  const Rect rows = window.place("timeline.operations");
  window.point_at(rows.center());
  for (int i = 0; i < 60; ++i) window.wheel(1);
  CHECK(window.shown().length() < whole / 1000);
  window.key(ImGuiKey_F);
  CHECK(window.shown().length() == doctest::Approx(whole));
}

TEST_CASE("a click on a layer goes close to it") {
  TimelineDriver window("llama3-8b-1024-h100");
  const double whole = window.shown().length();
  const Rect rows = window.place("timeline.operations");
  window.click({rows.center().x, rows.min.y + 12});
  window.frames(2);
  CHECK(window.shown().length() < whole / 4);
}

TEST_CASE("another schedule beside the plan's own leaves no room for operations") {
  TimelineDriver window("gpt4-25k-a100");
  state_of(window).arranged.unfolded = true;
  state_of(window).arranged.beside = ScheduleKind::gpipe;
  window.frames(2);
  CHECK(!is_unfolded(window));
}

TEST_CASE("the steps without each lane are worked out a frame each, and then the window is at rest") {
  TimelineDriver window("llama3-8b-1024-h100");
  const TimelineState& state = state_of(window);
  window.frames(static_cast<int>(lane_kinds) + 3);
  CHECK(!is_working(state));
  const Report& report = window.explorer.session.report;
  for (const LaneRow& row : (*state.lanes)->rows.rows)
    if (row.kind == LaneRowKind::lane) {
      CAPTURE(entry_of(row.lane).words);
      REQUIRE(state.if_free->steps[index_of(row.lane)]);
      CHECK(*state.if_free->steps[index_of(row.lane)] == *step_if_free(report, work_of(row.lane)));
    }
  window.click("timeline.layers");
  window.frames(2);
  CHECK(!is_working(state));
}

TEST_CASE("a row's seconds say how long it is busy, and what the step would be without it") {
  TimelineDriver window("llama3-8b-1024-h100");
  window.frames(static_cast<int>(lane_kinds) + 3);
  CHECK(window.shows("timeline.seconds"));
  const StepLanes& lanes = **state_of(window).lanes;
  const auto said = [&](const LaneRow& row) {
    return explain_lane_seconds(window.explorer.session.report, lanes, *state_of(window).if_free, row);
  };
  const Explanation kernels = said({LaneRowKind::lane, LaneKind::compute});
  CHECK(kernels.title == "Compute");
  REQUIRE(kernels.lines.size() == 2);
  CHECK(kernels.lines[1].starts_with("if kernels took no time the step would be "));
  CHECK(said({LaneRowKind::waits, LaneKind::compute}).lines.size() == 1);
}

TEST_CASE("the critical path marks the lanes' passes while it is switched on") {
  TimelineDriver window("gpt4-25k-a100");
  window.click("timeline.layers");
  window.frames(2);
  CHECK((*state_of(window).critical).empty());
  window.click("timeline.critical");
  window.frames(2);
  const std::vector<bool>& critical = *state_of(window).critical;
  CHECK(critical.size() == (*state_of(window).lanes)->lanes.places.size());
  CHECK(std::count(critical.begin(), critical.end(), true) > 0);
}

TEST_CASE("what a stage holds at most is marked where it is unfolded, with what begins then") {
  TimelineDriver window("llama3-8b-1024-h100");
  const std::optional<GanttPeak>& peak = state_of(window).extras->peak;
  REQUIRE(peak);
  CHECK(peak->held == doctest::Approx(window.explorer.session.report.memory.peak.value));
  CHECK(peak->words.find("as cross entropy begins, head and loss, forward") != std::string::npos);
}

TEST_CASE("a click on an operation picks it in Step's table and roofline too, and a second one lets it go") {
  TimelineDriver window("llama3-8b-1024-h100");
  const Rect rows = window.place("timeline.operations");
  const auto count = static_cast<float>((*state_of(window).lanes)->rows.rows.size());
  const auto row = [&](float place) { return ImVec2{rows.center().x, rows.min.y + rows.height() * place / count}; };
  window.click(row(0.5F));  // close to a layer
  window.frames(40);
  window.click(row(1.5F));
  const std::optional<BlockOperation> picked = window.explorer.selection.operation;
  REQUIRE(picked);
  CHECK(picked->block == BlockKind::dense_layer);
  window.explorer.grown = "step";
  window.point_at({2, 2});
  window.frames(3);
  const StepState& step = window.explorer.of<StepState>();
  REQUIRE(step.arranged.lit);
  CHECK(step.rank->table.rows[*step.arranged.lit].which() == picked);
  window.explorer.grown = "timeline";
  window.frames(40);
  window.click(row(1.5F));
  CHECK(!window.explorer.selection.operation);
}

TEST_CASE("an operation that is pointed at says what the step would be without all of its kind") {
  TimelineDriver window("llama3-8b-1024-h100");
  const Rect rows = window.place("timeline.operations");
  const auto count = static_cast<float>((*state_of(window).lanes)->rows.rows.size());
  window.click({rows.center().x, rows.min.y + 12});  // close to a layer
  window.frames(40);
  const Report& report = window.explorer.session.report;
  std::size_t kinds = 0;
  for (float x = rows.min.x + 20; x < rows.max.x && kinds < 2; x += 12) {
    const std::uint64_t before = state_of(window).kind_free.made();
    window.point_at({x, rows.min.y + rows.height() * 1.5F / count});
    if (state_of(window).kind_free.made() == before) continue;
    ++kinds;
    bool found = false;
    for (std::size_t i = 0; i < count_of<WorkKind>; ++i)
      found |= state_of(window).kind_free.is_of(report.scenario, static_cast<WorkKind>(i)) &&
               *state_of(window).kind_free == step_if_free(report, static_cast<WorkKind>(i));
    CHECK(found);
  }
  CHECK(kinds == 2);
}
