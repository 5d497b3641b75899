// The rows of what was read: what stands behind a value, what a person chooses.
#include "app/launch/read_rows.h"

#include <doctest/doctest.h>

#include "app/launch/script_detail.h"
#include "tests/app/launch/script_window.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("behind a value stands how it comes about, and what the script says where it was edited") {
  WindowDriver window;
  paste_script(window, window_script);
  const LaunchReading& reading = *window.explorer.of<LaunchState>().reading;
  Scenario filled = window.explorer.session.report.scenario;
  CHECK(aside_of({"plan.pp", ReadOrigin::script, {}, {}}, filled, reading) == "20 layers per stage");
  CHECK(aside_of({"plan.dp", ReadOrigin::follows, {}, {}}, filled, reading) == "32 ÷ 32");
  CHECK(aside_of({"cluster.gpus", ReadOrigin::script, {}, {}}, filled, reading) == "4 nodes of 8");
  filled.plan.pp = 6;
  CHECK(aside_of({"plan.pp", ReadOrigin::script, {}, {}}, filled, reading) == "the script says 4");
  CHECK(aside_of({"plan.cp", ReadOrigin::fallback, {}, {}}, filled, reading).empty());
}

TEST_CASE("what is assumed is chosen in its row, and what hangs on it follows") {
  WindowDriver window;
  paste_script(window, window_script);
  window.set_value("cluster.gpus", "64");
  CHECK(window.scenario().cluster.gpus == 64);
  CHECK(window.explorer.session.report.scenario.plan.dp == 2);
  window.click("cluster.gpu");
  window.frames(2);
  window.click("cluster.gpu=A100 SXM 80 GB");
  window.frames(2);
  CHECK(window.scenario().cluster.gpu.preset == "a100-80");
}
