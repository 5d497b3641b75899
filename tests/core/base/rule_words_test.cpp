#include "core/base/rule_words.h"

#include <doctest/doctest.h>

#include <limits>

using namespace shardscope;

namespace {
constexpr std::int64_t largest_count = std::numeric_limits<std::int64_t>::max();
}

TEST_CASE("the nearest values on both sides are offered, or the two at an end") {
  CHECK(try_values({1, 2, 4, 8, 16}, 6) == "; try 4 or 8");
  CHECK(try_values({16, 8, 8, 1}, 9) == "; try 8 or 16");
  CHECK(try_values({1, 2, 4, 16}, 8) == "; try 4 or 16");
  CHECK(try_values({1, 2, 4}, 8) == "; try 2 or 4");
  CHECK(try_values({3}, 100) == "; try 3");
  CHECK(try_values({3}, 1) == "; try 3");
  CHECK(try_values({}, 5).empty());
  CHECK(try_values({1, 2}, -largest_count) == "; try 1 or 2");
}

TEST_CASE("a share is said in whole percent") {
  CHECK(whole_percent(0.454) == "45%");
  CHECK(whole_percent(0) == "0%");
}

TEST_CASE("counts in words have groups of three") {
  CHECK(with_commas(0) == "0");
  CHECK(with_commas(999) == "999");
  CHECK(with_commas(12480) == "12,480");
  CHECK(with_commas(-1234567) == "-1,234,567");
}

TEST_CASE("divisors come in order, up to a limit") {
  CHECK(divisors(12, 100) == std::vector<std::int64_t>{1, 2, 3, 4, 6, 12});
  CHECK(divisors(36, 9) == std::vector<std::int64_t>{1, 2, 3, 4, 6, 9});
  CHECK(divisors(1, 5) == std::vector<std::int64_t>{1});
  CHECK(divisors(1 << 24, largest_count).size() == 25);
  CHECK(divisors(0, 5).empty());
  CHECK(divisors(-8, 5).empty());
  CHECK(divisors(largest_count, 10) == std::vector<std::int64_t>{1, 7});
}

TEST_CASE("multiples are at least the step, and stop at the largest_count count") {
  CHECK(multiples_near(1000, 16) == std::vector<std::int64_t>{992, 1008});
  CHECK(multiples_near(3, 32) == std::vector<std::int64_t>{32});
  CHECK(multiples_near(-3, 32) == std::vector<std::int64_t>{32});
  CHECK(multiples_near(5, 0).empty());
  CHECK(multiples_near(largest_count, largest_count).back() == largest_count);
}

TEST_CASE("one is singular") {
  CHECK(counted(1, "GPU", "GPUs") == "1 GPU");
  CHECK(counted(0, "GPU", "GPUs") == "0 GPUs");
}
