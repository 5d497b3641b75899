#include "core/fields/typed_number.h"

#include <doctest/doctest.h>

#include "core/fields/fields.h"

using namespace shardscope;

TEST_CASE("a k of a sequence's length is 1,024, of all else a thousand") {
  const auto typed = [](std::string_view path, std::string_view text) { return typed_number(*find_field(path), text); };
  CHECK(typed("plan.sequence_length", "8k") == 8192);
  CHECK(typed("plan.sequence_length", "128 K") == 131'072);
  CHECK(typed("plan.sequence_length", "0.5k") == 512);
  CHECK(typed("plan.sequence_length", "8,192") == 8192);
  CHECK(typed("plan.sequence_length", "8000") == 8000);
  CHECK(typed("plan.sequence_length", "1M") == 1e6);
  CHECK(typed("cluster.gpus", "25k") == 25'000);
  CHECK(typed("run.tokens", "13T") == 13e12);
  for (const char* wrong : {"k", "kk", "8kk", "8mk", "x"}) {
    CAPTURE(wrong);
    CHECK_FALSE(typed("plan.sequence_length", wrong));
  }
}
