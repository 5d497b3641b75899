// Branches, loops and functions. Where a condition hangs on what isn't known here: a name that the script doesn't set
// counts as empty and an argument as not given; a condition that stays open is taken to hold; a branch that would end
// the script isn't taken. Each such choice is listed, where it changes a variable or a flag.
#include <algorithm>

#include "core/base/number_text.h"
#include "core/shell/shell_reader.h"

namespace shardscope {

namespace {

std::string line_words(int line) {
  return "line " + std::to_string(line);
}

/// The word, or the numbers of {1..3}.
void add_counted(ShellWords& words, ShellWord word) {
  const std::string_view text = word.text;
  const std::size_t dots = text.find("..");
  const bool braces = text.size() > 5 && text.front() == '{' && text.back() == '}' && dots != std::string_view::npos;
  const auto first = braces ? parse_whole(text.substr(1, dots - 1)) : std::nullopt;
  const auto last = braces ? parse_whole(text.substr(dots + 2, text.size() - dots - 3)) : std::nullopt;
  if (!first || !last || *first < 0 || *last < *first || *last - *first >= limits::shell_rounds_max)
    return words.push_back(std::move(word));
  for (std::int64_t number = *first; number <= *last; ++number)
    words.push_back({std::to_string(number), word.line, ""});
}

}  // namespace

ShellReader::Skipped ShellReader::skip(const std::function<void()>& parse) {
  const bool was_active = active_, had_exit = saw_exit_;
  const std::size_t touches = touches_;
  active_ = saw_exit_ = false;
  parse();
  const Skipped skipped{saw_exit_, touches_ != touches};
  active_ = was_active, saw_exit_ = had_exit;
  return skipped;
}

ShellReader::Skipped ShellReader::look_ahead(const std::function<void()>& parse) {
  const Place begin = place();
  const std::vector<Announced> documents = documents_;
  const Skipped skipped = skip(parse);
  reread(begin);
  documents_ = documents;
  go(begin);
  return skipped;
}

void ShellReader::reread(Place from) {
  reread_ += at_ - std::min(from.at, at_) + 1;
  if (reread_ > limits::shell_reread_max) fail(from.line, "it loops longer than any launch does");
}

void ShellReader::maybe(bool runs, const std::function<void()>& parse) {
  if (runs)
    parse();
  else
    skip(parse);
}

bool ShellReader::expect(std::string_view word, int line, std::string_view opener) {
  skip_separators();
  if (stopped()) return false;
  if (keyword() == word) return at_ += word.size(), true;
  fail(line, "the " + std::string(opener) + " that begins here isn't closed; " + std::string(word) + " is wanted");
  return false;
}

void ShellReader::note(int line, std::string message) {
  Problem notice{Severity::hint, line_words(line), std::move(message), "assumed-branch"};
  const auto& all = script_.notices;
  if (std::find(all.begin(), all.end(), notice) == all.end()) script_.notices.push_back(std::move(notice));
}

bool ShellReader::taken(const ShellTruth& truth, bool exits) {
  const bool holds = truth.holds.value_or(true);
  return holds && (truth.depends.empty() || !exits);
}

void ShellReader::say_taken(int line, const ShellTruth& truth, bool holds) {
  if (truth.depends.empty()) return;
  note(line, "this hangs on " + truth.depends + ", known only when the script runs; it is taken " +
                 (holds ? "to hold" : "not to hold"));
}

ShellTruth ShellReader::if_clause() {
  struct Choice {
    int line;
    ShellTruth truth;
    bool holds;
  };
  const int line = line_;
  const std::size_t touches = touches_;
  std::vector<Choice> choices;
  bool open = active_;  // no branch was taken yet
  for (std::string_view word = "if"; word == "if" || word == "elif"; word = keyword()) {
    at_ += word.size();
    skip_blanks();
    const int condition_line = line_;
    ShellTruth truth;
    maybe(open, [&] { truth = list(); });
    if (!expect("then", line, "if")) return {};
    const Skipped ahead = open ? look_ahead([&] { list(); }) : Skipped{};
    const bool holds = open && taken(truth, ahead.exits);
    if (open && !truth.depends.empty()) choices.push_back({condition_line, truth, holds});
    maybe(holds, [&] { list(); });
    if (stopped()) break;
    open = open && !holds;
  }
  if (!stopped() && keyword() == "else") {
    at_ += 4;
    maybe(open, [&] { list(); });
  }
  if (touches_ != touches)
    for (const Choice& choice : choices) say_taken(choice.line, choice.truth, choice.holds);
  expect("fi", line, "if");
  return {};
}

bool ShellReader::case_branch(std::vector<Branch>& branches, int line) {
  skip_separators();
  if (at_end() || stopped() || keyword() == "esac") return false;
  Branch branch;
  if (here() == '(') next();
  for (skip_blanks(); !at_end() && here() != ')' && script_.problems.empty(); skip_blanks()) {
    const std::size_t before = at_;
    if (here() == '|')
      next();
    else
      branch.patterns.push_back(read_scalar());
    if (at_ == before) return fail(line, "the case that begins here isn't closed; esac is wanted"), false;
  }
  if (!at_end()) next();
  branch.body = place();
  branch.exits = skip([&] { list(); }).exits;
  while (here() == ';' || here() == '&') next();
  branches.push_back(std::move(branch));
  return true;
}

const ShellReader::Branch* ShellReader::chosen_branch(const std::vector<Branch>& branches, const ShellWord& word,
                                                      int line) {
  const bool open = is_open(word);
  const std::string doubt = doubt_of(word);
  const auto matches = [&](const Branch& branch) {
    return std::any_of(branch.patterns.begin(), branch.patterns.end(),
                       [&](const ShellWord& pattern) { return matches_pattern(word.text, pattern.text); });
  };
  auto found = branches.end();
  if (!open) found = std::find_if(branches.begin(), branches.end(), matches);
  const bool ends = found != branches.end() && found->exits;
  if (!doubt.empty() && (open || ends || found == branches.end()))
    found = std::find_if(branches.begin(), branches.end(), [](const Branch& branch) { return !branch.exits; });
  if (!doubt.empty())
    note(line, "which branch is taken hangs on " + doubt + ", known only when the script runs; " +
                   (found == branches.end() ? std::string("none is taken")
                                            : "the one for " + shown(joined(found->patterns).text) + " is taken, " +
                                                  line_words(found->body.line)));
  return found == branches.end() ? nullptr : &*found;
}

ShellTruth ShellReader::case_clause() {
  const int line = line_;
  at_ += 4;
  skip_blanks();
  const ShellWord word = read_scalar();
  if (!expect("in", line, "case")) return {};
  const std::size_t touches = touches_;
  std::vector<Branch> branches;
  while (case_branch(branches, line)) {
  }
  if (!expect("esac", line, "case") || !active_) return {};
  const Place end = place();
  const std::size_t notices = script_.notices.size();
  const Branch* branch = chosen_branch(branches, word, line);
  if (touches_ == touches) script_.notices.resize(notices);
  if (branch == nullptr) return {};
  go(branch->body);
  list();
  reread(branch->body);
  go(end);
  return {};
}

bool ShellReader::round(Place body) {
  go(body);
  list();
  reread(body);
  continuing_ = false;
  return !stopped();
}

ShellTruth ShellReader::for_clause() {
  const int line = line_;
  at_ += keyword().size();
  skip_blanks();
  ShellWords values;
  std::string name;
  if (here_is("((")) {
    at_ += 2;
    nested('(', ')', line);
    if (here() == ')') next();
    values.push_back({"", line, "(( ))"});
  } else {
    while (!at_end() && is_shell_name(here())) name += next();
    skip_blanks();
    if (keyword() == "in") {
      at_ += 2;
      for (skip_blanks(); !at_end() && !ends_word(here()); skip_blanks())
        for (ShellWord& word : read_word()) add_counted(values, std::move(word));
    } else {
      values = arguments_.value_or(ShellWords{});
    }
  }
  if (!expect("do", line, "for")) return {};
  const Place body = place();
  const Skipped ahead = skip([&] { list(); });
  if (!expect("done", line, "for") || !active_) return {};
  const Place end = place();
  for (const ShellWord& value : values) {
    if (!value.unknown.empty() && ahead.touches)
      note(line, "this loop runs over " + value.unknown + ", known only when the script runs; it is read once");
    if (!name.empty()) script_.variables[name] = {value};
    if (!round(body)) break;
  }
  breaking_ = false;
  go(end);
  return {};
}

ShellTruth ShellReader::while_clause(bool until) {
  const int line = line_;
  at_ += 5;
  const Place condition = place();
  Place body, end;
  const Skipped ahead = skip([&] {
    list();
    if (!expect("do", line, until ? "until" : "while")) return;
    body = place();
    list();
    expect("done", line, until ? "until" : "while");
    end = place();
  });
  if (!active_ || stopped()) return {};
  for (int rounds = 0;; ++rounds) {
    if (rounds >= limits::shell_rounds_max) {
      note(line, "this loop is read " + std::to_string(rounds) + " times and then left");
      break;
    }
    go(condition);
    skip_blanks();
    const bool forever = keyword() == "true" || here() == ':';
    ShellTruth truth = list();
    if (stopped()) break;
    if (until) truth = negated(truth);
    const bool certain = truth.holds && truth.depends.empty();
    const bool holds = until && truth.of_command ? true : taken(truth, ahead.exits);
    if (!certain && ahead.touches && rounds == 0) say_taken(line, truth, holds);
    if (!holds || !round(body) || forever || !certain) break;
  }
  breaking_ = false;
  go(end);
  return {};
}

ShellTruth ShellReader::group(char close) {
  const int line = line_;
  next();
  const ShellTruth status = list();
  if (stopped()) return status;
  skip_separators();
  if (here() == close)
    next();
  else
    fail(line, std::string(1, close) + " is wanted for the one that opens here");
  return status;
}

ShellTruth ShellReader::condition_brackets() {
  const int line = line_;
  at_ += 2;
  ShellWords words;
  splitting_ = false;
  for (skip_blanks(); !at_end() && !here_is("]]") && script_.problems.empty(); skip_blanks()) {
    const std::size_t before = at_;
    if (here() == '\n') {
      next();
      continue;
    }
    for (const std::string_view sign : {"&&", "||", "(", ")", "<", ">"})
      if (at_ == before && here_is(sign)) {
        words.push_back({std::string(sign), line_, ""});
        at_ += sign.size();
      }
    if (at_ != before) continue;
    const bool compares =
        !words.empty() && (words.back().text == "=" || words.back().text == "==" || words.back().text == "!=");
    const bool quoted = here() == '"' || here() == '\'';
    ShellWords parts = read_word();
    words.push_back(parts.empty() ? ShellWord{"", line_, ""} : joined(parts));
    if (compares && quoted) words.back().text = literal_pattern(words.back().text);
    if (at_ == before) next();
  }
  splitting_ = true;
  if (at_end() && script_.problems.empty()) fail(line, "]] is wanted for the one that opens here");
  if (!at_end()) at_ = std::min(at_ + 2, text_.size());
  return active_ ? condition_of(words, true) : ShellTruth{};
}

ShellTruth ShellReader::arithmetic_condition() {
  const int line = line_;
  at_ += 2;
  const std::string inner = nested('(', ')', line);
  if (here() == ')') next();
  if (!active_ || set_computed(inner)) return {};
  const ShellWord result = computed(inner);
  if (!result.unknown.empty()) return {std::nullopt, result.unknown};
  return {result.text != "0", result.assumed};
}

void ShellReader::function(const std::string& name) {
  skip_separators();
  const Place begin = place();
  const Skipped body = skip([&] { command(); });
  if (active_) functions_[name] = {begin, body.exits, false};
}

void ShellReader::call(const std::string& name, ShellWords arguments) {
  if (calls_ >= limits::shell_calls_max) return fail(line_, shown(name) + " calls itself");
  const Place back = place();
  const std::vector<Announced> documents = std::move(documents_);
  documents_.clear();
  std::optional<ShellWords> outer = std::move(arguments_);
  arguments_ = std::move(arguments);
  ++calls_;
  functions_[name].called = true;
  const Place begin = functions_[name].begin;
  go(begin);
  command();
  reread(begin);
  --calls_;
  returning_ = false;
  arguments_ = std::move(outer);
  documents_ = documents;
  go(back);
}

void ShellReader::call_main() {
  ended_ = returning_ = breaking_ = continuing_ = false;
  const auto has_flags = [](const ShellWords& words) {
    return std::any_of(words.begin(), words.end(),
                       [](const ShellWord& word) { return word.text.find("--") != std::string::npos; });
  };
  if (std::any_of(script_.commands.begin(), script_.commands.end(), has_flags)) return;
  const std::map<std::string, Function> all = functions_;
  for (const auto& [name, function] : all)
    if (!function.called && !function.exits && script_.problems.empty()) {
      note(function.begin.line, "nothing calls " + shown(name) + "; it is read as if the script did");
      call(name, {});
    }
}

}  // namespace shardscope
