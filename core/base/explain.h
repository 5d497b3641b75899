// How a number came about: its formula in symbols, the numbers put in, and where the formula is from.
// Plain views of static text and a few factors, so that every part of a report can carry one at no cost.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/unit.h"
#include "core/base/value_type.h"

namespace shardscope {

/// What a factor of some bytes is: how many there are of what its label names, micro-batches of which its label says
/// the state, the bytes of a single value or of another thing, bytes without more to say, or the share that counts.
enum class FactorRole : std::uint8_t { count, micro_batches, value_bytes, bytes_each, bytes_alone, share };

struct Factor {
  std::string_view label;  // "layers"; "held", of micro-batches; "parameter", of the bytes of each
  double value = 0;
  Unit unit = Unit::none;
  FactorRole role = FactorRole::count;
  ValueType type = ValueType::unknown;  // of a value
  bool twice = false;                   // two of these

  /// Whether it stands in the product: a derivation has room for more than it uses.
  [[nodiscard]] constexpr bool is_used() const { return !label.empty() || role == FactorRole::bytes_alone; }
};
[[nodiscard]] constexpr Factor bytes_per_value(std::string_view value, KeptValue kept) {
  return {value, kept.bytes, Unit::bytes, FactorRole::value_bytes, kept.type, kept.twice};
}
[[nodiscard]] constexpr Factor bytes_each(std::string_view thing, double bytes) {
  return {thing, bytes, Unit::bytes, FactorRole::bytes_each};
}
[[nodiscard]] constexpr Factor bytes_alone(double bytes) {
  return {{}, bytes, Unit::bytes, FactorRole::bytes_alone};
}
[[nodiscard]] constexpr Factor micro_batches(std::string_view state, double count) {
  return {state, count, Unit::none, FactorRole::micro_batches};
}
[[nodiscard]] constexpr Factor share_of(std::string_view label, double share) {
  return {label, share, Unit::none, FactorRole::share};
}

/// "parameters on this GPU", "micro-batches held", "bytes per parameter".
[[nodiscard]] std::string label_words(const Factor& factor);

/// value = the product of the factors that are used (within rounding).
struct Derivation {
  std::string_view formula;  // "34·s·b·h / tp"
  std::string_view source;   // "Korthikanti et al. 2022, eq. 6"
  std::array<Factor, 4> factors = {};
};

}  // namespace shardscope
