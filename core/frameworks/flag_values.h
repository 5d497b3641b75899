// A flag's value in its type, whatever a text's form makes of it.
#pragma once

#include <string>

#include "core/frameworks/framework.h"

namespace shardscope {

/// A value in a flag's type; or why it has none; or as what another release's word counts.
struct TypedValue {
  Value value;
  std::string problem, notice;
};

/// Of a text with a list of values the one that is meant: in other capitals, by another release's word, the nearest.
[[nodiscard]] TypedValue typed_value(const FlagSpec& spec, const Value& given);

/// Whether what is read of the flag is told by its value, and not by its being given.
[[nodiscard]] bool depends_on_value(const FlagSpec& spec);

/// What Hugging Face's parser takes for true or false; nothing of another word.
[[nodiscard]] std::optional<bool> truth_of(std::string_view text);

/// Whether it is a switch of a command line, whose absence says what False would.
[[nodiscard]] bool is_switch_alone(const FlagSpec& spec);

/// Whether it takes the value as Python writes it: literal(value).
[[nodiscard]] bool is_literal(const Expression& expression);

/// Why an expression has no value among these names: first that it hangs on what the launch doesn't say.
[[nodiscard]] std::string why_no_value(const LaunchFramework& framework, const Names& names,
                                       const Expression& expression);

/// Whether the flag says something of the name: it is its key, or among what is read of it.
[[nodiscard]] bool says(const FlagSpec& spec, std::string_view name);

}  // namespace shardscope
