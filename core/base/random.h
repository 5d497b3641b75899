// Random numbers that are the same on every machine for the same seed.
#pragma once

#include <cstdint>

#include "core/base/elementary.h"

namespace shardscope {

/// SplitMix64: Steele, Lea and Flood 2014, "Fast splittable pseudorandom number generators", figure 15: what follows
/// the state `bits`.
[[nodiscard]] constexpr std::uint64_t mixed(std::uint64_t bits) {
  bits += 0x9e3779b97f4a7c15;
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
  return bits ^ (bits >> 31);
}

/// In (0, 1].
[[nodiscard]] constexpr double unit_interval(std::uint64_t bits) {
  return (static_cast<double>(bits >> 11) + 1) * 0x1p-53;
}

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    const std::uint64_t drawn = mixed(state_);
    state_ += 0x9e3779b97f4a7c15;
    return drawn;
  }
  /// With mean 1.
  double exponential() { return -logarithm(unit_interval(next())); }

 private:
  std::uint64_t state_;
};

}  // namespace shardscope
