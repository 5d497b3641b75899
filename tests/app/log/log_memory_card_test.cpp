#include <doctest/doctest.h>

#include "tests/app/log/log_window.h"

using namespace shardscope;
using namespace shardscope::tests;

TEST_CASE("a log that tells ranks' memory has it beside the prediction; one that doesn't leaves the room to the rest") {
  LogWindow window;
  REQUIRE_FALSE(window.detail().set.log.memory.empty());
  CHECK(window.shows("log.memory"));
  LogWindow without("bars.log");
  if (without.detail().set.log.memory.empty()) CHECK_FALSE(without.shows("log.memory"));
}
