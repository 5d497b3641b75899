#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "app/panels/cards.h"
#include "tests/gui/window_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("the advice puts the checkpoint interval back to the best as one step") {
  WindowDriver window("gpt4-25k-a100");
  Scenario scenario = window.scenario();
  scenario.run.checkpoint_interval_seconds = 3600;
  edit_scenario(window.explorer.session, scenario, "run.checkpoint_interval_seconds");
  end_step(window.explorer.session);
  const double before = *window.explorer.session.report.run.goodput;
  window.click("verdict.run");
  window.click("run.advice");
  CHECK_FALSE(window.scenario().run.checkpoint_interval_seconds.has_value());
  CHECK(*window.explorer.session.report.run.goodput > before);
  window.key(ImGuiMod_Ctrl | ImGuiKey_Z);
  CHECK(window.scenario().run.checkpoint_interval_seconds == 3600);
}

TEST_CASE("the curves hold this plan and its best") {
  WindowDriver window("llama3-405b-16k-h100");
  window.click("verdict.run");
  const RunState& state = window.explorer.of<RunState>();
  const RunCurves& detail = *state.curves;
  REQUIRE(detail.over_interval.size() > 100);
  for (const CurvePoint& point : detail.over_interval)
    CHECK(point.y <= *window.explorer.session.report.run.goodput + 1e-9);
  CHECK(detail.days_over_gpus.size() > 7);
  CHECK(state.dollars->dollars_over_days.size() > 3);
  for (std::size_t i = 1; i < state.dollars->dollars_over_days.size(); ++i)
    CHECK(state.dollars->dollars_over_days[i].x > state.dollars->dollars_over_days[i - 1].x);
}

TEST_CASE("goodput falls with the cluster's size, and with a checkpoint interval that isn't its own") {
  WindowDriver window("llama3-405b-16k-h100");
  window.click("verdict.run");
  const RunState& state = window.explorer.of<RunState>();
  const RunCurves& detail = *state.curves;
  REQUIRE(detail.goodput_over_gpus.size() > 10);
  REQUIRE(detail.goodput_as_now.size() == detail.goodput_over_gpus.size());
  for (std::size_t i = 0; i < detail.goodput_over_gpus.size(); ++i) {
    CHECK(detail.goodput_as_now[i].y <= detail.goodput_over_gpus[i].y + 1e-12);
    if (i > 0) CHECK(detail.goodput_over_gpus[i].y < detail.goodput_over_gpus[i - 1].y);
  }
  CHECK(*value_at(detail.goodput_over_gpus, 16'384) ==
        doctest::Approx(*window.explorer.session.report.run.goodput).epsilon(1e-3));
}

TEST_CASE("the four curves stand below each other where there is room, else two by two, never over each other") {
  for (const WindowSize size : {WindowSize{1760, 1080}, WindowSize{1280, 720}, WindowSize{2640, 1620, 1.5F}}) {
    CAPTURE(size.width);
    WindowDriver window("gpt4-25k-a100", size);
    window.click("verdict.run");
    const char* names[] = {"run.curve.interval", "run.curve.goodput", "run.curve.gpus", "run.curve.dollars"};
    for (std::size_t i = 0; i < 4; ++i) {
      const Rect place = window.place(names[i]);
      CHECK(place.height() > 60 * size.scale);
      CHECK(place.width() > 110 * size.scale);
      for (std::size_t j = 0; j < i; ++j) CHECK_FALSE(place.overlaps(window.place(names[j])));
    }
  }
}

TEST_CASE("where the batch must grow with the GPUs, the curve of days says from where") {
  WindowDriver window("llama3-405b-16k-h100");
  window.click("verdict.run");
  const RunState& state = window.explorer.of<RunState>();
  const RunCurves& detail = *state.curves;
  REQUIRE_FALSE(detail.limits.empty());
  for (std::size_t i = 1; i < detail.limits.size(); ++i) CHECK(detail.limits[i].x >= detail.limits[i - 1].x);
  CHECK(detail.sizes.batch_grows_from.has_value());
}

TEST_CASE("this plan's disc lies on its curves, also far from the best interval and beyond the fastest size") {
  WindowDriver window("llama3-405b-16k-h100");
  Scenario scenario = window.scenario();
  scenario.run.checkpoint_interval_seconds = 86'400 * 2;
  edit_scenario(window.explorer.session, scenario, "run.checkpoint_interval_seconds");
  end_step(window.explorer.session);
  window.click("verdict.run");
  const RunState& state = window.explorer.of<RunState>();
  const RunCurves& detail = *state.curves;
  const auto at = value_at(detail.over_interval, 86'400 * 2);
  REQUIRE(at.has_value());
  CHECK(*at == doctest::Approx(*window.explorer.session.report.run.goodput).epsilon(0.02));
  const double days = *window.explorer.session.report.run.calendar_days;
  bool on_curve = value_at(state.dollars->dollars_over_days, days).has_value();
  for (const CurvePoint& point : state.dollars->beyond_fastest) on_curve |= std::abs(point.x / days - 1) < 1e-6;
  CHECK(on_curve);
}

TEST_CASE("dollars against days follow the way to count, and the ring is no mere edge of the sweep") {
  WindowDriver window("gpt4-25k-a100");
  window.click("verdict.run");
  const RunState& state = window.explorer.of<RunState>();
  const std::vector<CurvePoint> rent = state.dollars->dollars_over_days;
  window.click("run.cost.buy");
  window.frames(2);
  REQUIRE(state.dollars->dollars_over_days.size() == rent.size());
  CHECK(state.dollars->dollars_over_days.front().y > 2 * rent.front().y);
  if (state.dollars->cheapest) CHECK(state.dollars->cheapest->x < state.dollars->dollars_over_days.back().x);
}

TEST_CASE("where every size is above the critical batch, the curve of days says so") {
  WindowDriver window("gpt4-25k-a100");
  window.click("verdict.run");
  bool everywhere = false;
  for (const CurveLimit& limit : window.explorer.of<RunState>().curves->limits) everywhere |= limit.everywhere;
  CHECK(everywhere);
}
