// The cube root, from operations that every machine rounds alike: C libraries differ in its last digit, and a report is
// to be the same to the last digit wherever it is made.
#pragma once

#include <cmath>

namespace shardscope {

/// Of a number above zero within what a double holds fully; to a unit or two of its last place.
[[nodiscard]] inline double cube_root(double value) {
  int power = 0;
  (void)std::frexp(value, &power);
  double root = std::ldexp(1, power / 3);  // within a factor of two
  for (int step = 0; step < 5; ++step) {   // Halley's: each has three times the digits
    const double cube = root * root * root;
    root = root * (cube + 2 * value) / (2 * cube + value);
  }
  return root -
         (root * root * root - value) / (3 * root * root);  // Newton's, whose correction rounds to next to nothing
}

}  // namespace shardscope
