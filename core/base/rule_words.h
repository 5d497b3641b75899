// What the rules share: numbers in words, what degrees amount to (one that is 0 or below counts as 1; values-in-range
// says what is wrong), and values that would be valid.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/problem.h"
#include "core/base/saturating.h"
#include "core/scenario/scenario.h"

namespace shardscope {

/// As the JSON has it: what is wrong is quoted as it was written, and can be looked for.
[[nodiscard]] inline std::string words_of(std::int64_t value) {
  return std::to_string(value);
}

/// "12,480": what a hint counts.
[[nodiscard]] std::string with_commas(std::int64_t value);

/// "1 layer", "3 layers".
[[nodiscard]] std::string counted(std::int64_t count, const char* one, const char* many);

/// "; try 4 or 8": of the candidates the next below and above `value`, or the two nearest at an end; empty for none.
[[nodiscard]] std::string try_values(std::vector<std::int64_t> candidates, std::int64_t value);

/// The divisors of `number`, ascending; at most those up to `limit`. All of them for numbers up to 2^32.
[[nodiscard]] std::vector<std::int64_t> divisors(std::int64_t number, std::int64_t limit);

/// The multiples of `step` next to `value`: below (at least step) and above.
[[nodiscard]] std::vector<std::int64_t> multiples_near(std::int64_t value, std::int64_t step);

/// Adds a problem; validate() fills rule and severity in.
inline void add(std::vector<Problem>& problems, std::string path, std::string message) {
  problems.push_back({Severity::error, std::move(path), std::move(message), {}});
}

/// GPUs of one replica: tp·pp·cp.
[[nodiscard]] std::int64_t gpus_of_replica(const Plan& plan);

/// GPUs that the plan puts to work: tp·pp·cp·dp.
[[nodiscard]] std::int64_t gpus_at_work(const Plan& plan);

/// Ranks that experts fold into: tp·cp·dp.
[[nodiscard]] std::int64_t ranks_of_stage(const Plan& plan);

/// Sequences that all replicas take at once: dp·micro_batch.
[[nodiscard]] std::int64_t sequences_of_round(const Plan& plan);

/// Micro-batches of a replica in a step, at least 1.
[[nodiscard]] std::int64_t rounds_of_step(const Plan& plan);

/// Stages of the whole pipeline: pp·virtual_stages.
[[nodiscard]] std::int64_t stages_of(const Plan& plan);

/// Whether attention can be split over tp ranks: heads divide, and key-value heads too unless they are fewer. Latent
/// attention makes keys and values on each rank.
[[nodiscard]] bool heads_split(const Model& model, std::int64_t tp);

}  // namespace shardscope
