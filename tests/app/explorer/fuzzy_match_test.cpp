#include "app/explorer/fuzzy_match.h"

#include <doctest/doctest.h>

using namespace shardscope;

TEST_CASE("letters match in their order, whatever lies between") {
  CHECK(fuzzy_match("vst", "Virtual stages").has_value());
  CHECK(fuzzy_match("GPT4", "GPT-4 on 25k A100s").has_value());
  CHECK(fuzzy_match("", "anything") == 0);
  CHECK_FALSE(fuzzy_match("stv", "Virtual stages").has_value());
  CHECK_FALSE(fuzzy_match("undo", "").has_value());
}

TEST_CASE("what begins words or stands together is the better match") {
  struct Case {
    const char *typed, *better, *worse;
  };
  for (const Case& each : {Case{"vs", "Virtual stages", "Previous"}, Case{"run", "Run", "Pruning"},
                           Case{"bub", "The bubble", "Big number of blocks"}, Case{"tp", "TP", "Step"},
                           Case{"mem", "Memory", "Gradient reduce, embedding"}}) {
    CAPTURE(each.typed);
    REQUIRE(fuzzy_match(each.typed, each.better).has_value());
    CHECK(*fuzzy_match(each.typed, each.better) > fuzzy_match(each.typed, each.worse).value_or(-1'000));
  }
}
