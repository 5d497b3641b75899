#include <doctest/doctest.h>

#include "tests/gui/cluster_driver.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("the map has a rack and its links beside it, for one node as for a million GPUs") {
  for (const char* preset : {"gpt2-xl-8-a100", "deepseek-v3-2048-h800", "llama3-405b-100k-h100"}) {
    CAPTURE(preset);
    ClusterDriver window(preset);
    CHECK(window.shows("cluster.rack"));
    window.point_at(window.at_gpu(7));
    CHECK(window.explorer.of<ClusterState>().pointed_gpu.has_value());
  }
}
