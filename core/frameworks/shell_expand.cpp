#include <algorithm>

#include "core/frameworks/expression.h"
#include "core/frameworks/shell_reader.h"

namespace shardscope {

ShellWord ShellReader::read_scalar() {
  const int line = line_;
  ShellWord whole{"", line, ""};
  splitting_ = false;
  for (ShellWord& word : read_word()) {
    if (!whole.text.empty()) whole.text += ' ';
    whole.text += word.text;
    if (whole.unknown.empty()) whole.unknown = word.unknown;
  }
  splitting_ = true;
  return whole;
}

bool ShellReader::ends_word(char c) const {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == ';' || c == '&' || c == '|' || c == '(' || c == ')' ||
         c == '<' || c == '>';
}

ShellWords ShellReader::read_word() {
  Draft draft;
  while (!at_end() && !ends_word(here()) && script_.problems.empty()) {
    const char c = here();
    if (here_is("\\\n") || here_is("\\\r\n")) {
      skip_to_next_line();
    } else if (c == '\\') {
      next();
      if (!at_end()) put(draft, next());
    } else if (c == '\'') {
      single_quotes(draft);
    } else if (c == '"') {
      double_quotes(draft);
    } else if (c == '$') {
      expand(draft, !splitting_);
    } else if (c == '`') {
      backticks(draft);
    } else {
      put(draft, next());
    }
  }
  if (draft.begun || !draft.last.unknown.empty()) draft.done.push_back(std::move(draft.last));
  return std::move(draft.done);
}

void ShellReader::put(Draft& draft, char c) {
  draft.last.text += c;
  draft.begun = true;
}

void ShellReader::single_quotes(Draft& draft) {
  const int line = line_;
  next();
  draft.begun = true;
  while (!at_end() && here() != '\'') draft.last.text += next();
  if (at_end()) return fail(line, "the quote ' that begins here isn't closed");
  next();
}

void ShellReader::double_quotes(Draft& draft) {
  const int line = line_;
  next();
  draft.begun = true;
  while (!at_end() && here() != '"' && script_.problems.empty()) {
    if (here_is("\\\n")) {
      skip_to_next_line();
    } else if (here() == '\\') {
      next();
      if (!at_end()) draft.last.text += next();
    } else if (here() == '$') {
      expand(draft, true);
    } else if (here() == '`') {
      backticks(draft);
    } else {
      draft.last.text += next();
    }
  }
  if (at_end() && script_.problems.empty()) return fail(line, "the quote \" that begins here isn't closed");
  if (!at_end()) next();
}

void ShellReader::backticks(Draft& draft) {
  const int line = line_;
  next();
  while (!at_end() && here() != '`') next();
  if (at_end()) return fail(line, "the quote ` that begins here isn't closed");
  next();
  unknown(draft, "`…`");
}

void ShellReader::unknown(Draft& draft, const std::string& what) {
  if (draft.last.unknown.empty()) draft.last.unknown = what;
}

std::string ShellReader::nested(char open, char close, int line) {
  std::string inner;
  int depth = 1;
  while (!at_end()) {
    const char c = next();
    if (c == open) ++depth;
    if (c == close && --depth == 0) return inner;
    inner += c;
  }
  fail(line, std::string(1, close) + " is wanted for the one that opens here");
  return inner;
}

void ShellReader::expand(Draft& draft, bool whole) {
  const int line = line_;
  next();
  if (here_is("((")) {
    at_ += 2;
    const std::string inner = nested('(', ')', line);
    if (here() == ')') next();
    return arithmetic(draft, inner);
  }
  if (here() == '(') {
    next();
    nested('(', ')', line);
    return unknown(draft, "$(…)");
  }
  if (here() == '{') {
    next();
    return braces(draft, nested('{', '}', line), whole);
  }
  if (is_shell_name_start(here())) {
    std::string name;
    while (!at_end() && is_shell_name(here())) name += next();
    return insert(draft, name, false, whole);
  }
  if (at_end() || ends_word(here()) || here() == '"') return put(draft, '$');
  unknown(draft, std::string("$") + next());  // $1, $@, $?
}

void ShellReader::braces(Draft& draft, const std::string& inner, bool whole) {
  std::size_t end = 0;
  while (end < inner.size() && is_shell_name(inner[end])) ++end;
  const std::string name = inner.substr(0, end);
  std::string rest = inner.substr(end);
  bool array = false;
  for (const char* all : {"[@]", "[*]"})
    if (rest.starts_with(all)) rest.erase(0, 3), array = true;
  if (name.empty() || !is_shell_name_start(name[0])) return unknown(draft, "${" + inner + "}");
  const bool colon = rest.starts_with(":-") || rest.starts_with(":=");
  const bool has_otherwise = colon || rest.starts_with("-") || rest.starts_with("=");
  const auto found = script_.variables.find(name);
  const bool set = found != script_.variables.end() && (!colon || !joined(found->second).text.empty());
  if (has_otherwise && !set) {
    if (depth_ >= depth_max) return fail(line_, "defaults within defaults nest too deeply");
    ShellReader other(std::string_view(rest).substr(colon ? 2 : 1));
    other.script_.variables = script_.variables;
    other.line_ = line_;
    other.depth_ = depth_ + 1;
    const ShellWord value = other.read_scalar();
    draft.begun = true;
    draft.last.text += value.text;
    if (!value.unknown.empty()) unknown(draft, value.unknown);
    return;
  }
  if (!has_otherwise && !rest.empty() && !rest.starts_with(":?")) return unknown(draft, "${" + inner + "}");
  insert(draft, name, array, whole);
}

ShellWord ShellReader::joined(const ShellWords& words) {
  ShellWord all;
  for (const ShellWord& word : words) {
    all.text += (all.text.empty() ? "" : " ") + word.text;
    if (all.unknown.empty()) all.unknown = word.unknown;
  }
  return all;
}

void ShellReader::insert(Draft& draft, const std::string& name, bool array, bool whole) {
  const auto found = script_.variables.find(name);
  if (found == script_.variables.end()) return unknown(draft, "$" + name);
  const ShellWords value = found->second;
  if (array) return insert_words(draft, value);
  if (value.empty()) return;
  const ShellWord& scalar = value.front();
  if (whole) {
    draft.begun = true;
    draft.last.text += scalar.text;
    if (!scalar.unknown.empty()) unknown(draft, scalar.unknown);
    return;
  }
  insert_words(draft, split(scalar));
}

void ShellReader::insert_words(Draft& draft, const ShellWords& words) {
  if (draft.done.size() > limits::shell_words_max) return fail(line_, "a word grows too long");
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) {
      draft.done.push_back(std::move(draft.last));
      draft.last = {};
    }
    draft.last.text += words[i].text;
    draft.last.line = words[i].line;
    if (!words[i].unknown.empty()) unknown(draft, words[i].unknown);
    draft.begun = true;
  }
}

ShellWords ShellReader::split(const ShellWord& scalar) {
  ShellWords words;
  std::size_t at = 0;
  constexpr const char* blanks = " \t\r\n";
  while ((at = scalar.text.find_first_not_of(blanks, at)) != std::string::npos) {
    const std::size_t end = std::min(scalar.text.find_first_of(blanks, at), scalar.text.size());
    words.push_back({scalar.text.substr(at, end - at), scalar.line, ""});
    at = end;
  }
  if (!scalar.unknown.empty() && words.empty()) words.push_back({"", scalar.line, ""});
  if (!scalar.unknown.empty()) words.back().unknown = scalar.unknown;
  return words;
}

void ShellReader::arithmetic(Draft& draft, const std::string& inner) {
  std::string python;
  Names names;
  for (const char c : inner) {
    if (c == '$' || c == '{' || c == '}') continue;
    python += c == '/' ? std::string("//") : std::string(1, c);
  }
  const Outcome<Expression> expression = parse_expression(python);
  if (succeeded(expression))
    for (const std::string& name : names_in(value_of(expression))) {
      const auto found = script_.variables.find(name);
      if (found == script_.variables.end() || found->second.empty()) return unknown(draft, "$" + name);
      if (!found->second.front().unknown.empty()) return unknown(draft, found->second.front().unknown);
      const Outcome<Expression> value = parse_expression(found->second.front().text);
      if (succeeded(value)) names[name] = computed_or_none(value_of(value), {});
    }
  const Value result = succeeded(expression) ? computed_or_none(value_of(expression), names) : Value();
  if (!result.whole()) return unknown(draft, "$((" + inner + "))");
  draft.begun = true;
  draft.last.text += std::to_string(*result.whole());
}

}  // namespace shardscope
