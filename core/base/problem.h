// What can be wrong with an input or a plan, as a value: never an exception, never half a result.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/choice.h"

namespace shardscope {

#define SHARDSCOPE_SEVERITY(name) name(error) name(warning) name(hint)
SHARDSCOPE_NAMED(Severity, SHARDSCOPE_SEVERITY)

/// Who says so.
enum class Origin {
  reading,    // of text that was read
  rules,      // core/validate
  schedule,   // the plan's schedule, which can't be made so
  framework,  // its own rules, and what its flags can't say
  advice      // core/advice
};

struct Problem {
  Severity severity = Severity::error;
  std::string path;       // JSON path, "plan.tp"
  std::string message;    // one line, in words: what is wrong, with the value, and what would be valid
  std::string rule = {};  // a stable name, "heads-divisible-by-tp"
  Origin origin = Origin::reading;
  std::string framework = {};  // whose rule it is: "megatron"

  bool operator==(const Problem&) const = default;
};

/// The rule's name where rules of all origins stand together, as in the JSON: "megatron:tp-divides-heads".
[[nodiscard]] std::string full_rule(const Problem& problem);

/// A value or the problems that prevented it, never half of each.
template <class T>
using Outcome = std::variant<T, std::vector<Problem>>;

template <class T>
[[nodiscard]] bool succeeded(const Outcome<T>& outcome) {
  return outcome.index() == 0;
}

/// The value of an outcome that succeeded; calling it on a failure is a broken promise in the code and throws.
template <class T>
[[nodiscard]] const T& value_of(const Outcome<T>& outcome) {
  return std::get<0>(outcome);
}

template <class T>
[[nodiscard]] const std::vector<Problem>& problems_of(const Outcome<T>& outcome) {
  return std::get<1>(outcome);
}

/// A problem as a line of stderr: "FILE: plan.tp: 6 doesn't divide num_attention_heads (128); try 4 or 8".
[[nodiscard]] std::string line_of(const Problem& problem, std::string_view file);

/// At most limits::problems_shown_max lines, errors first; where there are more, the last line says how many.
[[nodiscard]] std::vector<std::string> problem_lines(std::span<const Problem> problems, std::string_view file);

/// A value from outside as a message may repeat it: at most limits::value_shown_max characters, control characters and
/// bytes that aren't UTF-8 replaced.
[[nodiscard]] std::string shown(std::string_view value);

}  // namespace shardscope
