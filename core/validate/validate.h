// What is wrong with a scenario that is well formed: errors (no machine could run it), warnings and hints (a machine
// could; it is unwise, or not simulated). One rule, one function, in a table with its name. Memory isn't known here.
#pragma once

#include <cstdint>
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

/// Of a scenario that with_defaults() has filled. Errors come first.
[[nodiscard]] std::vector<Problem> validate(const Scenario& filled);

[[nodiscard]] bool has_errors(std::span<const Problem> problems);

/// The values that a slider for the field offers, ascending: tp, pp, dp, cp, ep, etp, virtual_stages, sequence_length
/// (powers of two), micro_batch, global_batch (multiples of dp·micro_batch), where the other fields stay, dp follows
/// the GPUs, the batch goes to a multiple, and a list of stage layers goes when the stages change. Never empty for
/// these paths, at most 200; empty for others. The present value is there only if it is valid; where nothing is
/// (experts that fold into no split), what is valid but for that. Takes microseconds: called for every slider on every
/// frame.
[[nodiscard]] std::vector<std::int64_t> valid_values(const Scenario& scenario, std::string_view path);

}  // namespace shardscope
