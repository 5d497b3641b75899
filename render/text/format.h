// Numbers as people read them: a value with sensible digits and its unit. The only place where SI turns into GB or ms.
// GB is 1e9 bytes. Beyond the largest unit a power of ten keeps a label short: 1.2e40.
// What isn't finite is "unknown", without a unit.
// Minus is the true minus sign (U+2212).
#pragma once

#include <cstdint>
#include <string>

#include "core/base/unit.h"
#include "core/base/units.h"

namespace shardscope {

/// Value and unit apart, so that the unit can be drawn smaller or left to the axis.
struct Formatted {
  std::string value;  // "76.4"; "$58" for money
  std::string unit;   // "GB"; may be empty

  [[nodiscard]] std::string text() const { return unit.empty() ? value : value + " " + unit; }
  bool operator==(const Formatted&) const = default;
};

[[nodiscard]] Formatted format_bytes(Bytes amount);    // 76.4 GB, 93.3 MB, 160 GB, 12 B
[[nodiscard]] Formatted format_seconds(Seconds time);  // 34.9 s, 2.1 ms, 41 µs, 132 s
/// In the unit that `reference` is shown in, so that a column of times compares: 0.6 s beside 34.9 s.
[[nodiscard]] Formatted format_seconds_like(Seconds time, Seconds reference);
[[nodiscard]] Formatted format_bytes_like(Bytes amount, Bytes reference);
[[nodiscard]] Formatted format_days_like(double days, double reference);
[[nodiscard]] Formatted format_count_like(double count, double reference);  // 0.12 M beside 1.10 M
[[nodiscard]] Formatted format_count(double count);                         // 24,960; 1.72 M; 60.0 M; 1.80 T
[[nodiscard]] Formatted format_tokens(double count);                    // 13 T, 15.6 T, 8,192: no zeros after the point
[[nodiscard]] Formatted format_percent(double share);                   // 0.334 → 33.4 %
[[nodiscard]] Formatted format_percent_to(double share, int decimals);  // 0.62 → 62 %, with so many decimals
/// Without the zero after its point: 30 % for 30.0 %, 33.3 %.
[[nodiscard]] Formatted without_zero(Formatted number);
[[nodiscard]] Formatted format_dollars(double usd);        // $58 M, $5.6 M, $4.20
[[nodiscard]] Formatted format_days(double days);          // 94 days, 7.4 days, 5.0 hours, 12 minutes
[[nodiscard]] Formatted format_days_shortly(double days);  // 94 d; hours and years as above
[[nodiscard]] bool said_in_days(double days);              // neither in hours nor in years
/// "45.2 to 54.3 s": the unit once where both have the same.
[[nodiscard]] std::string range_words(const Formatted& low, const Formatted& high);
[[nodiscard]] Formatted format_energy(double joules);   // 22.1 GWh
[[nodiscard]] Formatted format_power(double watts);     // 19.5 MW
[[nodiscard]] Formatted format_mass(double kilograms);  // 59.3 kg, 6,120 t
/// 312 TFLOP/s, 1.20 EFLOP/s.
[[nodiscard]] Formatted format_flops_rate(FlopsPerSecond rate);
[[nodiscard]] Formatted format_flops(Flops amount);             // 2.15e25 → 21.5 YFLOP
[[nodiscard]] Formatted format_bandwidth(BytesPerSecond rate);  // 300 GB/s
/// As numbers of the unit are written; of one without ways of its own with_unit().
[[nodiscard]] Formatted format_quantity(double value, Unit unit);
/// The number with the unit as it is written, "43,800 h", "$0.08/kWh": no prefix, no other unit.
[[nodiscard]] Formatted with_unit(std::string number, Unit unit);

/// A number with `decimals` digits after the point, groups of three apart: "24,960.5".
[[nodiscard]] std::string fixed(double value, int decimals);
/// Of 1e9 bytes. What would be all zeros has a second digit behind its point; what is less still has a unit of
/// its own: 12 kB.
[[nodiscard]] Formatted in_gigabytes(Bytes amount, int decimals);
/// The same without the unit where it is GB: a column says it in its head.
[[nodiscard]] std::string gigabytes(Bytes amount, int decimals);
/// A whole number in groups of three: "24,960".
[[nodiscard]] std::string grouped(std::int64_t value);
/// "stage 10 (0 to 14)": one of several that count from zero, and how far they count.
[[nodiscard]] std::string counted_from_zero(std::string_view what, std::int64_t index, std::int64_t count);
/// "1 rank", "12,480 ranks".
[[nodiscard]] std::string grouped(std::int64_t count, std::string_view one, std::string_view many);

/// A change with its sign: "+2.1 s", "−29.8 GB". `format` is one of the functions above, which get the magnitude.
/// A change too small for a single shown digit is "0" with the unit.
[[nodiscard]] Formatted signed_of(double change, Formatted magnitude);
/// "80 GB" where format_bytes says "80.0 GB": of a size that is given, not computed.
[[nodiscard]] std::string format_whole_bytes(Bytes bytes);
[[nodiscard]] Formatted format_change(Bytes change);
[[nodiscard]] Formatted format_change(Seconds change);
/// In the unit of the figure that the change stands beside: "−0.24 s" beside 47.9 s.
[[nodiscard]] Formatted format_change(Bytes change, Bytes beside);
[[nodiscard]] Formatted format_change(Seconds change, Seconds beside);
/// Whether a change is large enough for a digit there.
[[nodiscard]] bool shows_change(Seconds change, Seconds beside);
[[nodiscard]] Formatted format_days_change(double change, double beside);
inline constexpr std::string_view points_unit = "points";
/// In percentage points: "+3.1 points".
[[nodiscard]] Formatted format_percent_change(double change);
/// A change in fewer signs beside a figure in `unit`: "+3.1 pt", and without its unit where that is the figure's.
[[nodiscard]] std::string shorter_change(const Formatted& change, std::string_view unit);

/// Times without a unit, those of schedules alone: "117", "103.5", "0.25", at most two digits after the point.
[[nodiscard]] std::string units_text(double units);

}  // namespace shardscope
