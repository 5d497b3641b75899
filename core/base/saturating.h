// Products and sums of counts that stop at the largest 64-bit integer, and counts that divisors can trust, so that an
// absurd model gives an absurd count and never undefined behaviour.
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <limits>

namespace shardscope {

/// The product of counts that are not negative.
[[nodiscard]] constexpr std::int64_t saturating_product(std::initializer_list<std::int64_t> counts) {
  std::int64_t product = 1;
  for (const std::int64_t count : counts) {
    if (count == 0) return 0;
    if (count < 0 || __builtin_mul_overflow(product, count, &product))  // a division would take as long as ten of it
      product = std::numeric_limits<std::int64_t>::max();
  }
  return product;
}

/// A count that is 0 or below counts as 1, so that nothing divides by zero.
[[nodiscard]] constexpr std::int64_t at_least_one(std::int64_t count) {
  return count < 1 ? 1 : count;
}
/// The same as a divisor.
[[nodiscard]] constexpr double degree(std::int64_t count) {
  return static_cast<double>(at_least_one(count));
}

/// How many of `b` hold `a`: the quotient, rounded up. Requires b > 0 and a not negative.
template <std::integral Count>
[[nodiscard]] constexpr Count divided_up(Count a, Count b) {
  return a / b + (a % b == 0 ? 0 : 1);
}

/// The sum of counts that are not negative.
[[nodiscard]] constexpr std::int64_t saturating_sum(std::int64_t a, std::int64_t b) {
  return a > std::numeric_limits<std::int64_t>::max() - b ? std::numeric_limits<std::int64_t>::max() : a + b;
}

}  // namespace shardscope
