#include "core/base/short_number.h"

#include <doctest/doctest.h>

using namespace shardscope;

TEST_CASE("a number has the digits asked for, and a power without a plus or a leading zero") {
  CHECK(short_number(2.184e25, 3) == "2.18e25");
  CHECK(short_number(94.21, 3) == "94.2");
  CHECK(short_number(1.5e8, 6) == "1.5e8");
  CHECK(short_number(1e-7, 3) == "1e-07");
  CHECK(short_number(123456, 6) == "123456");
}
