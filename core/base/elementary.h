// Powers, roots, exponentials and logarithms from operations that every machine rounds alike: C libraries differ in a
// rare last digit, and a report is to be the same to the last digit wherever it is made.
//
// By tables and short series on what is left, after Tang, "Table-driven implementation of the exponential function"
// (1989) and "of the logarithm function" (1990), in sums of two doubles.
#pragma once

namespace shardscope {

/// All are within 0.52 units of the last place (exponential_minus_one: 1.5, logarithm_of_one_plus: 0.6). Of 0,
/// infinities and what is no number they make what <cmath> does.
[[nodiscard]] double exponential(double x);            // e^x
[[nodiscard]] double exponential_minus_one(double x);  // e^x - 1, where x may be small
[[nodiscard]] double logarithm(double x);              // natural
[[nodiscard]] double logarithm_of_one_plus(double x);  // ln(1 + x), where x may be small
[[nodiscard]] double power(double base, double exponent);

/// Of a number from 1 to 2.
[[nodiscard]] double fourth_root(double x);
/// Of a number above zero within what a double holds fully; to a unit or two of its last place.
[[nodiscard]] double cube_root(double x);

}  // namespace shardscope
