#include "core/pipeline/stragglers.h"

#include <cmath>
#include <numbers>

namespace shardscope {

namespace {

/// The finaliser of splitmix64: Steele, Lea and Flood 2014, "Fast Splittable Pseudorandom Number Generators",
/// figure 15.
std::uint64_t mixed(std::uint64_t bits) {
  bits += 0x9e3779b97f4a7c15;
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111eb;
  return bits ^ (bits >> 31);
}

/// In (0, 1].
double uniform(std::uint64_t bits) {
  return (static_cast<double>(bits >> 11) + 1) * 0x1p-53;
}

}  // namespace

double jitter_factor(const Stragglers& stragglers, std::int32_t rank, Pass pass) {
  if (!(stragglers.jitter > 0)) return 1;
  const auto place = (static_cast<std::uint64_t>(rank) << 32) | (std::uint64_t{pass.chunk} << 8) |
                     static_cast<std::uint64_t>(role_of(pass.kind));
  const std::uint64_t key = mixed(mixed(mixed(stragglers.seed) ^ place) ^ static_cast<std::uint64_t>(pass.micro_batch));
  // A standard normal value by Box and Muller 1958.
  const double normal = std::sqrt(-2 * std::log(uniform(key))) * std::cos(2 * std::numbers::pi * uniform(mixed(key)));
  const double variance = std::log1p(stragglers.jitter * stragglers.jitter);
  return std::exp(std::sqrt(variance) * normal - variance / 2);
}

}  // namespace shardscope
