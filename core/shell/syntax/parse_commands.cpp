#include <algorithm>
#include <array>

#include "core/base/characters.h"
#include "core/shell/syntax/shell_lines.h"
#include "core/shell/syntax/shell_source.h"

namespace shardscope {

using shell_tree::Command;
using shell_tree::List;
using shell_tree::Step;
using shell_tree::Word;

namespace {

class CommandParser {
 public:
  CommandParser(std::string_view text, bool counts_lines) : lines_(text) {
    cursor_.counts_lines = counts_lines;
    if (!counts_lines) cursor_.line = 0;
  }

  shell_tree::Script read() {
    while (!cursor_.stopped()) {
      for (Step& step : list()) script_.commands.push_back(std::move(step));
      // A fi or done without its beginning: of a piece that was cut out of a script.
      const std::size_t stray = std::max<std::size_t>(lines_.keyword().size(), 1);
      for (std::size_t i = 0; i < stray && !cursor_.stopped(); ++i) cursor_.next();
    }
    script_.documents = std::move(lines_.documents);
    script_.problem = std::move(cursor_.problem);
    return std::move(script_);
  }

 private:
  // Lists.

  /// Commands up to a word that ends a list (then, fi, done, …), which is left to be read.
  List list() {
    List steps;
    const auto add_slurm = [&] {
      for (Step& step : lines_.slurm) steps.push_back(std::move(step));
      lines_.slurm.clear();
    };
    for (lines_.skip_separators(); !cursor_.stopped() && !lines_.at_list_end(); lines_.skip_separators()) {
      add_slurm();
      chain(steps);
    }
    add_slurm();
    return steps;
  }

  void chain(List& steps) {
    steps.push_back(pipeline());
    for (cursor_.skip_blanks(); !cursor_.stopped(); cursor_.skip_blanks()) {
      const bool both = cursor_.here_is("&&");
      if (!both && !cursor_.here_is("||")) return;
      const int line = cursor_.line;
      cursor_.at += 2;
      lines_.skip_lines();
      if (cursor_.at_end() || lines_.at_list_end()) return;
      Step step = pipeline();
      step.after = both ? Step::After::success : Step::After::failure;
      step.line = line;
      steps.push_back(std::move(step));
    }
  }

  Step pipeline() {
    Step step;
    if (lines_.first_command == 0) lines_.first_command = cursor_.line;
    for (cursor_.skip_blanks(); lines_.keyword() == "!"; step.turned = !step.turned)
      cursor_.next(), cursor_.skip_blanks();
    step.pipeline.push_back(command());
    for (cursor_.skip_blanks(); cursor_.here() == '|' && !cursor_.here_is("||") && !cursor_.problem;
         cursor_.skip_blanks()) {
      cursor_.next();
      if (cursor_.here() == '&') cursor_.next();
      lines_.skip_lines();
      if (cursor_.at_end() || lines_.at_list_end()) break;
      step.pipeline.push_back(command());
    }
    return step;
  }

  Command command() {
    Command read;
    read.line = cursor_.line;
    if (nesting_ > limits::shell_nesting_max) {
      cursor_.fail(read.line, "it nests more deeply than any launch does");
      return read;
    }
    ++nesting_;
    const std::vector<std::size_t> documents = std::exchange(lines_.given, {});
    std::optional<Word> output = std::exchange(lines_.output, std::nullopt);
    std::optional<Word> input = std::exchange(lines_.input, std::nullopt);
    std::optional<Word> source = std::exchange(lines_.source, std::nullopt);
    const bool aside = std::exchange(lines_.aside, false), appends = std::exchange(lines_.appends, false);
    const std::size_t touches = touches_, begin = cursor_.at;
    take(read, lines_.keyword());
    // What isn't closed leaves what a shell would have run by then.
    const bool runs_at_once = std::holds_alternative<shell_tree::If>(read.what) ||
                              std::holds_alternative<shell_tree::Group>(read.what) ||
                              std::holds_alternative<shell_tree::Simple>(read.what);
    if (cursor_.problem && !runs_at_once) read.what = shell_tree::Group{};
    for (cursor_.skip_blanks(); lines_.at_redirection() && !cursor_.problem; cursor_.skip_blanks())
      lines_.redirection();
    if (cursor_.at == begin && !cursor_.stopped()) cursor_.next();  // a sign that begins no command
    read.end_line = cursor_.line;
    read.touches = touches_ != touches;
    read.documents = std::exchange(lines_.given, documents);
    read.output = std::exchange(lines_.output, std::move(output));
    read.input = std::exchange(lines_.input, std::move(input));
    read.source = std::exchange(lines_.source, std::move(source));
    read.aside = std::exchange(lines_.aside, aside);
    read.appends = std::exchange(lines_.appends, appends);
    --nesting_;
    return read;
  }

  void take(Command& read, std::string_view word) {
    const auto behind = [&] { cursor_.at += word.size(), cursor_.skip_blanks(); };
    if (word == "if")
      if_clause(read.what.emplace<shell_tree::If>(), read.line);
    else if (word == "case")
      behind(), case_clause(read.what.emplace<shell_tree::Case>(), read.line);
    else if (word == "for" || word == "select")
      behind(), for_clause(read.what.emplace<shell_tree::For>(), read.line);
    else if (word == "while" || word == "until")
      behind(), while_clause(read.what.emplace<shell_tree::While>(), word, read.line);
    else if (word == "[[")
      behind(), test(read.what.emplace<shell_tree::Test>(), read.line);
    else if (cursor_.here_is("(("))
      arithmetic(read.what.emplace<shell_tree::Arithmetic>(), read.line);
    else if (cursor_.here() == '(' || word == "{")
      group(read.what.emplace<shell_tree::Group>(), cursor_.here() == '(' ? ')' : '}', read.line);
    else
      simple(read);
  }

  // Branches and loops.

  void if_clause(shell_tree::If& read, int line) {
    for (std::string_view word = "if"; word == "if" || word == "elif"; word = lines_.keyword()) {
      cursor_.at += word.size();
      cursor_.skip_blanks();
      shell_tree::If::Clause& clause = read.clauses.emplace_back();
      clause.line = cursor_.line;
      clause.condition = list();
      if (!lines_.expect("then", line, "if")) return;
      clause.body = list();
    }
    if (lines_.keyword() == "else") {
      cursor_.at += 4;
      read.otherwise = list();
    }
    lines_.expect("fi", line, "if");
  }

  void case_clause(shell_tree::Case& read, int line) {
    read.word = word_here();
    if (!lines_.expect("in", line, "case")) return;
    while (case_branch(read, line)) {
    }
    lines_.expect("esac", line, "case");
  }

  bool case_branch(shell_tree::Case& read, int line) {
    lines_.skip_separators();
    if (cursor_.stopped() || lines_.keyword() == "esac") return false;
    shell_tree::Case::Branch branch;
    if (cursor_.here() == '(') cursor_.next();
    for (cursor_.skip_blanks(); !cursor_.stopped() && cursor_.here() != ')'; cursor_.skip_blanks()) {
      const std::size_t before = cursor_.at;
      if (cursor_.here() == '|')
        cursor_.next();
      else
        branch.patterns.push_back(parse_shell_word(cursor_, shell_tree::Pattern::glob));
      if (cursor_.at == before)
        return cursor_.fail(line, "the case that begins here isn't closed; esac is wanted"), false;
    }
    if (!cursor_.at_end()) cursor_.next();
    branch.line = cursor_.line;
    branch.body = list();
    while (cursor_.here() == ';' || cursor_.here() == '&') cursor_.next();
    read.branches.push_back(std::move(branch));
    return true;
  }

  void for_clause(shell_tree::For& read, int line) {
    if (cursor_.here_is("((")) {
      read.counts = true;
      shell_counts(read, arithmetic_text(line));
    } else {
      while (is_name(cursor_.here())) read.name += cursor_.next();
      cursor_.skip_blanks();
      if (lines_.keyword() == "in") {
        cursor_.at += 2;
        read.values.emplace();
        for (cursor_.skip_blanks(); !cursor_.stopped() && !ends_shell_word(cursor_.here()); cursor_.skip_blanks())
          for (Word& word : with_braces(word_here())) read.values->push_back(std::move(word));
      }
    }
    if (!lines_.expect("do", line, "for")) return;
    read.body = list();
    lines_.expect("done", line, "for");
  }

  void while_clause(shell_tree::While& read, std::string_view word, int line) {
    read.until = word == "until";
    read.forever = lines_.keyword() == "true" || cursor_.here() == ':';
    read.condition = list();
    if (!lines_.expect("do", line, word)) return;
    read.body = list();
    lines_.expect("done", line, word);
  }

  void group(shell_tree::Group& read, char close, int line) {
    cursor_.next();
    read.within = close == ')';
    read.body = list();
    if (cursor_.problem) return;
    lines_.skip_separators();
    if (cursor_.here() != close)
      return cursor_.fail(line, std::string(1, close) + " is wanted for the one that opens here");
    cursor_.next();
  }

  void test(shell_tree::Test& read, int line) {
    constexpr std::array<std::string_view, 6> signs = {"&&", "||", "(", ")", "<", ">"};
    for (; !cursor_.stopped() && !cursor_.here_is("]]"); cursor_.skip_blanks()) {
      if (cursor_.here() == '\n') {
        cursor_.next();
        continue;
      }
      if (!read.words.empty() && literal_text(read.words.back()) == "=~") {
        read.words.push_back(parse_shell_word(cursor_, shell_tree::Pattern::expression));
        continue;
      }
      const auto sign = std::find_if(signs.begin(), signs.end(), [&](auto each) { return cursor_.here_is(each); });
      if (sign != signs.end()) {
        read.words.push_back(text_word(*sign));
        cursor_.at += sign->size();
        continue;
      }
      const std::size_t before = cursor_.at;
      const std::string sign_before = read.words.empty() ? std::string() : literal_text(read.words.back());
      const bool compares = sign_before == "=" || sign_before == "==" || sign_before == "!=";
      using shell_tree::Pattern;
      read.words.push_back(parse_shell_word(cursor_, compares ? Pattern::glob : Pattern::none));
      if (cursor_.at == before) cursor_.next();
    }
    if (cursor_.at_end()) return cursor_.fail(line, "]] is wanted for the one that opens here");
    if (!cursor_.problem) cursor_.at += 2;
  }

  std::string arithmetic_text(int line) {
    cursor_.at += 2;
    std::string inner = cursor_.nested('(', ')', line);
    if (cursor_.here() == ')') cursor_.next();
    return inner;
  }

  void arithmetic(shell_tree::Arithmetic& read, int line) {
    const std::string inner = arithmetic_text(line);
    read.change = shell_change(inner);
    if (!read.change) read.computation = shell_computation(inner);
  }

  void function(Command& read, std::string name) {
    shell_tree::Function& function = read.what.emplace<shell_tree::Function>();
    lines_.skip_separators();
    function.name = std::move(name);
    function.line = cursor_.line;
    function.body.push_back(command());
  }

  // Words, assignments, redirections.

  Word word_here() { return parse_shell_word(cursor_); }

  Word text_word(std::string_view text) const {
    Word word;
    word.line = cursor_.line;
    word.parts.push_back({shell_tree::PartKind::text, std::string(text), cursor_.line, false, false, {}, {}, {}});
    return word;
  }

  /// The words of the command that is read, as far as they are text: its name, and whether it declares variables.
  struct Begun {
    std::vector<std::string> words;
    bool declares = false;
  };

  void simple(Command& read) {
    shell_tree::Simple all;
    Begun begun;
    for (cursor_.skip_blanks(); !cursor_.stopped(); cursor_.skip_blanks()) {
      const char c = cursor_.here();
      if (lines_.at_redirection()) {
        lines_.redirection();
        continue;
      }
      if (c == '#') lines_.comment();
      if (std::string_view("\n#;&|)").find(c) != std::string_view::npos) break;
      const bool keyword_function = begun.words.size() == 2 && begun.words[0] == "function";
      if (c == '(') {
        const bool names = begun.words.size() == 1 || keyword_function;
        cursor_.next();
        cursor_.skip_blanks();
        if (!names || cursor_.here() != ')') break;
        cursor_.next();
        return function(read, begun.words.back());
      }
      if (keyword_function && lines_.keyword() == "{") return function(read, begun.words.back());
      const bool may_assign = begun.words.empty() || begun.declares;
      if (std::optional<shell_tree::Assignment> assignment = may_assign ? assignment_here() : std::nullopt)
        all.items.emplace_back(std::move(*assignment));
      else
        for (Word& word : with_braces(word_here())) add_word(all, begun, std::move(word));
    }
    read.what = std::move(all);
  }

  void add_word(shell_tree::Simple& all, Begun& begun, Word word) {
    std::string text = literal_text(word);
    if (text.starts_with("--")) ++touches_;
    if (begun.words.empty() && is_shell_prefix(text)) return void(all.evaluates |= text == "eval");
    if (begun.words.empty()) begun.declares = declares_variables(text);
    begun.words.push_back(std::move(text));
    all.items.emplace_back(std::move(word));
  }

  std::optional<shell_tree::Assignment> assignment_here() {
    const std::string_view rest = cursor_.text.substr(cursor_.at);
    std::size_t end = 0;
    while (end < rest.size() && is_name(rest[end])) ++end;
    if (end == 0 || !is_name_start(rest[0])) return std::nullopt;
    shell_tree::Assignment read;
    read.name = rest.substr(0, end);
    if (const std::size_t close = end_of_subscript(rest.substr(end)); rest[end] == '[' && close != rest.npos) {
      ShellCursor inside{rest.substr(end + 1, close - 1), cursor_.line};
      read.index.push_back(parse_shell_word(inside));
      end += close + 1;
    }
    const bool appends = rest.substr(end).starts_with("+=");
    if (!appends && rest.substr(end, 1) != "=") return std::nullopt;
    read.appends = appends;
    read.line = cursor_.line;
    cursor_.at += end + (appends ? 2 : 1);
    read.array = cursor_.here() == '(';
    if (read.array)
      read.values = array();
    else
      read.values.push_back(word_here());
    ++touches_;
    return read;
  }

  std::vector<Word> array() {
    const int line = cursor_.line;
    cursor_.next();
    std::vector<Word> all;
    while (!cursor_.stopped() && cursor_.here() != ')') {
      const std::size_t before = cursor_.at;
      if (cursor_.at_continuation()) {
        cursor_.skip_to_next_line();
      } else if (cursor_.here() == '#') {
        lines_.comment();
      } else if (Word word = word_here(); cursor_.at != before) {
        for (Word& each : with_braces(std::move(word))) all.push_back(std::move(each));
      } else {
        cursor_.next();  // a blank, a line's end, a sign that begins no word
      }
    }
    if (cursor_.at_end()) cursor_.fail(line, "the list that begins here isn't closed; ) is wanted");
    if (!cursor_.stopped()) cursor_.next();
    return all;
  }

  ShellLines lines_;
  ShellCursor& cursor_ = lines_.cursor;
  shell_tree::Script script_;
  std::size_t touches_ = 0;
  int nesting_ = 0;
};

}  // namespace

shell_tree::Script parse_shell(std::string_view text, bool counts_lines) {
  return CommandParser(text, counts_lines).read();
}

}  // namespace shardscope
