// What messages about numbers share: counts in words, and values that would be valid. A value that is quoted stands as
// the JSON has it (std::to_string), so that it can be looked for.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/problem.h"

namespace shardscope {

/// "12,480": what a hint counts.
[[nodiscard]] std::string with_commas(std::int64_t value);

/// "1 layer", "3 layers".
[[nodiscard]] std::string counted(std::int64_t count, const char* one, const char* many);

/// "45%", of a share of one.
[[nodiscard]] std::string whole_percent(double share);

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

}  // namespace shardscope
