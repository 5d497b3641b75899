// The cube root, from operations that every machine rounds alike: C libraries differ in its last digit, and a report is
// to be the same to the last digit wherever it is made.
#pragma once

#include <bit>
#include <cstdint>

namespace shardscope {

/// Of a number above zero within what a double holds fully; to a unit or two of its last place.
[[nodiscard]] inline double cube_root(double value) {
  // A third of the bits is a third of the exponent: the constant makes up for its offset, to within 4%.
  constexpr std::uint64_t offset = 0x2A9F'7893'0000'0000;
  double root = std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) / 3 + offset);
  for (int step = 0; step < 3; ++step) {  // Halley's: each has three times the digits
    const double cube = root * root * root;
    root = root * (cube + 2 * value) / (2 * cube + value);
  }
  return root -
         (root * root * root - value) / (3 * root * root);  // Newton's, whose correction rounds to next to nothing
}

}  // namespace shardscope
