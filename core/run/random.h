// Random numbers that are the same on every machine for the same seed.
#pragma once

#include <cmath>
#include <cstdint>

namespace shardscope {

/// SplitMix64: Steele, Lea and Flood 2014, "Fast splittable pseudorandom number generators".
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }
  /// In (0, 1].
  double uniform() { return (static_cast<double>(next() >> 11) + 1) * 0x1p-53; }
  /// With mean 1.
  double exponential() { return -std::log(uniform()); }

 private:
  std::uint64_t state_;
};

}  // namespace shardscope
