#include "tests/app/sweep/sweep_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("the sweep has the window to itself, at every size, with its column and two charts") {
  for (const WindowSize size : {WindowSize{1760, 1080, 1}, WindowSize{1024, 640, 1}, WindowSize{2560, 1440, 2}}) {
    CAPTURE(size.width);
    SweepDriver driver("llama2-7b-256-a100", size);
    driver.sweep();
    CHECK_FALSE(driver.window.shows("verdict.memory"));
    CHECK(driver.window.shows("sweep.question.strong-scaling"));
    CHECK(driver.window.shows("sweep.chart.throughput.tokens_per_second"));
    CHECK(driver.window.shows("sweep.chart.throughput.mfu"));
  }
}

TEST_CASE("another tab shows the scenario again, and the sweep is there when its tab is shown once more") {
  SweepDriver driver;
  driver.sweep();
  const std::uint64_t asked = driver.state().asked.made();
  driver.window.click("tab.explorer");
  driver.window.frames(2);
  CHECK(driver.window.shows("plan.tp"));
  driver.window.click("tab.sweep");
  driver.window.frames(2);
  CHECK(driver.state().asked.made() == asked);
}
