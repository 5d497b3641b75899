#include "core/shell/shell.h"

#include <algorithm>
#include <set>

#include "core/shell/shell_reader.h"

namespace shardscope {

namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

/// Words that stand before a command without being one.
bool is_prefix(const std::string& word) {
  return word == "time" || word == "eval" || word == "exec" || word == "command";
}
bool declares(const std::string& word) {
  return word == "export" || word == "local" || word == "declare" || word == "readonly" || word == "typeset";
}

}  // namespace

ShellScript ShellReader::read() {
  while (!at_end() && script_.problems.empty() && words_ < limits::shell_words_max) {
    list();
    if (ended_) break;
    returning_ = breaking_ = continuing_ = false;
    // A fi or done without its beginning: of a piece that was cut out of a script.
    const std::size_t stray = keyword().size();
    for (std::size_t i = 0; i < std::max<std::size_t>(stray, 1) && !at_end(); ++i) next();
  }
  call_main();
  if (words_ >= limits::shell_words_max && script_.problems.empty())
    fail(line_, "it comes to more words than any launch does");
  return std::move(script_);
}

void ShellReader::fail(int line, std::string message) {
  script_.problems.push_back({Severity::error, "line " + std::to_string(line), std::move(message), "shell-syntax"});
}

bool ShellReader::stopped() const {
  return ended_ || returning_ || breaking_ || continuing_ || !script_.problems.empty() ||
         words_ >= limits::shell_words_max;
}

std::string_view ShellReader::keyword() const {
  std::size_t end = at_;
  if (here() == '{' || here() == '}' || here() == '!') return text_.substr(at_, 1);
  if (here_is("[[")) return text_.substr(at_, 2);
  while (end < text_.size() && text_[end] >= 'a' && text_[end] <= 'z') ++end;
  return end == text_.size() || ends_word(text_[end]) ? text_.substr(at_, end - at_) : std::string_view();
}

bool ShellReader::at_list_end() const {
  static const std::set<std::string_view> ends = {"then", "else", "elif", "fi", "do", "done", "esac", "}"};
  return here() == ')' || here_is(";;") || here_is(";&") || ends.contains(keyword());
}

ShellTruth ShellReader::list() {
  ShellTruth status;
  for (skip_separators(); !at_end() && !stopped() && !at_list_end(); skip_separators()) status = and_or();
  return status;
}

ShellTruth ShellReader::and_or() {
  ShellTruth status = pipeline();
  for (skip_blanks(); !stopped() && (here_is("&&") || here_is("||")); skip_blanks()) {
    const bool both = here() == '&';
    const int line = line_;
    at_ += 2;
    for (skip_blanks(); here() == '\n'; skip_blanks()) end_line();
    if (at_end() || at_list_end()) break;
    if (!active_) {
      pipeline();
      continue;
    }
    const bool granted = status.of_command && both;  // cd there && run it
    const Skipped ahead = status.depends.empty() || granted ? Skipped{} : look_ahead([&] { pipeline(); });
    bool holds = status.holds.value_or(true);
    if (ahead.exits && holds == both) holds = !holds;
    if (ahead.touches) say_taken(line, status, holds);
    const bool runs = holds == both;
    ShellTruth after;
    maybe(runs, [&] { after = pipeline(); });
    if (runs) status = after;
  }
  return status;
}

ShellTruth ShellReader::pipeline() {
  bool turned = false;
  for (skip_blanks(); keyword() == "!"; turned = !turned) next(), skip_blanks();
  ShellTruth status = command();
  for (skip_blanks(); here() == '|' && !here_is("||") && !stopped(); skip_blanks()) {
    next();
    if (here() == '&') next();
    for (skip_blanks(); here() == '\n'; skip_blanks()) end_line();
    if (at_end() || at_list_end()) break;
    status = command();
  }
  return turned ? negated(status) : status;
}

ShellTruth ShellReader::command() {
  const int line = line_;
  if (nesting_ > limits::shell_nesting_max)
    return fail(line, "it nests more deeply than any launch does"), ShellTruth{};
  ++nesting_;
  ShellTruth status;
  const std::string word(keyword());
  const std::size_t begin = at_;
  if (word == "if")
    status = if_clause();
  else if (word == "case")
    status = case_clause();
  else if (word == "for" || word == "select")
    status = for_clause();
  else if (word == "while" || word == "until")
    status = while_clause(word == "until");
  else if (word == "[[")
    status = condition_brackets();
  else if (here_is("(("))
    status = arithmetic_condition();
  else if (here() == '(' || word == "{")
    status = group(here() == '(' ? ')' : '}');
  else
    status = simple_command();
  for (skip_blanks(); at_redirection() && !stopped(); skip_blanks()) redirection();
  if (at_ == begin && !at_end() && !stopped()) next();  // a sign that begins no command
  --nesting_;
  return status;
}

ShellTruth ShellReader::simple_command() {
  const int line = line_;
  const ShellWords outer = std::move(command_);
  const std::map<std::string, Prefix> outer_prefixes = std::move(prefixes_);
  command_.clear();
  prefixes_.clear();
  declaring_ = false;
  words_of_command();
  declaring_ = false;
  ShellWords words = std::move(command_);
  std::map<std::string, Prefix> prefixes = std::move(prefixes_);
  command_ = outer;
  prefixes_ = outer_prefixes;
  if (!words.empty()) return run_command(std::move(words), line, std::move(prefixes));
  swap_in(prefixes);
  return {};
}

void ShellReader::words_of_command() {
  for (skip_blanks(); !at_end() && !stopped(); skip_blanks()) {
    const char c = here();
    if (at_redirection()) {
      redirection();
      continue;
    }
    if (c == '#') comment();
    if (at_end() || here() == '\n' || c == '#' || c == ';' || c == '&' || c == '|' || c == ')') return;
    if (c == '(') {
      const bool names = command_.size() == 1 || (command_.size() == 2 && command_[0].text == "function");
      const std::string name = command_.empty() ? std::string() : command_.back().text;
      next();
      skip_blanks();
      if (!names || here() != ')') return;
      next();
      command_.clear();
      return function(name);
    }
    if (command_.size() == 2 && command_[0].text == "function" && keyword() == "{") {
      const std::string name = command_.back().text;
      command_.clear();
      return function(name);
    }
    if (assignment()) continue;
    if (command_.empty()) swap_out(prefixes_);
    const int line = line_;
    for (ShellWord& word : read_word()) {
      word.line = word.line == 0 ? line : word.line;
      const bool first = command_.empty();
      if (word.text.starts_with("--")) ++touches_;
      if (first && is_prefix(word.text)) continue;
      if (first && declares(word.text)) declaring_ = true;
      if (word.text.size() > limits::shell_word_bytes_max) return fail(line, "a word grows too long");
      ++words_;
      command_.push_back(std::move(word));
    }
  }
}

void ShellReader::skip_to_next_line() {
  while (!at_end() && here() != '\n') ++at_;
  if (!at_end()) next();
}

void ShellReader::skip_blanks() {
  while (!at_end())
    if (is_blank(here()))
      next();
    else if (here_is("\\\n") || here_is("\\\r\n"))
      skip_to_next_line();
    else
      return;
}

void ShellReader::skip_separators() {
  for (skip_blanks(); !at_end() && script_.problems.empty(); skip_blanks())
    if (here() == '\n')
      end_line();
    else if (here() == '#')
      comment();
    else if ((here() == ';' && !here_is(";;") && !here_is(";&")) || (here() == '&' && !at_redirection()))
      next();
    else
      return;
}

void ShellReader::end_line() {
  next();
  read_documents();
}

void ShellReader::comment() {
  constexpr std::string_view slurm = "#SBATCH";
  const bool is_slurm = here_is(slurm);
  const std::size_t begin = at_ + (is_slurm ? slurm.size() : 1);
  while (!at_end() && here() != '\n') ++at_;
  if (!is_slurm || !active_) return;
  const ShellWord line{std::string(text_.substr(begin, at_ - begin)), line_, ""};
  for (ShellWord& word : split_words(line)) script_.slurm.push_back(std::move(word));
  know_slurm();
}

void ShellReader::know_slurm() {
  const auto say = [&](std::initializer_list<const char*> options, std::initializer_list<const char*> names) {
    const ShellWords& words = script_.slurm;
    for (std::size_t i = 0; i < words.size(); ++i)
      for (const std::string option : options) {
        std::string value;
        if (words[i].text.starts_with(option + "=")) value = words[i].text.substr(option.size() + 1);
        if (option.size() == 2 && words[i].text.starts_with(option)) value = words[i].text.substr(2);  // -N4
        if (words[i].text == option && i + 1 < words.size()) value = words[i + 1].text;
        value.erase(0, value.rfind(':') + 1);
        if (value.empty() || !std::all_of(value.begin(), value.end(), is_shell_digit)) continue;
        for (const char* name : names) script_.variables[name] = {{value, words[i].line, ""}};
      }
  };
  say({"--nodes", "-N"}, {"SLURM_NNODES", "SLURM_JOB_NUM_NODES"});
  say({"--ntasks", "-n"}, {"SLURM_NTASKS", "SLURM_NPROCS"});
  say({"--ntasks-per-node"}, {"SLURM_NTASKS_PER_NODE"});
  say({"--gpus-per-task"}, {"SLURM_GPUS_PER_TASK"});
  say({"--gpus", "-G"}, {"SLURM_GPUS"});
  say({"--gpus-per-node", "--gres"}, {"SLURM_GPUS_PER_NODE", "SLURM_GPUS_ON_NODE"});
  if (script_.variables.contains("SLURM_GPUS_PER_TASK") && script_.variables.contains("SLURM_NTASKS_PER_NODE"))
    script_.variables.try_emplace("SLURM_GPUS_ON_NODE",
                                  ShellWords{computed("SLURM_GPUS_PER_TASK * SLURM_NTASKS_PER_NODE")});
}

bool ShellReader::at_redirection() const {
  std::size_t sign = at_;
  while (sign < text_.size() && is_shell_digit(text_[sign])) ++sign;
  if (here_is("&>")) return true;
  return sign < text_.size() && (text_[sign] == '<' || text_[sign] == '>');
}

void ShellReader::redirection() {
  while (is_shell_digit(here())) next();
  const bool document = here_is("<<") && !here_is("<<<");
  while (here() == '<' || here() == '>' || here() == '&' || here() == '-') next();
  if (!document && here() == '|') next();  // >| writes over
  while (is_blank(here())) next();
  const int line = line_;
  if (here() == '(') {  // a command's output or input as a file
    next();
    nested('(', ')', line);
    return;
  }
  const ShellWords target = read_word();
  if (document && !target.empty()) documents_.push_back({target.front().text, line});
}

void ShellReader::read_documents() {
  const std::vector<Announced> announced = std::move(documents_);
  documents_.clear();
  for (const auto& [end, line] : announced) {
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
    if (active_) script_.documents.push_back(std::move(body));
  }
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
  const bool array = here() == '(';
  ShellWords value = array ? read_array() : ShellWords{read_scalar()};
  ++touches_;
  if (!active_) return true;
  if (command_.empty() && !declaring_) keep_before(name);
  if (declaring_ && command_.front().text == "export") export_name(name);
  ShellWords& variable = script_.variables[name];
  if (!appends)
    variable = std::move(value);
  else if (!array && variable.size() == 1)
    put_word(variable.front(), value.front());
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
