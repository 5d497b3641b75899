// Powers of a thousand before a unit, SI's and those that people count money and things in: "GB", "µs", "M", "$5 B".
#pragma once

#include <array>
#include <cmath>
#include <span>
#include <string_view>

namespace shardscope {

struct Prefix {
  double size;
  std::string_view letter;
};

namespace prefix {
inline constexpr Prefix nano{1e-9, "n"}, micro{1e-6, "µ"}, milli{1e-3, "m"}, one{1, ""}, kilo{1e3, "k"}, mega{1e6, "M"},
    giga{1e9, "G"}, tera{1e12, "T"}, peta{1e15, "P"}, exa{1e18, "E"}, zetta{1e21, "Z"}, yotta{1e24, "Y"};
inline constexpr Prefix million = mega, billion{1e9, "B"}, trillion = tera;

// Ascending.
inline constexpr std::array large = {one, kilo, mega, giga, tera, peta, exa, zetta, yotta};
inline constexpr std::array small = {nano, micro, milli, one};
inline constexpr std::array counts = {one, million, billion, trillion};
inline constexpr std::array money = {one, kilo, million, billion, trillion};
}  // namespace prefix

/// The largest that the value fills: `share` of it at least; the first where it fills none.
[[nodiscard]] constexpr const Prefix& filled_prefix(double value, std::span<const Prefix> ascending, double share = 1) {
  std::size_t at = ascending.size() - 1;
  while (at > 0 && !(value >= share * ascending[at].size)) --at;
  return ascending[at];
}

}  // namespace shardscope
