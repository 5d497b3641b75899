#include <algorithm>
#include <utility>

#include "core/base/number_text.h"
#include "core/frameworks/expression.h"
#include "core/shell/shell_code.h"
#include "core/shell/shell_reader.h"

namespace shardscope {

namespace {

constexpr int depth_max = 20;  // of defaults within defaults

}  // namespace

ShellWord ShellReader::read_scalar() {
  const int line = line_;
  const bool splits = splitting_;
  splitting_ = false;
  ShellWord whole = joined(read_word());
  whole.line = line;
  splitting_ = splits;
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
      if (!at_end()) put(draft, here()), next();
    } else if (c == '\'') {
      single_quotes(draft);
    } else if (c == '"') {
      double_quotes(draft);
    } else if (c == '$') {
      expand(draft, !splitting_);
    } else if (c == '`') {
      backticks(draft);
    } else {
      put(draft, here()), next();
    }
  }
  if (draft.begun || !draft.last.unknown.empty()) draft.done.push_back(std::move(draft.last));
  return std::move(draft.done);
}

void ShellReader::put_text(ShellWord& word, std::string_view text, int line) {
  if (line > 0 && (word.marks.empty() || word.marks.back().line != line))
    word.marks.push_back({word.text.size(), line, {}});
  word.text += text;
}

void ShellReader::put_word(ShellWord& word, const ShellWord& more) {
  const std::size_t begin = word.text.size();
  const auto add = [&](ShellMark mark) {
    const bool same = !word.marks.empty() && word.marks.back() == mark;
    if (!same && word.marks.size() < limits::shell_word_bytes_max) word.marks.push_back(std::move(mark));
  };
  if (more.marks.empty() && more.line > 0) add({begin, more.line, {}});
  for (const ShellMark& mark : more.marks) add({begin + mark.at, mark.line, mark.unknown, mark.code, mark.quoted});
  word.text += more.text;
  if (word.unknown.empty() || is_unset_name(word.unknown))
    if (!more.unknown.empty()) word.unknown = more.unknown;
  if (word.assumed.empty()) word.assumed = more.assumed;
}

void ShellReader::put(Draft& draft, char c) const {
  put_text(draft.last, std::string_view(&c, 1), line_);
  draft.begun = true;
}

void ShellReader::single_quotes(Draft& draft) {
  const int line = line_;
  next();
  draft.begun = true;
  while (!at_end() && here() != '\'') put(draft, here()), next();
  if (at_end()) return fail(line, "the quote ' that begins here isn't closed");
  next();
}

void ShellReader::double_quotes(Draft& draft) {
  const int line = line_;
  const bool outside = std::exchange(quoted_, true);
  next();
  draft.begun = true;
  while (!at_end() && here() != '"' && script_.problems.empty()) {
    if (here_is("\\\n")) {
      skip_to_next_line();
    } else if (here() == '\\') {
      next();
      if (!at_end()) put(draft, here()), next();
    } else if (here() == '$') {
      expand(draft, true);
    } else if (here() == '`') {
      backticks(draft);
    } else {
      put(draft, here()), next();
    }
  }
  quoted_ = outside;
  if (at_end() && script_.problems.empty()) return fail(line, "the quote \" that begins here isn't closed");
  if (!at_end()) next();
}

void ShellReader::backticks(Draft& draft) {
  const int line = line_;
  std::string code(1, next());
  while (!at_end() && here() != '`') code += next();
  if (at_end()) return fail(line, "the quote ` that begins here isn't closed");
  next();
  unknown(draft, "`…`", code + "`");
}

void ShellReader::unknown(Draft& draft, const std::string& what, const std::string& code) const {
  if (!active_) return;
  const std::string name = shown(what);
  draft.last.marks.push_back({draft.last.text.size(), line_, name, settled(code), quoted_});
  if (draft.last.unknown.empty() || is_unset_name(draft.last.unknown)) draft.last.unknown = name;
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
    return arithmetic(draft, inner, "$((" + inner + "))");
  }
  if (here() == '(') {
    next();
    const std::string inner = nested('(', ')', line);
    const std::size_t begin = std::min(inner.find_first_not_of(" \t"), inner.size());
    if (!std::string_view(inner).substr(begin).starts_with("expr ")) return unknown(draft, "$(…)", "$(" + inner + ")");
    return arithmetic(draft, inner.substr(begin + 5), "$(" + inner + ")");
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
  const std::string name(1, next());  // 1, @, #, ?
  insert(draft, name, name == "@", whole && name != "@");
}

bool ShellReader::count_of(Draft& draft, const std::string& inner) {
  if (!inner.starts_with('#') || inner.size() < 2) return false;
  const std::size_t bracket = inner.find('[');
  const std::optional<ShellWords> value = value_of_name(inner.substr(1, bracket - 1));
  if (!value || !joined(*value).unknown.empty()) return unknown(draft, "${" + inner + "}", "${" + inner + "}"), true;
  const std::size_t count = bracket != std::string::npos ? value->size() : joined(*value).text.size();
  put_text(draft.last, std::to_string(count), line_);
  return draft.begun = true;
}

void ShellReader::otherwise(Draft& draft, const std::string& name, const std::string& text, bool assigns, bool whole) {
  if (++depth_ > depth_max) return fail(line_, "its defaults nest too deeply");
  ShellReader inside(text);
  inside.outer_ = outer_ != nullptr ? outer_ : &script_.variables;
  inside.arguments_ = arguments_;
  inside.depth_ = depth_;
  inside.line_ = line_;
  inside.active_ = active_;
  inside.quoted_ = quoted_;
  ShellWords words;
  while (!inside.at_end() && inside.script_.problems.empty()) {
    const std::size_t before = inside.at_;
    for (ShellWord& word : inside.read_word()) words.push_back(std::move(word));
    if (inside.at_ == before) inside.next();
  }
  --depth_;
  for (Problem& problem : inside.script_.problems) script_.problems.push_back(std::move(problem));
  for (ShellWord& word : words)
    if (word.assumed.empty()) word.assumed = "$" + name;
  if (assigns && active_) script_.variables[name] = {joined(words)};
  if (whole) {
    draft.begun = true;
    put_word(draft.last, joined(words));
  } else {
    insert_words(draft, words);
  }
  if (draft.last.assumed.empty()) draft.last.assumed = "$" + name;
}

void ShellReader::braces(Draft& draft, const std::string& inner, bool whole) {
  if (!active_ || count_of(draft, inner)) return;
  std::size_t end = 0;
  while (end < inner.size() && is_shell_name(inner[end])) ++end;
  if (end == 0 && (inner.starts_with('@') || inner.starts_with('*'))) end = 1;
  const std::string name = inner.substr(0, end);
  std::string rest = inner.substr(end);
  bool array = name == "@";
  const bool star = rest.starts_with("[*]");
  if (star || rest.starts_with("[@]")) rest.erase(0, 3), array = true;
  const bool number = !name.empty() && std::all_of(name.begin(), name.end(), is_shell_digit);
  const bool names = !name.empty() && (number || name == "@" || name == "*" || is_shell_name_start(name[0]));
  if (!names) return unknown(draft, "${" + inner + "}", "${" + inner + "}");
  const bool colon = rest.starts_with(":");
  const std::string_view sign = std::string_view(rest).substr(colon ? 1 : 0, 1);
  const std::string text = rest.substr(std::min<std::size_t>(rest.size(), colon ? 2 : 1));
  const std::optional<ShellWords> value = value_of_name(name);
  const bool set = value && (!colon || !joined(*value).text.empty() || !joined(*value).unknown.empty());
  if (!set && (sign == "-" || sign == "=")) return otherwise(draft, name, text, sign == "=", whole && !array);
  if (sign == "+" && set) return otherwise(draft, name, text, false, whole && !array);
  if (sign == "+") return void(draft.last.assumed = draft.last.assumed.empty() ? "$" + name : draft.last.assumed);
  if (!rest.empty() && sign != "-" && sign != "=" && sign != "?")
    return unknown(draft, "${" + inner + "}", "${" + inner + "}");
  if (star && whole && value) return draft.begun = true, put_word(draft.last, joined(*value));
  insert(draft, name, array, whole);
}

ShellWord ShellReader::joined(const ShellWords& words) {
  ShellWord all;
  for (const ShellWord& word : words) {
    if (!all.text.empty()) all.text += ' ';
    put_word(all, word);
  }
  if (!words.empty()) all.line = words.front().line;
  return all;
}

std::optional<ShellWords> ShellReader::value_of_name(const std::string& name) const {
  if (arguments_ && !name.empty()) {
    if (name == "@" || name == "*") return *arguments_;
    if (name == "#") return ShellWords{{std::to_string(arguments_->size()), line_, ""}};
    if (const std::optional<std::int64_t> number = parse_whole(name); number && *number > 0) {
      const auto at = static_cast<std::size_t>(*number) - 1;
      return at < arguments_->size() ? ShellWords{(*arguments_)[at]} : ShellWords{};
    }
  }
  const auto found = script_.variables.find(name);
  if (found != script_.variables.end()) return found->second;
  if (outer_ != nullptr)
    if (const auto outer = outer_->find(name); outer != outer_->end()) return outer->second;
  const bool of_slurm = name.starts_with("SLURM_") && !script_.slurm.empty();
  if (of_slurm) return ShellWords{{"", line_, "$(" + name + ")", "", {{0, line_, "$(" + name + ")", "$" + name}}}};
  return std::nullopt;
}

void ShellReader::insert(Draft& draft, const std::string& name, bool array, bool whole) {
  if (!active_) return;
  const std::optional<ShellWords> value = value_of_name(name);
  if (!value) return unknown(draft, "$" + name, "$" + name);
  if (array && (quoted_ || !splitting_)) return insert_words(draft, *value);
  if (array) {
    ShellWords parts;
    for (const ShellWord& word : *value)
      for (ShellWord& part : split_words(word)) parts.push_back(std::move(part));
    return insert_words(draft, parts);
  }
  if (value->empty()) return;
  ShellWord scalar = name == "*" ? joined(*value) : value->front();
  if (whole) {
    draft.begun = true;
    for (ShellMark& mark : scalar.marks) mark.quoted = true;
    return put_word(draft.last, scalar);
  }
  insert_words(draft, split_words(scalar));
}

void ShellReader::insert_words(Draft& draft, const ShellWords& words) {
  if (draft.done.size() > limits::shell_words_max) return fail(line_, "a word grows too long");
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) {
      draft.done.push_back(std::move(draft.last));
      draft.last = {};
    }
    put_word(draft.last, words[i]);
    draft.last.line = words[i].line;
    draft.begun = true;
  }
}

ShellWords split_words(const ShellWord& word) {
  ShellWords words;
  constexpr const char* blanks = " \t\r\n";
  int line = word.line;
  auto mark = word.marks.begin();
  std::size_t begin = 0;  // of the piece
  const auto pass = [&](std::size_t end, bool inclusive, ShellWord* piece) {
    for (; mark != word.marks.end() && (mark->at < end || (inclusive && mark->at == end)); ++mark) {
      if (mark->line > 0) line = mark->line;
      if (mark->unknown.empty()) continue;
      if (piece == nullptr)
        words.push_back({"", line, mark->unknown, "", {{0, line, mark->unknown, mark->code}}});
      else if (piece->marks.empty())
        piece->marks = {{0, piece->line, {}}, {mark->at - begin, line, mark->unknown, mark->code}};
      else
        piece->marks.push_back({mark->at - begin, line, mark->unknown, mark->code});
      if (piece != nullptr && piece->unknown.empty()) piece->unknown = mark->unknown;
    }
  };
  for (std::size_t at = word.text.find_first_not_of(blanks); at != std::string::npos;) {
    const std::size_t end = std::min(word.text.find_first_of(blanks, at), word.text.size());
    pass(at, false, nullptr);
    while (mark != word.marks.end() && mark->at == at && mark->unknown.empty()) line = (mark++)->line;
    ShellWord piece{word.text.substr(at, end - at), line, "", word.assumed};
    begin = at;
    pass(end, true, &piece);
    words.push_back(std::move(piece));
    at = word.text.find_first_not_of(blanks, end);
  }
  pass(word.text.size(), true, nullptr);
  const bool marked =
      std::any_of(word.marks.begin(), word.marks.end(), [](const ShellMark& each) { return !each.unknown.empty(); });
  if (!word.unknown.empty() && !marked) {
    if (words.empty()) words.push_back({"", word.line, ""});
    words.back().unknown = word.unknown;
  }
  return words;
}

ShellWord ShellReader::computed(const std::string& inner) const {
  std::string python;
  for (std::size_t i = 0; i < inner.size(); ++i) {
    const char c = inner[i];
    const bool doubled = i + 1 < inner.size() && inner[i + 1] == c;
    if (c == '$' || c == '{' || c == '}' || c == '\\' || c == '"') continue;
    if ((c == '&' || c == '|') && doubled)
      python += c == '&' ? " and " : " or ", ++i;
    else
      python += c == '/' ? std::string("//") : std::string(1, c);
  }
  ShellWord result{"", line_, ""};
  Names names;
  const Outcome<Expression> expression = parse_expression(python);
  if (!succeeded(expression)) return result.unknown = shown("$((" + inner + "))"), result;
  for (const std::string& name : names_in(value_of(expression))) {
    const std::optional<ShellWords> value = value_of_name(name);
    if (!value || value->empty()) return result.unknown = "$" + name, result;
    const ShellWord& word = value->front();
    if (!word.unknown.empty()) return result.unknown = word.unknown, result;
    if (result.assumed.empty()) result.assumed = word.assumed;
    const Outcome<Expression> number = parse_expression(word.text);
    if (succeeded(number)) names[name] = computed_or_none(value_of(number), {});
  }
  const Value value = computed_or_none(value_of(expression), names);
  if (value.toggle() != nullptr) return result.text = *value.toggle() ? "1" : "0", result;
  if (!value.whole()) return result.unknown = shown("$((" + inner + "))"), result;
  result.text = std::to_string(*value.whole());
  return result;
}

void ShellReader::arithmetic(Draft& draft, const std::string& inner, const std::string& code) {
  if (!active_) return;
  const ShellWord result = computed(inner);
  if (!result.unknown.empty()) return unknown(draft, result.unknown, code);
  draft.begun = true;
  put_word(draft.last, result);
}

}  // namespace shardscope
