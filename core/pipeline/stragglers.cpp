#include "core/pipeline/stragglers.h"

#include <cmath>
#include <numbers>

#include "core/base/elementary.h"
#include "core/base/random.h"

namespace shardscope {

double jitter_factor(const Stragglers& stragglers, std::int32_t rank, Pass pass) {
  if (!(stragglers.jitter > 0)) return 1;
  const auto place = (static_cast<std::uint64_t>(rank) << 32) | (std::uint64_t{pass.chunk} << 8) |
                     static_cast<std::uint64_t>(role_of(pass.kind));
  const std::uint64_t key = mixed(mixed(mixed(stragglers.seed) ^ place) ^ static_cast<std::uint64_t>(pass.micro_batch));
  // A standard normal value by Box and Muller 1958.
  const double normal =
      std::sqrt(-2 * logarithm(unit_interval(key))) * std::cos(2 * std::numbers::pi * unit_interval(mixed(key)));
  const double variance = logarithm_of_one_plus(stragglers.jitter * stragglers.jitter);
  return exponential(std::sqrt(variance) * normal - variance / 2);
}

}  // namespace shardscope
