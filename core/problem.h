// What can be wrong with an input or a plan, as a value: never an exception, never half a result.
#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace shardscope {

enum class Severity { error, warning, hint };

struct Problem {
  Severity severity = Severity::error;
  std::string path;     // JSON path, "plan.tp"
  std::string message;  // one line, in words: what is wrong, with the value, and what would be valid
  std::string rule;     // a stable name, "heads-divisible-by-tp"

  bool operator==(const Problem&) const = default;
};

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

}  // namespace shardscope
