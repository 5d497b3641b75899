// Where in a script's text its parser is, and what stopped it.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/problem.h"

namespace shardscope {

[[nodiscard]] inline Problem shell_problem(int line, std::string message) {
  return {Severity::error, TextPlace{{}, line, {}}, std::move(message), "shell-syntax"};
}

[[nodiscard]] constexpr bool is_shell_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}
[[nodiscard]] constexpr bool ends_shell_word(char c) {
  return is_shell_blank(c) || std::string_view("\n;&|()<>").find(c) != std::string_view::npos;
}

/// Behind a quote's sign, where the quote ends; within double quotes a $( … ) has quotes of its own. Nothing where it
/// doesn't end. `escapes`: as in $'it\'s', where \ takes the meaning from a ' too.
[[nodiscard]] std::optional<std::size_t> closing_quote(std::string_view text, std::size_t at, char quote, int depth,
                                                       bool escapes = false);

/// Where the parenthesis closes that was opened before `at`.
[[nodiscard]] inline std::optional<std::size_t> closing_parenthesis(std::string_view text, std::size_t at, int depth) {
  constexpr int depth_max = 40;
  for (int open = 1; at < text.size() && depth < depth_max; ++at) {
    const char c = text[at];
    if (c == '(') ++open;
    if (c == ')' && --open == 0) return at;
    if (c == '\\') ++at;
    if (c != '\'' && c != '"') continue;
    const bool escapes = c == '\'' && at > 0 && text[at - 1] == '$';
    const std::optional<std::size_t> end = closing_quote(text, at + 1, c, depth, escapes);
    if (!end) return std::nullopt;
    at = *end;
  }
  return std::nullopt;
}

inline std::optional<std::size_t> closing_quote(std::string_view text, std::size_t at, char quote, int depth,
                                                bool escapes) {
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == quote) return at;
    if (quote == '\'' && escapes && c == '\\') ++at;
    if (quote == '\'') continue;
    if (c == '\\') ++at;
    if (c != '$' || !text.substr(at).starts_with("$(")) continue;
    const std::optional<std::size_t> end = closing_parenthesis(text, at + 2, depth + 1);
    if (!end) return std::nullopt;
    at = *end;
  }
  return std::nullopt;
}

struct ShellCursor {
  std::string_view text;
  int line = 1;
  std::size_t at = 0;
  std::optional<Problem> problem = {};  // the first
  bool counts_lines = true;

  [[nodiscard]] bool at_end() const { return at >= text.size(); }
  [[nodiscard]] bool stopped() const { return at_end() || problem; }
  [[nodiscard]] char here() const { return at_end() ? '\0' : text[at]; }
  [[nodiscard]] bool here_is(std::string_view sign) const { return text.substr(at).starts_with(sign); }
  [[nodiscard]] bool at_continuation() const { return here_is("\\\n") || here_is("\\\r\n"); }

  char next() {
    if (here() == '\n' && counts_lines) ++line;
    return text[at++];
  }

  void fail(int where, std::string message) {
    if (!problem) problem = shell_problem(where, std::move(message));
  }

  void to_line_end() { at = std::min(text.find('\n', at), text.size()); }

  void skip_to_next_line() {
    to_line_end();
    if (!at_end()) next();
  }

  void skip_blanks() {
    while (!at_end())
      if (is_shell_blank(here()))
        next();
      else if (at_continuation())
        skip_to_next_line();
      else
        return;
  }

  /// Text up to the closing sign that matches the opening one just read. Parentheses within quotes don't count, where
  /// the quotes end.
  std::string nested(char open, char close, int opened) {
    const std::size_t begin = at;
    if (const auto end = open == '(' ? closing_parenthesis(text, begin, 0) : std::nullopt) {
      while (at <= *end) next();
      return std::string(text.substr(begin, *end - begin));
    }
    for (int depth = 1; !at_end();) {
      const char c = next();
      if (c == open) ++depth;
      if (c == close && --depth == 0) return std::string(text.substr(begin, at - 1 - begin));
    }
    fail(opened, std::string(1, close) + " is wanted for the one that opens here");
    return std::string(text.substr(begin));
  }
};

}  // namespace shardscope
