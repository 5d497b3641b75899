// Stragglers and jitter: a GPU that is slower than the others, and passes that don't always take the same time.
// In: the values a person sets. Out: the factor on the time of any pass, the same for the same values on every run.
#pragma once

#include <cstdint>
#include <optional>

#include "core/pipeline/schedule.h"

namespace shardscope {

struct Stragglers {
  std::optional<std::int32_t> slow_rank = {};  // a pipeline rank; one that doesn't exist slows nobody
  double slow_factor = 1;                      // how many times as long its passes take
  double jitter = 0;                           // standard deviation of a pass's time over its mean
  std::uint64_t seed = 1;                      // of the jitter: another seed is another step

  bool operator==(const Stragglers&) const = default;

  [[nodiscard]] double rank_factor(std::int32_t rank) const { return slow_rank == rank ? slow_factor : 1; }
};

/// What jitter makes of one pass: its time is multiplied by this. Lognormal with mean 1 and standard deviation
/// `jitter`, as far as a hash of seed, rank and pass gives independent values: sigma² = ln(1 + jitter²), mu =
/// -sigma²/2. The same pass has the same factor in every schedule that runs it on that rank. 1 where there is no
/// jitter.
[[nodiscard]] double jitter_factor(const Stragglers& stragglers, std::int32_t rank, Pass pass);

}  // namespace shardscope
