#include "core/traffic/slowest_replica.h"

#include <cmath>
#include <numbers>
#include <random>

#include "core/base/elementary.h"
#include "core/base/random.h"

namespace shardscope {

double slowest_deviation(std::uint64_t seed, double replicas) {
  if (!(replicas > 1)) return 0;
  std::mt19937_64 bits(seed);  // the standard fixes its values
  const double beyond = -exponential_minus_one(logarithm(unit_interval(bits())) / replicas);  // 1 - u^(1/n)
  double low = 0, high = 40;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (std::erfc(middle / std::numbers::sqrt2) / 2 > beyond ? low : high) = middle;
  }
  return low;
}

Seconds wait_for_slowest(const Timeline& timeline, std::int32_t rank, const Stragglers& stragglers, double replicas) {
  if (!(stragglers.jitter > 0)) return Seconds{};
  double squares = 0;
  for (const PassRecord& pass : timeline.lane(rank)) squares += (pass.end - pass.start) * (pass.end - pass.start);
  return Seconds{stragglers.jitter * std::sqrt(squares) * slowest_deviation(stragglers.seed, replicas)};
}

}  // namespace shardscope
