// How a law of reports says what breaks it: in words, with both figures.
#pragma once

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string>

#include "core/base/number_text.h"

namespace shardscope {

/// What breaks, in words; empty where the law holds.
using Trouble = std::string;

inline std::string figure(double value) {
  return short_number(value, 12);
}

inline constexpr double rounding = 1e-9;  // of sums of many doubles

/// Nothing where `less` isn't above `more`.
inline Trouble unless_less(const char* what, double less, double more, double within = rounding) {
  return less <= more + within * std::abs(more) ? "" : what + (": " + figure(less)) + " is above " + figure(more);
}

inline Trouble unless_equal(const char* what, double one, double other, double within = rounding) {
  return std::abs(one - other) <= within * std::max(std::abs(one), std::abs(other))
             ? ""
             : what + (": " + figure(one)) + " isn't " + figure(other);
}

/// The first trouble of several.
inline Trouble first_of(std::initializer_list<Trouble> troubles) {
  for (const Trouble& trouble : troubles)
    if (!trouble.empty()) return trouble;
  return "";
}

}  // namespace shardscope
