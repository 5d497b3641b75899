// The number behind a field's word, in SI units.
#pragma once

#include <optional>
#include <string_view>

#include "core/logs/formats/format.h"

namespace shardscope {

/// Where a field's number is and what it says.
struct FieldNumber {
  double value = 0;      // finite, in SI units
  std::size_t end = 0;   // behind it in the text
  bool rounded = false;  // by a power of a thousand: "1.02K", which may be 1,024
};

/// The number that follows at `at`: behind signs (": ", "=", " | ", quotes) and a unit in parentheses, with thousands
/// separators, exponent and a unit of its own. Of a pair ("1467.8/1466.1", now and the mean) it is the first. Nothing
/// where none follows, and for what isn't finite. `missing_at_end`: the line ended before it.
[[nodiscard]] std::optional<FieldNumber> number_behind(std::string_view text, std::size_t at, const LogUnit& unit,
                                                       bool* missing_at_end = nullptr);

/// The number that ends before `at`, behind which a unit's word stands there.
[[nodiscard]] std::optional<FieldNumber> number_before(std::string_view text, std::size_t at, const LogUnit& unit);

/// "1:15:36", "03:45" and "2 days, 1:00:00" as seconds.
[[nodiscard]] std::optional<double> clock_seconds(std::string_view text);

}  // namespace shardscope
