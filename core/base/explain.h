// How a number came about: its formula in symbols, the numbers put in, and where the formula is from.
// Plain views of static text and a few factors, so that every part of a report can carry one at no cost.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "core/base/choice.h"

namespace shardscope {

#define SHARDSCOPE_UNIT(entry)                                                                    \
  entry(none, "") /* of counts and ratios */                                                      \
      entry(bytes, "bytes") entry(seconds, "seconds") entry(flops, "flops")                       \
          entry(flops_per_second, "flops_per_second") entry(bytes_per_second, "bytes_per_second") \
              entry(tokens, "tokens") entry(dollars, "dollars") entry(watts, "watts") entry(joules, "joules")
SHARDSCOPE_TABLE(Unit, std::string_view, SHARDSCOPE_UNIT)

/// What a factor of some bytes is: how many there are, the bytes of a single value, or the share that counts.
enum class FactorRole : std::uint8_t { count, value_bytes, share };

struct Factor {
  std::string_view label;  // "micro-batches in flight"
  double value = 0;
  Unit unit = Unit::none;
  FactorRole role = FactorRole::count;
};
[[nodiscard]] constexpr Factor bytes_each(std::string_view label, double bytes) {
  return {label, bytes, Unit::bytes, FactorRole::value_bytes};
}
[[nodiscard]] constexpr Factor share_of(std::string_view label, double share) {
  return {label, share, Unit::none, FactorRole::share};
}

/// value = the product of the factors that have a label (within rounding).
struct Derivation {
  std::string_view formula;  // "34·s·b·h / tp"
  std::string_view source;   // "Korthikanti et al. 2022, eq. 6"
  std::array<Factor, 4> factors = {};
};

}  // namespace shardscope
