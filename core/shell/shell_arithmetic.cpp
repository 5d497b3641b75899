// What a shell's arithmetic comes to. As a shell does it, arguments, counts and what commands print are put in as text
// first; names stay names, so that what comes of one that isn't set says so.
#include "core/base/characters.h"
#include "core/shell/shell_state.h"
#include "core/shell/syntax/shell_source.h"

namespace shardscope {

namespace {

/// Whether it has what only the shell's words make a number of: $1, ${2}, $#, $(wc -l < hosts), 10#$A.
bool is_made_of_words(std::string_view inner) {
  constexpr std::string_view special = "#@*?!";
  const auto is_argument = [&](char c) { return is_digit(c) || special.find(c) != std::string_view::npos; };
  if (inner.find_first_of("#`") != std::string_view::npos) return true;
  for (std::size_t at = inner.find('$'); at != std::string_view::npos; at = inner.find('$', at + 1)) {
    const std::string_view rest = inner.substr(at + 1);
    if (rest.starts_with('(') || (!rest.empty() && is_argument(rest[0]))) return true;
    if (rest.size() > 1 && rest[0] == '{' && is_argument(rest[1])) return true;
  }
  return false;
}

/// Of names and numbers alone.
ShellWord computed_of_names(ShellState& state, const shell_tree::Computation& computation, int line) {
  ShellWord result{"", line, ""};
  Names names;
  for (const std::string& name : names_in(*computation.expression)) {
    const std::optional<ShellWords> value = look_up(state, name, line);
    if (!value || value->empty()) return result.unknown = "$" + name, result;
    const ShellWord& word = value->front();
    if (!word.unknown.empty()) return result.unknown = word.unknown, result;
    if (result.assumed.empty()) result.assumed = word.assumed;
    const Outcome<Expression> number = parse_expression(word.text);
    if (succeeded(number)) names[name] = computed_or_none(value_of(number), {});
  }
  const Value value = computed_or_none(*computation.expression, names);
  if (value.toggle() != nullptr) return result.text = *value.toggle() ? "1" : "0", result;
  if (!value.whole()) return result.unknown = shown("$((" + computation.inner + "))"), result;
  result.text = std::to_string(*value.whole());
  return result;
}

}  // namespace

ShellWord computed(ShellState& state, const shell_tree::Computation& computation, int line) {
  const bool of_words = is_made_of_words(computation.inner);
  if (of_words || (!computation.expression && computation.inner.find("${") != std::string::npos)) {
    const ShellWord settled = expand_whole(state, parse_shell_document(computation.inner, line));
    if (!settled.unknown.empty()) return {"", line, settled.unknown};
    const shell_tree::Computation plain = shell_computation(settled.text);
    if (plain.expression && settled.text.find_first_of("$`") == std::string::npos) {
      ShellWord result = computed_of_names(state, plain, line);
      if (result.assumed.empty()) result.assumed = settled.assumed;
      return result;
    }
  }
  if (of_words || !computation.expression) return {"", line, shown("$((" + computation.inner + "))")};
  return computed_of_names(state, computation, line);
}

}  // namespace shardscope
