#include "core/base/cube_root.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace shardscope;

TEST_CASE("a cube's root is exact, and any other is as near as the last digit") {
  for (double whole = 1; whole < 100'000; whole += 1) REQUIRE(cube_root(whole * whole * whole) == whole);
  for (double value = 1e-30; value < 1e30; value *= 1.37) {
    CAPTURE(value);
    CHECK(std::abs(cube_root(value) / std::cbrt(value) - 1) <= 2 * std::numeric_limits<double>::epsilon());
  }
}
