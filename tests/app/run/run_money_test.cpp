#include <doctest/doctest.h>

#include <algorithm>

#include "app/panels/cards.h"
#include "core/run/money.h"
#include "render/text/format.h"
#include "tests/gui/window_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("a click on a way to count shows what moves that one most") {
  WindowDriver window("gpt4-25k-a100");
  window.click("verdict.run");
  CHECK(window.explorer.of<RunState>().arranged.way == CostWay::rent);
  window.click("run.cost.own");
  CHECK(window.explorer.of<RunState>().arranged.way == CostWay::own);
  bool price_of_gpu = false;
  for (const Sensitivity& row : (*window.explorer.of<RunState>().sensitivities))
    price_of_gpu |= row.name == "price of a GPU";
  CHECK(price_of_gpu);
}

TEST_CASE("keys reach a way to count as the mouse does") {
  WindowDriver window("gpt4-25k-a100");
  window.click("verdict.run");
  window.click("run.cost.rent");
  window.key(ImGuiKey_DownArrow);
  window.key(ImGuiKey_Space);
  CHECK(window.explorer.of<RunState>().arranged.way == CostWay::own);
}

TEST_CASE("in a small window the wheel brings up what the card has no room for") {
  WindowDriver window("gpt4-25k-a100", {1280, 720});
  window.click("verdict.run");
  window.frames(2);
  CHECK_FALSE(window.shows("run.everyday.6"));
  window.point_at(window.place("run.cost.buy").center());
  window.wheel(-100);
  window.frames(2);
  CHECK(window.shows("run.everyday.6"));
  CHECK_FALSE(window.shows("run.cost.rent"));
}

TEST_CASE("a run whose GPU has no price still says its energy") {
  WindowDriver window("gpt4-25k-a100");
  Scenario scenario = window.scenario();
  scenario.cluster.gpu.price_usd.reset();
  scenario.cluster.gpu.rental_usd_per_hour.reset();
  scenario.run.gpu_hour_usd.reset();
  edit_scenario(window.explorer.session, scenario, "run.gpu_hour_usd");
  window.click("verdict.run");
  CHECK(window.shows("run.power"));
  CHECK_FALSE(window.shows("run.cost.rent"));
}

TEST_CASE("of a run of decades the rent is said over its days too, which times 24 make the hours") {
  WindowDriver window("gpt4-25k-a100");
  Scenario scenario = window.scenario();
  *scenario.run.tokens *= 200;
  edit_scenario(window.explorer.session, scenario, "run.tokens");
  window.click("verdict.run");
  const RunReport& run = window.view_frame().shown.run;
  REQUIRE(run.calendar_days.value_or(0) > 10 * days_per_year);
  window.rest_at(window.place("run.cost.rent").center());
  window.key(ImGuiKey_E);
  REQUIRE(window.explorer.derivations.size() == 1);
  const std::vector<std::string>& lines = window.explorer.derivations.back().said.lines;
  const auto says = [&](const std::string& words) {
    return std::any_of(lines.begin(), lines.end(),
                       [&](const std::string& line) { return line.find(words) != std::string::npos; });
  };
  CHECK(says(" × " + fixed(*run.calendar_days, 1) + " days × 24 h × "));
  CHECK(says(format_count(*rented_gpu_hours(run, 25'000)).text() + " GPU-hours of the calendar are rented"));
}
