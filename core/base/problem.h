// What can be wrong with an input or a plan, as a value: never an exception, never half a result.
#pragma once

#include <concepts>
#include <span>
#include <string>
#include <string_view>
#include <utility>
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
  schedule,   // core/evaluate: the plan's schedule, which can't be made so, or its step, which can't be timed
  framework,  // its own rules, and what its flags can't say
  advice      // core/advice
};

/// Where a text that was read says something: a flag of a launch, a key of a configuration, a word.
struct TextPlace {
  std::string file = {};  // another than the text itself: "env.sh"
  int line = 0;           // from 1; 0: unknown
  std::string name = {};  // what stands there: "--tp"; empty: the line as a whole

  bool operator==(const TextPlace&) const = default;
};

/// What says what a text leaves open: a setting beside it, what a script takes from outside, or what another command
/// of the command line prints.
enum class RemedyKind { none, setting, outside, command };
struct Remedy {
  RemedyKind kind = RemedyKind::none;
  std::string words = {};               // on a command line: "--set cluster.gpu=NAME says another"; empty: none
  std::string flag = {};                // of the text itself, which says it too: "--vocab-size"
  std::vector<std::string> names = {};  // of variables and arguments of a script that it hangs on: "TP", "1"

  bool operator==(const Remedy&) const = default;
};

struct Problem {
  Severity severity = Severity::error;
  std::string path = {};     // JSON path of the field, "plan.tp"; empty: none
  std::string message = {};  // one line, in words: what is wrong, with the value, and what would be valid
  std::string rule = {};     // a stable name, "heads-divisible-by-tp"
  Origin origin = Origin::reading;
  std::string framework = {};          // whose rule it is: "megatron"
  std::vector<TextPlace> places = {};  // where the text says it
  Remedy remedy = {};
  std::vector<std::string> valid = {};  // what would be valid, where those are names and no field of a scenario says it

  Problem() = default;
  Problem(Severity severity_, std::string path_, std::string message_, std::string rule_ = {},
          Origin origin_ = Origin::reading, std::string framework_ = {})
      : severity(severity_),
        path(std::move(path_)),
        message(std::move(message_)),
        rule(std::move(rule_)),
        origin(origin_),
        framework(std::move(framework_)) {}
  /// Of a text that was read, at its place; a template, so that {} is no place.
  template <std::same_as<TextPlace> Place>
  Problem(Severity severity_, Place place, std::string message_, std::string rule_ = {})
      : severity(severity_), message(std::move(message_)), rule(std::move(rule_)) {
    if (place != TextPlace{}) places.push_back(std::move(place));
  }

  bool operator==(const Problem&) const = default;
};

/// Of a text's fields, by their paths, where it says each, or would.
using FieldPlaces = std::vector<std::pair<std::string, TextPlace>>;

/// "line 12, --tp", "ds.json, line 3".
[[nodiscard]] std::string words_of(const TextPlace& place);

/// Where it is, in words: its places in the text, of many the first; else its path.
[[nodiscard]] std::string where_words(const Problem& problem);

/// What is wrong, with what a command line would say instead.
[[nodiscard]] std::string words_of(const Problem& problem);

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
