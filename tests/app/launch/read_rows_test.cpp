// The rows of what was read: what stands behind a value, what a person chooses.
#include "app/launch/read_rows.h"

#include <doctest/doctest.h>

#include "app/session/give_from_outside.h"
#include "tests/app/launch/script_window.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("behind a value stands how it comes about, and what the script says where it was edited") {
  WindowDriver window;
  paste_script(window, window_script);
  const LaunchReading& reading = *window.explorer.of<LaunchState>().reading;
  Scenario filled = window.explorer.session.report.scenario;
  CHECK(aside_of({"plan.pp", ReadOrigin::script, {}, {}}, filled, reading).words == "20 layers per stage");
  CHECK(aside_of({"plan.dp", ReadOrigin::follows, {}, {}}, filled, reading).words == "32 ÷ 32");
  CHECK(aside_of({"cluster.gpus", ReadOrigin::script, {}, {}}, filled, reading).words == "4 nodes of 8");
  CHECK_FALSE(aside_of({"plan.pp", ReadOrigin::script, {}, {}}, filled, reading).edited);
  filled.plan.pp = 6;
  CHECK(aside_of({"plan.pp", ReadOrigin::script, {}, {}}, filled, reading).edited);
  CHECK(aside_of({"plan.pp", ReadOrigin::script, {}, {}}, filled, reading).words == "the script says 4");
  CHECK(aside_of({"plan.cp", ReadOrigin::fallback, {}, {}}, filled, reading).words.empty());
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

TEST_CASE("the network is chosen where the launch crosses it, and the release whose rules hold") {
  WindowDriver window;
  std::string alone = script_with("--pipeline-model-parallel-size 4", "--pipeline-model-parallel-size 1");
  alone.replace(alone.find("$NNODES"), 7, "1");
  paste_script(window, alone);
  REQUIRE(window.shows("launch.field.cluster.gpu"));
  CHECK_FALSE(window.shows("launch.field.cluster.scale_out_bandwidth"));
  paste_script(window, window_script);
  give_from_outside(window.explorer.session, "NNODES", "16");
  window.frames(2);
  REQUIRE(window.shows("launch.field.cluster.scale_out_bandwidth"));
  window.click("cluster.scale_out_bandwidth");
  window.frames(2);
  window.click("cluster.scale_out_bandwidth=8 × 800 Gb/s per node");
  window.frames(2);
  CHECK(window.scenario().cluster.scale_out_bandwidth == 100e9);
  window.click("launch.of_release");
  window.frames(2);
  window.click("launch.of_release=Megatron-LM of 2024 and 2025");
  window.frames(2);
  CHECK(window.explorer.session.launch.rules == "megatron-2024");
}
