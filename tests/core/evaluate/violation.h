// How a law of reports says what breaks it: in words, with both figures.
#pragma once

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string>

#include "core/base/number_text.h"

namespace shardscope {

/// What breaks, in words; empty where the law holds.
using Violation = std::string;

inline std::string figure(double value) {
  return short_number(value, 12);
}

inline constexpr double rounding = 1e-9;         // of sums of many doubles
inline constexpr double next_to_nothing = 1e-4;  // of a step: what one pass that comes a little sooner may cost others

/// Nothing where `less` isn't above `more`.
inline Violation unless_less(const char* what, double less, double more, double within = rounding) {
  return less <= more + within * std::abs(more) ? "" : what + (": " + figure(less)) + " is above " + figure(more);
}

inline Violation unless_equal(const char* what, double one, double other, double within = rounding) {
  return std::abs(one - other) <= within * std::max(std::abs(one), std::abs(other))
             ? ""
             : what + (": " + figure(one)) + " isn't " + figure(other);
}

/// The first violation of several.
inline Violation first_of(std::initializer_list<Violation> violations) {
  for (const Violation& violation : violations)
    if (!violation.empty()) return violation;
  return "";
}

}  // namespace shardscope
