#include <doctest/doctest.h>

#include "app/step/step_cards.h"
#include "tests/gui/window_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("the grown Step view has the waterfall, the roofline, the operations and what better parts would buy") {
  for (const WindowSize size : {WindowSize{1760, 1080, 1}, WindowSize{1280, 720, 1}}) {
    WindowDriver window("gpt4-25k-a100", size);
    window.click("grow.step");
    REQUIRE(window.explorer.grown == "step");
    for (const char* place : {"step.waterfall", "step.roofline", "step.sort.in-step", "what-if.peak", "what-if.host",
                              "step.convention.megatron", "step.convention.palm"}) {
      CAPTURE(place);
      CHECK(window.shows(place));
    }
    CHECK(window.place("step.conventions").max.y < window.place("step.where").max.y);  // in one line or in two
    CHECK(window.place("step.convention.megatron").min.y > window.place("step.waterfall").max.y);
    const StepState& state = window.explorer.of<StepState>();
    const RankDetail& detail = *state.rank;
    const std::size_t first = sorted_lines(detail, {}, *state.roofline, window.explorer.session.report).front();
    CHECK(window.shows(("step.operation." + std::to_string(first)).c_str()));
    window.click("grow.step");
    CHECK(window.explorer.grown.empty());
  }
}

TEST_CASE("nothing of the step's operations is made before they are looked at, and they follow an edit") {
  WindowDriver window("gpt4-25k-a100");
  CHECK(window.explorer.of<StepState>().rank->table.rows.empty());
  window.click("grow.step");
  const Seconds before = window.explorer.of<StepState>().rank->table.rows.front().each;
  window.set_value("plan.tp", "4");
  REQUIRE_FALSE(window.explorer.of<StepState>().rank->table.rows.empty());
  CHECK(window.explorer.of<StepState>().rank->table.rows.front().each > before);
}

TEST_CASE("a plan that can't run keeps the last one's operations in view") {
  WindowDriver window("gpt4-25k-a100");
  window.click("grow.step");
  const std::size_t rows = window.explorer.of<StepState>().rank->table.rows.size();
  Scenario scenario = window.scenario();
  scenario.cluster.gpu.peak_flops.bf16.reset();
  edit_scenario(window.explorer.session, scenario, "cluster.gpu");
  window.frames(2);
  CHECK(window.shows("step.roofline"));
  CHECK(window.explorer.of<StepState>().rank->table.rows.size() == rows);
}

TEST_CASE("what twice a figure buys is tried some a frame, and the window moves by itself until all are") {
  WindowDriver window("gpt4-25k-a100");
  Explorer& explorer = window.explorer;
  explorer.session.evaluate_seconds = 1;  // so slow that a frame has time for one
  explorer.grown = "step";
  window.frames(1);
  CHECK(explorer.of<StepState>().twice->tried == 1);
  CHECK(moves_by_itself(explorer));
  window.frames(static_cast<int>(hardware_figure_count));
  CHECK(explorer.of<StepState>().twice->tried == hardware_figure_count);
  for (int frame = 0; frame < 500 && explorer.worth.working; ++frame)
    window.frames(1);  // the bar has changes to try too
  CHECK_FALSE(moves_by_itself(explorer));
  for (const std::optional<double>& change : explorer.of<StepState>().twice->change) CHECK(change.has_value());
}

TEST_CASE("a wide Step view has the measured runs beside the sliders, without a switch between them") {
  WindowDriver window("gpt4-25k-a100", {2200, 1200, 1});
  window.click("grow.step");
  CHECK(window.shows("what-if.peak"));
  CHECK(window.shows("step.measured"));
  CHECK_FALSE(window.shows("step.card.measured"));
}

TEST_CASE("the time lost that the waterfall draws is the report's, and follows an edit") {
  WindowDriver window("gpt4-25k-a100");
  CHECK(time_lost_of(window.explorer.of<StepState>(), window.explorer.session.report) ==
        time_lost(window.explorer.session.report));
  window.set_value("plan.tp", "4");
  CHECK(time_lost_of(window.explorer.of<StepState>(), window.explorer.session.report) ==
        time_lost(window.explorer.session.report));
}

TEST_CASE("any convention of FLOPs is chosen in the Step view: the best-known by a click, the others from a list") {
  WindowDriver window("gpt4-25k-a100");
  window.click("grow.step");
  window.click("step.convention.palm");
  CHECK(window.scenario().flops_convention == FlopsConvention::palm);
  window.click("step.conventions");
  const std::string label(choices<FlopsConvention>()[static_cast<std::size_t>(FlopsConvention::llama3)].label);
  window.click(("step.conventions=" + label).c_str());
  CHECK(window.scenario().flops_convention == FlopsConvention::llama3);
  CHECK(window.shows("step.convention.llama3"));  // the scenario's own stands among the best-known
  undo(window.explorer);
  CHECK(window.scenario().flops_convention == FlopsConvention::palm);
}
