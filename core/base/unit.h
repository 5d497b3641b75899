// What numbers are counted in: of fields, figures, factors and lessons, one list with their names in JSON and how
// they are written. In SI, but for hours, days, years and kilograms.
#pragma once

#include <string_view>

#include "core/base/choice.h"

namespace shardscope {

/// Its name in JSON, and how people write it. Of money `before` stands before a number and `behind` behind it: $1/h.
struct UnitEntry {
  std::string_view name, symbol, before = {}, behind = {};
};
// clang-format off
#define SHARDSCOPE_UNIT(entry) \
  entry(none, "", "") /* of counts and ratios */ \
  entry(share, "share", "%") /* of one */ \
  entry(times, "times", "times") \
  entry(bytes, "bytes", "bytes") entry(bytes_per_second, "bytes_per_second", "bytes/s") \
  entry(flops, "flops", "FLOP") entry(flops_per_second, "flops_per_second", "FLOP/s") \
  entry(seconds, "seconds", "s") entry(hours, "hours", "h") entry(days, "days", "days") \
  entry(years, "years", "years") entry(meters, "meters", "m") entry(watts, "watts", "W") \
  entry(joules, "joules", "J") entry(tokens, "tokens", "tokens") \
  entry(tokens_per_second, "tokens_per_second", "tokens/s") entry(sequences, "sequences", "sequences") \
  entry(kilograms, "kilograms", "kg") entry(kilograms_per_kwh, "kilograms_per_kwh", "kg/kWh") \
  entry(dollars, "dollars", "USD", "$") entry(dollars_per_hour, "dollars_per_hour", "USD/h", "$", "/h") \
  entry(dollars_per_kwh, "dollars_per_kwh", "USD/kWh", "$", "/kWh")
// clang-format on
SHARDSCOPE_TABLE(Unit, UnitEntry, SHARDSCOPE_UNIT)

constexpr std::string_view name_of(Unit unit) {
  return entry_of(unit).name;
}

}  // namespace shardscope
