#include "app/explorer/run_cards.h"

#include <doctest/doctest.h>

#include "tests/gui/window_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("a click on a way to count shows what moves that one most") {
  WindowDriver window("gpt4-25k-a100");
  window.click("verdict.run");
  CHECK(window.explorer.run.way == CostWay::rent);
  const Rect costs = window.place("run.costs");
  window.click({costs.min.x + 10, costs.min.y + costs.height() * 0.25F + 30});  // the second bar
  CHECK(window.explorer.run.way == CostWay::own);
  bool price_of_gpu = false;
  for (const Sensitivity& row : window.explorer.run_detail.sensitivities) price_of_gpu |= row.name == "price of a GPU";
  CHECK(price_of_gpu);
}

TEST_CASE("the advice puts the checkpoint interval back to the best as one step") {
  WindowDriver window("gpt4-25k-a100");
  Scenario scenario = window.scenario();
  scenario.run.checkpoint_interval_seconds = 3600;
  edit_scenario(window.explorer, scenario, "run.checkpoint_interval_seconds");
  end_step(window.explorer);
  const double before = *window.explorer.report.run.goodput;
  window.click("verdict.run");
  window.click("run.advice");
  CHECK_FALSE(window.scenario().run.checkpoint_interval_seconds.has_value());
  CHECK(*window.explorer.report.run.goodput > before);
  window.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  CHECK(window.scenario().run.checkpoint_interval_seconds == 3600);
}

TEST_CASE("the curves hold this plan and its best") {
  WindowDriver window("llama3-405b-16k-h100");
  window.click("verdict.run");
  const RunDetail& detail = window.explorer.run_detail;
  REQUIRE(detail.over_interval.size() > 100);
  for (const CurvePoint& point : detail.over_interval) CHECK(point.y <= *window.explorer.report.run.goodput + 1e-9);
  CHECK(detail.days_over_gpus.size() > 7);
  CHECK(detail.dollars_over_days.size() > 3);
  for (std::size_t i = 1; i < detail.dollars_over_days.size(); ++i)
    CHECK(detail.dollars_over_days[i].x > detail.dollars_over_days[i - 1].x);
}

TEST_CASE("all of the run's cards stay in the window, also in a small one") {
  for (const WindowSize size :
       {WindowSize{1760, 1080}, WindowSize{1280, 720}, WindowSize{2640, 1620, 1.5F}, WindowSize{1200, 700}}) {
    WindowDriver window("gpt4-25k-a100", size);
    window.click("verdict.run");
    for (const char* name : {"run.calendar", "run.costs", "run.tornado", "run.curve.interval", "run.curve.gpus",
                             "run.curve.dollars", "run.claims.unknown"}) {
      CAPTURE(name);
      CAPTURE(size.width);
      if (!window.shows(name)) continue;
      const Rect place = window.place(name);
      CHECK(place.max.x < static_cast<float>(size.width));
      CHECK(place.max.y < static_cast<float>(size.height) - 28);
    }
    CHECK(window.shows("run.costs"));
    CHECK(window.shows("run.curve.dollars"));
  }
}
