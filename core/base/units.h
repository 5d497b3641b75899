// core/base: what all of core is made with: units, problems and the names of rules, limits of what is read, numbers as
// words. It includes nothing else of the program.
//
// Physical quantities, each its own type, thin enough to cost nothing.
// All are SI and double-backed: bytes up to 2^53 stay exact, which is 9 petabytes.
// Only operations that make physical sense exist: Bytes / BytesPerSecond gives Seconds; Bytes + Seconds doesn't
// compile. Unit conversion for display (GB, ms) belongs to render's formatting, never in a formula.
#pragma once

#include <compare>

namespace shardscope {

template <class Dimension>
struct Quantity {
  double value = 0;

  constexpr Quantity() = default;
  constexpr explicit Quantity(double amount) : value(amount) {}

  constexpr auto operator<=>(const Quantity&) const = default;
  constexpr Quantity& operator+=(Quantity other) { return value += other.value, *this; }
  constexpr Quantity& operator-=(Quantity other) { return value -= other.value, *this; }
  constexpr Quantity& operator*=(double factor) { return value *= factor, *this; }
  friend constexpr Quantity operator+(Quantity a, Quantity b) { return Quantity{a.value + b.value}; }
  friend constexpr Quantity operator-(Quantity a, Quantity b) { return Quantity{a.value - b.value}; }
  friend constexpr Quantity operator*(Quantity a, double factor) { return Quantity{a.value * factor}; }
  friend constexpr Quantity operator*(double factor, Quantity a) { return Quantity{a.value * factor}; }
  friend constexpr Quantity operator/(Quantity a, double divisor) { return Quantity{a.value / divisor}; }
  friend constexpr double operator/(Quantity a, Quantity b) { return a.value / b.value; }
};

using Bytes = Quantity<struct BytesDimension>;
using Seconds = Quantity<struct SecondsDimension>;
using Flops = Quantity<struct FlopsDimension>;  // a count of floating-point operations, not a rate
using BytesPerSecond = Quantity<struct BytesPerSecondDimension>;
using FlopsPerSecond = Quantity<struct FlopsPerSecondDimension>;

constexpr Seconds operator/(Bytes amount, BytesPerSecond rate) {
  return Seconds{amount.value / rate.value};
}
constexpr Seconds operator/(Flops amount, FlopsPerSecond rate) {
  return Seconds{amount.value / rate.value};
}
constexpr BytesPerSecond operator/(Bytes amount, Seconds time) {
  return BytesPerSecond{amount.value / time.value};
}
constexpr FlopsPerSecond operator/(Flops amount, Seconds time) {
  return FlopsPerSecond{amount.value / time.value};
}
constexpr Bytes operator*(BytesPerSecond rate, Seconds time) {
  return Bytes{rate.value * time.value};
}
constexpr Flops operator*(FlopsPerSecond rate, Seconds time) {
  return Flops{rate.value * time.value};
}

template <class Dimension>
constexpr Quantity<Dimension> max(Quantity<Dimension> a, Quantity<Dimension> b) {
  return a < b ? b : a;
}
template <class Dimension>
constexpr Quantity<Dimension> min(Quantity<Dimension> a, Quantity<Dimension> b) {
  return b < a ? b : a;
}

inline constexpr double seconds_per_hour = 3600, hours_per_day = 24, seconds_per_day = 86'400, days_per_year = 365.25;
inline constexpr double seconds_per_minute = 60, minutes_per_day = 1440;
inline constexpr double joules_per_watt_hour = seconds_per_hour, joules_per_kwh = 1000 * joules_per_watt_hour;
inline constexpr double bytes_per_megabyte = 1e6, bytes_per_gigabyte = 1e9, bytes_per_gigabit = bytes_per_gigabyte / 8;
inline constexpr double bytes_per_kib = 1024, bytes_per_mib = 1024 * bytes_per_kib;
inline constexpr double bytes_per_gib = 1024 * bytes_per_mib, bytes_per_tib = 1024 * bytes_per_gib;
inline constexpr double flops_per_teraflop = 1e12;
inline constexpr double whole_below = 9007199254740992.0;  // 2^53: below it a double holds every whole number

}  // namespace shardscope
