#include "core/frameworks/shell.h"

#include <set>

#include "core/frameworks/shell_reader.h"

namespace shardscope {

namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

/// Words that stand before a command without being one.
bool is_keyword(const std::string& word) {
  static const std::set<std::string> keywords = {"if",    "then",  "else", "elif", "fi", "do",   "done",
                                                 "while", "until", "!",    "{",    "}",  "time", "eval"};
  return keywords.contains(word);
}
bool declares(const std::string& word) {
  return word == "export" || word == "local" || word == "declare" || word == "readonly" || word == "typeset";
}

}  // namespace

ShellScript ShellReader::read() {
  while (!at_end() && script_.problems.empty() && words_ < limits::shell_words_max) step();
  end_command();
  return std::move(script_);
}

void ShellReader::fail(int line, std::string message) {
  script_.problems.push_back({Severity::error, "line " + std::to_string(line), std::move(message), "shell-syntax"});
}

void ShellReader::step() {
  const char c = here();
  if (is_blank(c)) return void(next());
  if (here_is("\\\n") || here_is("\\\r\n")) return skip_to_next_line();
  if (c == '#') return comment();
  if (c == '\n') {
    end_command();
    next();
    return read_documents();
  }
  if (c == ';' || c == '&' || c == '|' || c == '(' || c == ')') {
    end_command();
    return void(next());
  }
  if (c == '<' || c == '>') return redirection();
  if (assignment()) return;
  const int line = line_;
  for (ShellWord& word : read_word()) {
    word.line = word.line == 0 ? line : word.line;
    const bool first = command_.empty();
    if (first && is_keyword(word.text)) continue;
    if (first && declares(word.text)) declaring_ = true;
    if (word.text.size() > limits::shell_word_bytes_max) return fail(line, "a word grows too long");
    ++words_;
    command_.push_back(std::move(word));
  }
}

void ShellReader::skip_to_next_line() {
  while (!at_end() && here() != '\n') ++at_;
  if (!at_end()) next();
}

void ShellReader::comment() {
  constexpr std::string_view slurm = "#SBATCH";
  const bool is_slurm = here_is(slurm);
  const std::size_t begin = at_ + (is_slurm ? slurm.size() : 1);
  while (!at_end() && here() != '\n') ++at_;
  if (!is_slurm) return;
  const ShellWord line{std::string(text_.substr(begin, at_ - begin)), line_, ""};
  for (ShellWord& word : split(line)) script_.slurm.push_back(std::move(word));
}

void ShellReader::end_command() {
  declaring_ = false;
  if (!command_.empty()) script_.commands.push_back(std::move(command_));
  command_.clear();
}

void ShellReader::redirection() {
  const bool document = here_is("<<") && !here_is("<<<");
  while (here() == '<' || here() == '>' || here() == '&' || here() == '-') next();
  while (is_blank(here())) next();
  const int line = line_;
  const ShellWords target = read_word();
  if (document && !target.empty()) documents_.push_back({target.front().text, line});
}

void ShellReader::read_documents() {
  for (const auto& [end, line] : documents_) {
    std::string body;
    bool closed = false;
    while (!at_end() && !closed) {
      std::string row;
      while (!at_end() && here() != '\n') row += next();
      if (!at_end()) next();
      const std::size_t begin = row.find_first_not_of('\t');
      closed = begin != std::string::npos && row.substr(begin) == end;
      if (!closed) body += row + "\n";
    }
    if (!closed) fail(line, "the text that begins here doesn't end with " + shown(end));
    script_.documents.push_back(std::move(body));
  }
  documents_.clear();
}

bool ShellReader::assignment() {
  if (!command_.empty() && !declaring_) return false;
  std::size_t end = at_;
  while (end < text_.size() && is_shell_name(text_[end])) ++end;
  if (end == at_ || !is_shell_name_start(here())) return false;
  const bool appends = text_.substr(end).starts_with("+=");
  if (!appends && (end >= text_.size() || text_[end] != '=')) return false;
  const std::string name(text_.substr(at_, end - at_));
  at_ = end + (appends ? 2 : 1);
  ShellWords value;
  if (here() == '(')
    value = read_array();
  else
    value = {read_scalar()};
  ShellWords& variable = script_.variables[name];
  if (!appends)
    variable = std::move(value);
  else if (value.size() == 1 && variable.size() == 1)
    variable.front().text += value.front().text;
  else
    variable.insert(variable.end(), value.begin(), value.end());
  words_ += variable.size();
  if (!variable.empty() && variable.front().text.size() > limits::shell_word_bytes_max)
    fail(line_, "$" + name + " grows too long");
  return true;
}

ShellWords ShellReader::read_array() {
  const int line = line_;
  next();
  ShellWords all;
  while (!at_end() && here() != ')' && script_.problems.empty()) {
    if (is_blank(here()) || here() == '\n') {
      next();
    } else if (here_is("\\\n") || here_is("\\\r\n")) {
      skip_to_next_line();
    } else if (here() == '#') {
      comment();
    } else {
      const std::size_t before = at_;
      const int word_line = line_;
      if (all.size() > limits::shell_words_max) return fail(line, "the list that begins here grows too long"), all;
      for (ShellWord& word : read_word()) {
        word.line = word.line == 0 ? word_line : word.line;
        all.push_back(std::move(word));
      }
      if (at_ == before) next();  // a sign that begins no word
    }
  }
  if (at_end() && script_.problems.empty()) fail(line, "the list that begins here isn't closed; ) is wanted");
  if (!at_end()) next();
  return all;
}

ShellScript read_shell(std::string_view text) {
  return ShellReader(text).read();
}

}  // namespace shardscope
