// core/validate: what is wrong with a scenario that is well formed: errors (no machine could run it), warnings and
// hints (a machine could; it is unwise, or not simulated). One rule, one function, in a table with its name. Memory
// isn't known here. valid_values.h: what a slider may offer instead.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/base/problem.h"
#include "core/scenario/scenario.h"

namespace shardscope {

struct Rule {
  std::string_view name;  // Problem::rule, "heads-divisible-by-tp"
  Severity severity = Severity::error;
  /// Appends the rule's problems with path and message; name and severity are filled in by validate().
  void (*check)(const Scenario& filled, std::vector<Problem>& problems) = nullptr;
};

[[nodiscard]] std::span<const Rule> rules();

/// Beyond this idle share the bubble is what a plan's reader should see first: the rule's and the headline's.
inline constexpr double small_bubble_max = 0.15;

/// Of a scenario that with_defaults() has filled. Errors come first.
[[nodiscard]] std::vector<Problem> validate(const Scenario& filled);

[[nodiscard]] bool has_errors(std::span<const Problem> problems);

}  // namespace shardscope
