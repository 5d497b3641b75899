// What the rules share: numbers in words, and values that would be valid.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/problem.h"
#include "core/scenario/scenario.h"

namespace shardscope {

[[nodiscard]] inline std::string words_of(std::int64_t value) {
  return std::to_string(value);
}

/// "; try 4 or 8": up to two values nearest to `value`, smaller first; empty for none.
[[nodiscard]] std::string try_values(std::vector<std::int64_t> candidates, std::int64_t value);

/// The divisors of `number`, ascending; at most those up to `limit`.
[[nodiscard]] std::vector<std::int64_t> divisors(std::int64_t number, std::int64_t limit);

/// The multiples of `step` next to `value`: below (at least step) and above.
[[nodiscard]] std::vector<std::int64_t> multiples_near(std::int64_t value, std::int64_t step);

/// Adds a problem; validate() fills rule and severity in.
inline void add(std::vector<Problem>& problems, std::string path, std::string message) {
  problems.push_back({Severity::error, std::move(path), std::move(message), {}});
}

/// GPUs that the plan puts to work: tp·pp·cp·dp.
[[nodiscard]] std::int64_t gpus_at_work(const Plan& plan);

// The rules, by subject; each says what it checks in validate.cpp's table.
namespace rule {
void heads_divisible(const Scenario& scenario, std::vector<Problem>& problems);
void key_value_heads_divisible(const Scenario& scenario, std::vector<Problem>& problems);
void batch_divisible(const Scenario& scenario, std::vector<Problem>& problems);
void experts_divisible(const Scenario& scenario, std::vector<Problem>& problems);
void experts_fold(const Scenario& scenario, std::vector<Problem>& problems);
void enough_gpus(const Scenario& scenario, std::vector<Problem>& problems);
void enough_layers(const Scenario& scenario, std::vector<Problem>& problems);
void stage_layers_match(const Scenario& scenario, std::vector<Problem>& problems);
void layout_readable(const Scenario& scenario, std::vector<Problem>& problems);
void shard_group_divides(const Scenario& scenario, std::vector<Problem>& problems);
void routing_consistent(const Scenario& scenario, std::vector<Problem>& problems);
void dense_without_experts(const Scenario& scenario, std::vector<Problem>& problems);
void sizes_positive(const Scenario& scenario, std::vector<Problem>& problems);
void precision_available(const Scenario& scenario, std::vector<Problem>& problems);

void gpus_idle(const Scenario& scenario, std::vector<Problem>& problems);
void nodes_filled(const Scenario& scenario, std::vector<Problem>& problems);
void tensor_in_domain(const Scenario& scenario, std::vector<Problem>& problems);
void layers_even(const Scenario& scenario, std::vector<Problem>& problems);
void bubble_large(const Scenario& scenario, std::vector<Problem>& problems);
void sequence_in_range(const Scenario& scenario, std::vector<Problem>& problems);
void sharding_beside_pipeline(const Scenario& scenario, std::vector<Problem>& problems);
void vocabulary_padded_up(const Scenario& scenario, std::vector<Problem>& problems);
}  // namespace rule

}  // namespace shardscope
