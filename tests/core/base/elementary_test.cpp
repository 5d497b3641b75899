#include "core/base/elementary.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "core/base/random.h"

using namespace shardscope;

namespace {

/// Units of the last place between a value and what a longer number says of it; of the two the farther.
void widen(double& farthest, double got, long double wanted) {
  const double near = std::abs(static_cast<double>(wanted));
  const double unit = std::nextafter(near, std::numeric_limits<double>::infinity()) - near;
  farthest = std::max(farthest, static_cast<double>(std::abs(static_cast<long double>(got) - wanted) / unit));
}

/// Numbers of many sizes, the same each time.
std::vector<double> elementary_samples(double low, double high) {
  std::vector<double> all;
  for (std::uint64_t i = 0; i < 20'000; ++i) all.push_back(low + (high - low) * unit_interval(mixed(i + 1)));
  return all;
}

}  // namespace

TEST_CASE("exponentials, logarithms and powers are the longer number's, rounded" *
          doctest::skip(std::numeric_limits<long double>::digits < 64)) {
  double farthest = 0;
  for (const double x : elementary_samples(-690, 690))
    widen(farthest, exponential(x), std::exp(static_cast<long double>(x)));
  for (const double x : elementary_samples(-40, 40)) {
    const double positive = std::exp2(x), exponent = x / 13;
    widen(farthest, logarithm(positive), std::log(static_cast<long double>(positive)));
    widen(farthest, power(positive, exponent),
          std::pow(static_cast<long double>(positive), static_cast<long double>(exponent)));
  }
  for (const double x : elementary_samples(0.5, 2)) {
    widen(farthest, logarithm(x), std::log(static_cast<long double>(x)));
    const double above_one = 0.5 + x;
    if (above_one <= 2)
      widen(farthest, fourth_root(above_one), std::sqrt(std::sqrt(static_cast<long double>(above_one))));
  }
  CHECK(farthest < 0.52);
}

TEST_CASE("near nothing, e^x - 1 and ln(1 + x) keep their digits" *
          doctest::skip(std::numeric_limits<long double>::digits < 64)) {
  double less = 0, more = 0;
  for (const double x : elementary_samples(-40, 2)) {
    for (const double small : {std::exp2(x), -std::exp2(x)}) {
      widen(less, exponential_minus_one(small), std::expm1(static_cast<long double>(small)));
      if (small > -1) widen(more, logarithm_of_one_plus(small), std::log1p(static_cast<long double>(small)));
    }
  }
  CHECK(less < 1.5);
  CHECK(more < 0.6);
}

TEST_CASE("what a double holds fully comes out fully, and the ends are the C library's") {
  constexpr double beyond = std::numeric_limits<double>::infinity(), none = std::numeric_limits<double>::quiet_NaN();
  for (int n = -300; n <= 300; ++n) REQUIRE(power(2, n) == std::ldexp(1, n));
  for (int n = 0; n <= 22; ++n) CHECK(power(10, n) == std::pow(10, n));
  CHECK(exponential(0) == 1);
  CHECK(logarithm(1) == 0);
  CHECK(fourth_root(1) == 1);
  CHECK(power(7, 0) == 1);
  CHECK(power(1, 1e300) == 1);
  CHECK(power(-3, 3) == -27);
  CHECK(power(0, 0.5) == 0);
  CHECK(exponential(800) == beyond);
  CHECK(exponential(-800) == 0);
  CHECK(power(1e200, 2) == beyond);
  CHECK(power(1e-200, 2) == 0);
  CHECK(logarithm(0) == -beyond);
  CHECK(logarithm(beyond) == beyond);
  CHECK(exponential_minus_one(-beyond) == -1);
  CHECK(logarithm_of_one_plus(-1) == -beyond);
  CHECK(std::isnan(logarithm(-1)));
  CHECK(std::isnan(exponential(none)));
  CHECK(std::signbit(exponential_minus_one(-0.0)));
}

TEST_CASE("their digits are the same on every machine") {
  CHECK(exponential(1) == 0x1.5bf0a8b145769p+1);
  CHECK(logarithm(10) == 0x1.26bb1bbb55516p+1);
  CHECK(power(70.6e9, 0.34) == 0x1.311f3fb00d4e8p+12);
  CHECK(exponential_minus_one(1e-3) == 0x1.06466dfb8cf3ap-10);
  CHECK(logarithm_of_one_plus(1e-3) == 0x1.060354f8c3ebfp-10);
  CHECK(fourth_root(1.3) == 0x1.115aaf02561cdp+0);
}

TEST_CASE("a cube's root is exact, and any other is as near as the last digit") {
  for (double whole = 1; whole < 100'000; whole += 1) REQUIRE(cube_root(whole * whole * whole) == whole);
  for (double value = 1e-30; value < 1e30; value *= 1.37) {
    CAPTURE(value);
    CHECK(std::abs(cube_root(value) / std::cbrt(value) - 1) <= 2 * std::numeric_limits<double>::epsilon());
  }
}
