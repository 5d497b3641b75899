// The lists of GPUs and networks.
#include "app/panels/scenario/machine_rows.h"

#include <doctest/doctest.h>

#include "tests/gui/window_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("a GPU that is picked brings its own domain and rent, and a network its links") {
  WindowDriver window("llama3-70b-4096-h100");
  window.click("cluster.gpu");
  window.frames(2);
  window.click("cluster.gpu=A100 SXM 80 GB");
  window.frames(2);
  const Scenario& scenario = window.scenario();
  CHECK(scenario.cluster.gpu.preset == "a100-80");
  CHECK(scenario.cluster.scale_up_domain == scenario.cluster.gpu.scale_up_domain);
  CHECK_FALSE(scenario.run.gpu_hour_usd.has_value());
  window.click("cluster.scale_out_bandwidth");
  window.frames(2);
  window.click("cluster.scale_out_bandwidth=8 × 200 Gb/s per node");
  window.frames(2);
  CHECK(window.scenario().cluster.scale_out_bandwidth == 25e9);
}
