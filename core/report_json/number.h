// Figures as JSON has them: what isn't known, and what isn't finite, is null.
#pragma once

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/base/units.h"

namespace shardscope {

[[nodiscard]] inline nlohmann::ordered_json number(double value) {
  return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json(nullptr);
}

template <class Dimension>
[[nodiscard]] nlohmann::ordered_json number(Quantity<Dimension> value) {
  return number(value.value);
}

/// Whole bytes without a fraction's point.
[[nodiscard]] inline nlohmann::ordered_json number(Bytes value) {
  const bool whole = std::abs(value.value) < whole_below && value.value == std::round(value.value);
  return whole ? nlohmann::ordered_json(static_cast<std::int64_t>(value.value)) : number(value.value);
}

template <class Value>
[[nodiscard]] nlohmann::ordered_json number(const std::optional<Value>& value) {
  return value ? number(*value) : nlohmann::ordered_json(nullptr);
}

/// [low, high] of a range in which four of five measurements lie; null where there is none.
template <class Range>
[[nodiscard]] nlohmann::ordered_json range_json(const Range& range) {
  return nlohmann::ordered_json::array({number(range.low), number(range.high)});
}
template <class Range>
[[nodiscard]] nlohmann::ordered_json range_json(const std::optional<Range>& range) {
  return range ? range_json(*range) : nlohmann::ordered_json(nullptr);
}

}  // namespace shardscope
