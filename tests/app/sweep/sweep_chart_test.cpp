#include "tests/app/sweep/sweep_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("pointing at a point lights it in both charts and says what it comes to") {
  SweepDriver driver;
  driver.sweep();
  driver.window.rest_at(driver.point(0, 1));
  driver.window.frames(2);
  REQUIRE(driver.state().pointed_before);
  CHECK(*driver.state().pointed_before == PlotPlace{0, 1});
  driver.window.key(ImGuiKey_E);
  REQUIRE_FALSE(driver.window.explorer.derivations.empty());
  CHECK(driver.window.explorer.derivations.back().said.title.starts_with("GPUs "));
  driver.window.key(ImGuiKey_Escape);
  driver.window.point_at({2, 2});
  driver.window.frames(3);
  CHECK_FALSE(driver.state().pointed_before);
}

TEST_CASE("keys reach a chart, walk from point to point and show the plan of one") {
  SweepDriver driver;
  driver.sweep();
  WindowDriver& window = driver.window;
  const std::string chart = "sweep.chart.throughput.tokens_per_second";
  for (int i = 0; i < 60 && !driver.state().pointed_before; ++i) {
    window.key(ImGuiKey_Tab);
    window.frames(1);
  }
  REQUIRE(driver.state().pointed_before);
  window.key(ImGuiKey_RightArrow);
  window.frames(1);
  const std::size_t first = driver.state().cursor.point;
  window.key(ImGuiKey_RightArrow);
  window.frames(1);
  CHECK(driver.state().cursor.point == first + 1);
  window.key(ImGuiKey_Enter);
  window.frames(2);
  CHECK(window.explorer.visit.has_value());
}
