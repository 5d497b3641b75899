#include <doctest/doctest.h>

#include "tests/gui/cluster_driver.h"
#include "tests/gui/drawn_words.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("nothing beside the map is cut, whichever the plan") {
  for (const char* preset : {"gpt4-25k-a100", "llama3-405b-100k-h100", "deepseek-v3-2048-h800", "gpt2-xl-8-a100"}) {
    CAPTURE(preset);
    ClusterDriver window(preset);
    window.frames(1);
    CHECK(joined_lines(cut_words()) == "");
  }
}
