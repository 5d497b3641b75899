// How a number came about: its formula in symbols, the numbers put in, and where the formula is from.
// Plain views of static text and a few factors, so that every part of a report can carry one at no cost.
#pragma once

#include <array>
#include <string_view>

namespace shardscope {

enum class Unit { none, bytes, seconds, flops, flops_per_second, bytes_per_second, tokens, dollars, watts, joules };

struct Factor {
  std::string_view label;  // "micro-batches in flight"
  double value = 0;
  Unit unit = Unit::none;
};

/// value = the product of the factors that have a label (within rounding).
struct Derivation {
  std::string_view formula;  // "34·s·b·h / tp"
  std::string_view source;   // "Korthikanti et al. 2022, eq. 6"
  std::array<Factor, 4> factors = {};
};

}  // namespace shardscope
